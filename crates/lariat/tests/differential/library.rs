//! Statements that call the C library, and helpers that generated programs have.

use crate::random::Random;

/// Functions that statements use.
pub(crate) const HELPERS: &str = r#"
static u64 word_at(const u8 *bytes) { u32 word; memcpy(&word, bytes, 4); return word; }
static struct S changed(struct S s, u64 value) { s.a ^= (i8)value; s.b += (u16)(value >> 8); s.d = (u32)(value >> 3); s.k++; return s; }
static i32 twice(i32 x) { went(901); return (i32)(2u * (u32)x); }
static i32 half(i32 x) { went(902); return x / 2; }
static i32 inverse(i32 x) { went(903); return ~x; }
static i32 self(i32 x) { went(904); return x; }
static i32 (*const operations[4])(i32) = { twice, half, inverse, self };
static int ascending(const void *a, const void *b) { i32 x = *(const i32 *)a, y = *(const i32 *)b; return (x > y) - (x < y); }
static u64 total(int count, ...)
{
    va_list list, copy;
    u64 result = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++) {
        result = result * 31 + (u64)va_arg(list, int);
        result = result * 31 + va_arg(list, u64);
    }
    va_end(list);
    result += (u64)va_arg(copy, int);
    va_end(copy);
    return result;
}
static void mix_bytes(const u8 *bytes, size_t size) { while (size-- > 0) mix(*bytes++); }
static char text[128];
static void fill(u64 word, const char *letters, int count)
{
    size_t size = strlen(letters);
    for (int i = 0; i < count; i++, word /= size)
        text[i] = letters[word % size];
    text[count] = 0;
}
"#;

/// A statement that calls the library on an `int` and a 64-bit number.
pub(crate) fn statement(random: &mut Random, symbolic: bool, int: &str, word: &str) -> String {
    if symbolic || random.percent(30) {
        on_inputs(random, int, word)
    } else {
        on_values(random, int, word)
    }
}

