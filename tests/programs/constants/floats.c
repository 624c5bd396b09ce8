// Floating-point constants bit by bit: NaN payloads, infinities, signed zero, subnormals and all formats.
double quiet = __builtin_nan("0x1234");
double signalling = __builtin_nans("1");
float infinite = -__builtin_inff();
double negative_zero = -0.0;
float subnormal = 1e-45f;
long double extended = 1.0L;
long double extended_third = 1.0L / 3;
__float128 quad = 1.0Q;
_Float16 half = 1.5f16;
double tenth = 0.1;
float _Complex complex_number = 1.0f + 2.0fi;
//@ run: show --json %s
//@ json: globals[name=quiet]/initializer/bytes == "341200000000f87f"
//@ json: globals[name=signalling]/initializer/bytes == "010000000000f07f"
//@ json: globals[name=infinite]/initializer/bytes == "000080ff"
//@ json: globals[name=negative_zero]/initializer/bytes == "0000000000000080"
//@ json: globals[name=subnormal]/initializer/bytes == "01"
//@ json: globals[name=extended]/initializer/bytes == "0000000000000080ff3f"
//@ json: globals[name=extended]/size == 16
//@ json: globals[name=extended_third]/initializer/bytes == "abaaaaaaaaaaaaaafd3f"
//@ json: globals[name=quad]/initializer/bytes == "0000000000000000000000000000ff3f"
//@ json: globals[name=half]/initializer/bytes == "003e"
//@ json: globals[name=half]/size == 2
//@ json: globals[name=tenth]/initializer/bytes == "9a9999999999b93f"
//@ json: globals[name=complex_number]/initializer/bytes == "0000803f00000040"
