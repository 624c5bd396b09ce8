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