/// Calls that are cheap enough on symbolic values.
fn on_inputs(random: &mut Random, int: &str, word: &str) -> String {
    let choices = [
        format!("mix(total(1, {int}, {word}));"),
        format!("mix(total(2, {int}, (u64)7, 5, {word}));"),
        format!("mix((u64)isdigit((u8)({int})) != 0); mix((u64)toupper((u8)({int})));"),
        format!("mix((u64)abs((i16)({int})));"),
        format!("{{ u8 b[4] = {{ (u8)({int}), 'x', (u8)({word}), 0 }}; mix(strlen((char *)b)); }}"),
        format!(
            "{{ u8 b[4] = {{ (u8)({int}), 'x', (u8)({word}), 0 }}; mix((u64)(memcmp(b, \"axb\", 3) < 0)); }}"
        ),
        format!(
            "{{ u8 b[4] = {{ (u8)({int}), '7', (u8)({word}), 0 }}; mix((u64)(strcmp((char *)b, \"17\") > 0)); }}"
        ),
        format!("{{ u8 b[4] = {{ (u8)({int}), '7', '1', 0 }}; mix((u64)atoi((char *)b)); }}"),
        format!(
            "{{ u8 b[8] = \"abcdefg\"; u8 *f = memchr(b, (u8)({int}), 8); mix(f ? (u64)(f - b) : 99); }}"
        ),
        format!(
            "{{ char b[8] = \"abca\"; char *f = strchr(b, (u8)({int})); mix(f ? (u64)(f - b) : 99); }}"
        ),
        format!("{{ char b[8]; snprintf(b, 8, \"%u\", (u32)(u8)({int})); mix_text(b); }}"),
        format!(
            "{{ i32 v[3] = {{ {int}, 5, (i32)({word}) }}; qsort(v, 3, 4, ascending); mix((u64)v[0]); mix((u64)v[1]); }}"
        ),
        format!(
            "{{ float f = (float)(u8)({int}) * 0.5f; mix((u64)(f > 3.25f)); mix((u64)(i32)f); }}"
        ),
        format!(
            "{{ double d = (double)(i16)({int}) / 8; mix((u64)(i64)d); mix((u64)(d <= -2.5)); }}"
        ),
        format!(
            "{{ u64 *t[2] = {{ &sum, &trace }}; mix(*t[0] & 0xff); (void)t; mix((u64)({int})); }}"
        ),
        format!(
            "{{ u16 x = 3; u16 y = 9; u16 *t[2] = {{ &x, &y }}; *t[({int}) & 1] += 5; mix(x); mix(y); }}"
        ),
    ];
    let memory = [
        format!("{{ u8 b[16]; memset(b, 1, 16); memset(b + (({int}) & 7), (u8)({word}), ({int}) & 7); mix_bytes(b, 16); }}"),
        format!("{{ u8 b[16]; for (int i = 0; i < 16; i++) b[i] = (u8)(i * 37); memmove(b + (({int}) & 7), b + (({word}) & 7), ({word}) >> 3 & 7); mix_bytes(b, 16); }}"),
        format!("{{ u8 b[16], c[16]; for (int i = 0; i < 16; i++) b[i] = (u8)(i * 11), c[i] = 3; memcpy(c + (({int}) & 3), b + 5, ({word}) % 9); mix_bytes(c, 16); }}"),
        format!("{{ u32 n = (u32)({int}) & 15; u8 *m = malloc(n + 1); m[0] = 2; m[n] = 7; m[n / 2] ^= 3; mix(m[n]); mix(m[0]); free(m); }}"),
        format!("{{ u32 n = (u32)({int}) & 7; u8 v[n + 1]; memset(v, 2, sizeof v); v[n] = 9; v[n / 2] += 4; mix(sizeof v); mix(v[0]); mix(v[n]); }}"),
        format!("{{ u8 b[4] = {{ 1, 2, 3, 4 }}, c[6] = {{ 9 }}; u8 *t[3] = {{ b, c, u0.bytes }}; t[(u32)({int}) % 3][({word}) & 3] ^= (u8)({int}); mix_bytes(b, 4); mix_bytes(c, 6); }}"),
        format!("{{ u8 x = 1, y = 2, *p = &x, *q = &y; u8 **t[2] = {{ &p, &q }}; **t[({int}) & 1] = (u8)({word}); *t[({word}) & 1] = &y; *p += 3; mix(x); mix(y); mix(p == q); }}"),
        format!("{{ struct S t[3]; memset(t, 0, sizeof t); t[(u32)({int}) % 3].d = (u32)({word}); t[1].c = -1; t[({word}) % 3].h = 5; for (int i = 0; i < 3; i++) {{ mix(t[i].d); mix((u64)t[i].c); mix(t[i].h); }} }}"),
        format!("{{ u8 b[16]; for (int i = 0; i < 16; i++) b[i] = (u8)(i * 29); b[({int}) & 15] = (u8)({word}); mix(word_at(b + ({word}) % 13)); u16 h; memcpy(&h, b + (({int}) & 7), 2); mix(h); }}"),
        format!("{{ u8 b[16] = {{ 0 }}; u32 w = (u32)({word}); memcpy(b + ({word}) % 13, &w, 4); b[({int}) & 15] ^= 1; mix_bytes(b, 16); }}"),
        format!("{{ u8 *p = u0.bytes + (({int}) & 7), *q = u0.bytes + (({word}) & 7); mix(p < q); mix((u64)(p - q)); mix(p == q); u8 *r = (u8 *)(uintptr_t)p; mix(*r); mix((uintptr_t)q - (uintptr_t)u0.bytes); }}"),
        format!("{{ struct node {{ u8 value; struct node *next; }} *list = NULL; for (int i = 0; C(800, i < (({int}) & 3)); i++) {{ struct node *n = malloc(sizeof *n); n->value = (u8)({word}) ^ (u8)i; n->next = list; list = n; }} while (list) {{ struct node *n = list; list = n->next; mix(n->value); free(n); }} }}"),
        format!("{{ _Bool b = ({int}) & 6; _Bool c = {word}; mix(b + 2u * c); mix(b ? 3 : 5); enum {{ P, Q = 7, R }} e = ({int}) & 1 ? Q : R; mix(e); }}"),
        format!("mix((u64)__builtin_popcount((u32)({int}))); mix((u64)__builtin_clz((u32)({int}) | 1)); mix((u64)__builtin_ctz((u32)({int}) | 4096)); mix(__builtin_bswap32((u32)({int})));"),
        format!("{{ i32 r; mix((u64)__builtin_add_overflow({int}, (i32)({word}), &r)); mix((u64)r); u8 s; mix((u64)__builtin_mul_overflow((u8)({int}), (u8)({word}), &s)); mix(s); }}"),
        format!("{{ u32 a = (u8)({int}), b = 60; while (C(810, b != 0)) {{ u32 t = a % b; a = b; b = t; }} mix(a); }}"),
        format!("switch ({word}) {{ case 0: case 1: went(820); mix(1); break; case 77: went(821); mix(2); break; case 0xffffffffffffffffu: went(822); mix(3); break; case 128 ... 140: went(823); mix(4); break; default: went(824); mix(5); }}"),
        format!("{{ char b[6] = {{ (char)({int}), '1', (char)({word}), 'z', 0 }}; char *e; mix((u64)strtol(b, &e, 0)); mix((u64)(e - b)); }}"),
        format!("{{ char b[8] = \"abcab\", c[8]; b[({int}) & 3] = (char)({word}); strncpy(c, b, 4); c[4] = 0; mix_text(c); mix(strspn(b, \"abc\")); char *f = strstr(b, \"ab\"); mix(f ? (u64)(f - b) : 50); }}"),
        format!("{{ double d = (double)(i8)({int}) / 3; float f = (float)d; mix_double(d * d - 1); mix((u64)(f < -0.5f) + 2 * (u64)(d != f)); mix((u64)(i32)(f * 4)); }}"),
        format!("{{ u32 x = (u32)(u8)({int}), y = x << 3 | x >> 5; i16 z = (i16)(y * 257); mix((u64)(z >> 3)); mix((u64)-z); mix(y % 7); mix(y / 10 * 10 + y % 10 == y); }}"),
        "{ struct S *p = &s0, *q = &s1; *q = *p; p->a++; q->k--; mix(memcmp(&p->e, &q->e, 8) == 0); }".to_owned(),
    ];
    if random.percent(50) { random.pick(&choices).clone() } else { random.pick(&memory).clone() }
}

