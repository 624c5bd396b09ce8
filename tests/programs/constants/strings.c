// Strings: terminated, cut to the array, wide, UTF-8, concatenated; equal literals share one constant object.
char text[] = "hi\n";
char fitted[2] = "ab";
char longer[6] = "ab";
const char *pointer = "literal";
const char *same = "literal";
const char *inside = "literal" + 3;
__WCHAR_TYPE__ wide[] = L"\u00e9z";
unsigned short utf16[] = u"a\U0001F600";
unsigned int utf32[] = U"\U0001F600";
const char utf8[] = u8"\u00e9";
const char joined[] = "a" "\0" "b";
const char *names[] = { "zero", "one", 0 };
//@ run: show --json %s
//@ json: globals[name=text]/initializer/bytes == "68690a"
//@ json: globals[name=text]/size == 4
//@ json: globals[name=fitted]/initializer/bytes == "6162"
//@ json: globals[name=fitted]/size == 2
//@ json: globals[name=longer]/initializer/bytes == "6162"
//@ json: globals[name=longer]/size == 6
//@ json: globals[name=pointer]/initializer/relocations/# == 1
//@ json: globals[name=pointer]/initializer/relocations/0/value == "@.str"
//@ json: globals[name=pointer]/initializer/relocations/0/size == 8
//@ json: globals[name=pointer]/type == "const char *"
//@ json: globals[name=same]/initializer/relocations/0/value == "@.str"
//@ json: globals[name=inside]/initializer/relocations/0/value == "@.str + 3"
//@ json: globals[name=.str]/initializer/bytes == "6c69746572616c"
//@ json: globals[name=.str]/size == 8
//@ json: globals[name=.str]/constant == true
//@ json: globals[name=.str]/linkage == internal
//@ json: globals[name=wide]/initializer/bytes == "e90000007a"
//@ json: globals[name=wide]/size == 12
//@ json: globals[name=utf16]/initializer/bytes == "61003dd800de"
//@ json: globals[name=utf16]/size == 8
//@ json: globals[name=utf32]/initializer/bytes == "00f601"
//@ json: globals[name=utf8]/initializer/bytes == "c3a9"
//@ json: globals[name=utf8]/constant == true
//@ json: globals[name=joined]/initializer/bytes == "610062"
//@ json: globals[name=joined]/size == 4
//@ json: globals[name=names]/size == 24
//@ json: globals[name=names]/initializer/relocations/# == 2
//@ json: globals[name=names]/initializer/relocations/1/offset == 8
//@ run: show %s
//@ stdout: char @text[4] = "hi\n"
