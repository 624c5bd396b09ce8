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