fn on_values(random: &mut Random, int: &str, word: &str) -> String {
    let flags = *random.pick(&["", "-", "0", "+", " ", "#", "-+", "#0"]);
    let width = *random.pick(&["", "1", "5", "12", "30"]);
    let precision = *random.pick(&["", ".0", ".1", ".4", ".20"]);
    let integer = *random.pick(&["d", "i", "u", "x", "X", "o"]);
    let short = *random.pick(&["", "h", "hh"]);
    let float = *random.pick(&["f", "e", "g", "G", "E", "a"]);
    let base = *random.pick(&["0", "8", "10", "16", "36", "2"]);
    let number = *random.pick(&["strtol", "strtoul", "strtoll", "strtoull"]);
    let operator = *random.pick(&["+", "-", "*", "/"]);
    let choices = [
        format!(
            "snprintf(text, sizeof text, \"%{flags}{width}{precision}{short}{integer}|%{flags}{width}{precision}ll{integer}\", {int}, (long long)({word})); mix_text(text);"
        ),
        format!(
            "snprintf(text, sizeof text, \"%{flags}{width}{precision}{float}\", (double)(i64)({word}) {operator} (1 + (double)(i16)({int}) * 2)); mix_text(text);"
        ),
        format!(
            "{{ double d = (double)({int}) {operator} ((double)(i64)({word}) * 4 + 1); mix_double(d); float f = (float)d; mix_double(f); }}"
        ),
        format!(
            "fill({word}, \"0123456789abcdefxX+- zZ\", 12); {{ char *end; mix((u64){number}(text, &end, {base})); mix((u64)(end - text)); }}"
        ),
        format!(
            "fill({word}, \"0123456789.eE+-xp\", 14); {{ char *end; mix_double(strtod(text, &end)); mix((u64)(end - text)); }}"
        ),
        format!(
            "fill({word}, \"ab\", 20); mix((u64)(strstr(text, \"aab\") ? strstr(text, \"aab\") - text : 77)); mix((u64)(strrchr(text, 'b') ? strrchr(text, 'b') - text : 78));"
        ),
        format!(
            "fill({word}, \"abc,; \", 20); {{ char *save; for (char *t = strtok_r(text, \",; \", &save); t; t = strtok_r(NULL, \",; \", &save)) mix_text(t); }}"
        ),
        format!(
            "fill({word}, \"aAbB1 \", 10); mix((u64)(strcmp(text, \"aAbB\") < 0)); mix((u64)(strncmp(text, \"aA\", 2) == 0)); mix(strspn(text, \"aA\")); mix(strcspn(text, \"1\"));"
        ),
        format!(
            "{{ i32 v[9]; for (int i = 0; i < 9; i++) v[i] = (i32)((u32)({int}) * (u32)(i * 2654435761u) >> i); qsort(v, 9, 4, ascending); for (int i = 0; i < 9; i++) mix((u64)v[i]); mix(bsearch(&v[4], v, 9, 4, ascending) != NULL); }}"
        ),
        format!("mix(total(3, {int}, {word}, -1, (u64)2, 77, {word}));"),
        format!(
            "fill({word}, \"0123456789 -x\", 12); {{ int a = 1; unsigned b = 2; int n = sscanf(text, \"%d %x\", &a, &b); mix((u64)n); mix((u64)a); mix(b); }}"
        ),
        format!(
            "{{ char b[32]; fill({word}, \"xyz\", 9); strcpy(b, text); strcat(b, \"-\"); strncat(b, text, 4); mix_text(b); mix(strlen(b)); memmove(b + 3, b, 9); mix_text(b); }}"
        ),
        format!(
            "for (int c = 0; c < 128; c += 7) mix((u64)((isalpha(c) != 0) + 2 * (isspace(c) != 0) + 4 * (ispunct(c) != 0) + toupper(c) + (({int}) & 1)));"
        ),
        format!(
            "{{ div_t d = div({int} | 1, 7); mix((u64)d.quot); mix((u64)d.rem); lldiv_t e = lldiv((long long)({word}), 1000); mix((u64)e.quot); mix((u64)labs((long)(i16)({int}))); }}"
        ),
        format!(
            "mix((u64)__builtin_popcountll({word}) + (u64)__builtin_clz(({int}) | 1) * 64 + (u64)__builtin_ctzll(({word}) | 256) * 4096); mix(__builtin_bswap64({word})); mix(__builtin_bswap32((u32)({int})));"
        ),
        format!("printf(\"%s %d %lld\\n\", text, {int}, (long long)({word}));"),
    ];
    random.pick(&choices).clone()
}
