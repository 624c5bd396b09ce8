// Preprocessed C (.i) is compiled without the preprocessor; its locations are what its line markers say.
//@ run: show --json preprocessed.i
//@ json: functions[name=answer]/defined == true
//@ json: functions[name=answer]/location/file has original.c
//@ json: functions[name=answer]/location/line == 20
//@ json: functions[name=answer]/blocks/0/instructions[kind=mul]/flags == ["nsw"]
