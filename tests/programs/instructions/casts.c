// Conversions between integers of all widths, by the signedness of the source type.
typedef __INT8_TYPE__ i8; typedef __INT16_TYPE__ i16; typedef __INT32_TYPE__ i32; typedef __INT64_TYPE__ i64;
typedef __UINT8_TYPE__ u8; typedef __UINT16_TYPE__ u16; typedef __UINT32_TYPE__ u32; typedef __UINT64_TYPE__ u64;

i64 widen_signed(i8 a, i16 b, i32 c) {
    i64 x = a; //~ sext i64
    i64 y = b; //~ sext i64
    i64 z = c; //~ sext i64
    return x + y + z;
}

u64 widen_unsigned(u8 a, u16 b, u32 c) {
    u64 x = a; //~ zext i64
    u64 y = b; //~ zext i64
    u64 z = c; //~ zext i64
    return x + y + z;
}

i32 narrow(i64 a) {
    i8 x = (i8)a;   //~ trunc i8
    i16 y = (i16)a; //~ trunc i16
    i32 z = (i32)a; //~ trunc i32
    return x + y + z; //~ sext | add
}

// A change of signedness alone is no instruction.
u32 reinterpret(i32 a) {
    u32 b = a; //~ !trunc !zext !sext !bitcast
    return b;
}

__int128 widest(i64 a, u64 b) {
    __int128 x = a;          //~ sext i128
    unsigned __int128 y = b; //~ zext i128
    return x + (__int128)y;  //~ add nsw i128
}

i8 narrowest(__int128 a) {
    return (i8)(a >> 120); //~ ashr i128 | trunc i8
}
