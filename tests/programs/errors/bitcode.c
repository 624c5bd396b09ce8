// Bitcode that cannot be read: text, damaged, cut short, empty, or of another epoch of the format.
//@ run: show not_bitcode.bc
//@ exit: 2
//@ one line: stderr
//@ stderr: not_bitcode.bc: this is text, not bitcode; rename LLVM assembly to .ll
//@ empty: stdout
//@ run: show %t/empty.bc
//@ before: touch %t/empty.bc
//@ exit: 2
//@ one line: stderr
//@ stderr: this is an empty file
//@ empty: stdout
//@ run: show %t/cut.bc
//@ before: clang-19 -g -c -emit-llvm entry.c -o %t/whole.bc
//@ before: dd if=%t/whole.bc of=%t/cut.bc bs=4 count=300
//@ exit: 2
//@ one line: stderr
//@ stderr: this bitcode is damaged or cut short
//@ empty: stdout
//@ run: show %t/other.bc
//@ before: clang-19 -g -c -emit-llvm entry.c -o %t/whole.bc
//@ before: sh -c "(printf '\\102\\103\\300\\336\\065\\024\\000\\000\\005\\000\\000\\000\\142\\014\\060\\044\\112\\131\\276\\146\\335\\373\\265\\277\\013\\121\\240\\114\\001\\000\\000\\000'; tail -c +33 %t/whole.bc) > %t/other.bc"
//@ exit: 2
//@ one line: stderr
//@ stderr: written by an LLVM with another bitcode format, which LLVM 19 cannot read (Incompatible epoch: Bitcode '50' vs current: '0'): compile it again with clang 19 or older
//@ empty: stdout
