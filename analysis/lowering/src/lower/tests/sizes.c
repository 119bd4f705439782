/* Declarations, and what a compiler for LP64 says of them. The tests evaluate every CHECK; a compiler
   does too: gcc -fsyntax-only -include stddef.h '-DCHECK(x)=_Static_assert(x, #x);' sizes.c */
typedef unsigned char byte;
typedef struct point { int x, y; } point;
typedef int triple[3];
typedef int aligned_int __attribute__((aligned(16)));
struct mixed { char c; short s; char d; int i; char e; void *p; char f; };
struct nested { char c; struct mixed m; triple t; point ps[2]; };
struct bits { unsigned a : 3, b : 5; char c; };
struct more_bits { int a : 20, b : 20; };
struct closed_bits { char a : 4; int : 0; char b : 4; };
struct long_bits { long a : 40; int b : 30; char c; };
struct bools { _Bool a : 1, b : 1; _Bool c; };
struct empty { };
struct flexible { int n; char data[]; };
struct flexible_wide { char n; long data[]; };
struct zero { int n; char data[0]; };
struct floats { float f; double d; long double l; char c; };
struct unnamed { int a; struct { char b; short c; }; union { int d; double e; }; char f; };
union either { char c[5]; int i; };
union bit_union { int a : 3; char b; };
struct functions { int (*f)(int), (*g[3])(void); int *(*h)(void); };
struct list { struct list *next, *prev; int (*m)[4]; };
enum plain { A, B = 5, C, D = -1 };
enum unsigned_plain { E, F };
enum wide { G = 1L << 40 };
enum after { H = sizeof(struct mixed), I, J = H > 30 ? 'a' : 3 };
enum small { K, L } __attribute__((packed));
struct enums { enum small k; enum plain p; enum wide w; };
extern int global[7];
int filled[] = { 1, 2, 3 };
int designated[] = { [4] = 1, 2, [1] = 3, };
int ranged[] = { [2 ... 6] = 1 };
char text[] = "abc\n";
char bracketed[] = { "ab" "cd" };
char *strings[] = { "a", "b" };
char table[][4] = { "ab", "cd", "e" };
struct point points[] = { { 1, 2 }, { 3, 4 } };
int matrix[][2] = { { 1, 2 }, { 3 } };
int prototype(int, char *);
point make(void);
char *name(void);

CHECK(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8)
CHECK(sizeof(long long) == 8 && sizeof(void *) == 8 && sizeof(_Bool) == 1)
CHECK(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 16)
CHECK(_Alignof(long double) == 16 && _Alignof(char) == 1 && _Alignof(triple) == 4)
CHECK(sizeof(byte) == 1 && sizeof(point) == 8 && sizeof(triple) == 12 && sizeof(struct point[3]) == 24)
CHECK(sizeof(struct mixed) == 32 && _Alignof(struct mixed) == 8)
CHECK(sizeof(struct nested) == 72)
CHECK(sizeof(struct bits) == 4 && sizeof(struct more_bits) == 8 && sizeof(struct closed_bits) == 8 - 3)
CHECK(sizeof(struct long_bits) == 16 && sizeof(struct bools) == 2)
CHECK(sizeof(struct empty) == 0 && sizeof(struct flexible) == 4 && sizeof(struct flexible_wide) == 8)
CHECK(sizeof(struct zero) == 4 && sizeof(struct floats) == 48 && sizeof(struct unnamed) == 24)
CHECK(sizeof(union either) == 8 && sizeof(union bit_union) == 4)
CHECK(sizeof(struct functions) == 40 && sizeof(struct list) == 24)
CHECK(sizeof(enum plain) == 4 && sizeof(enum wide) == 8 && sizeof(enum small) == 1)
CHECK(sizeof(struct enums) == 16)
CHECK(B == 5 && C == 6 && D == -1 && F == 1 && G == 1099511627776 && I == 33 && J == 97)
CHECK((enum unsigned_plain)-1 > 0 && (enum plain)-1 < 0)
CHECK(sizeof(global) == 28 && sizeof global[0] == 4 && sizeof filled == 12 && sizeof(designated) == 24)
CHECK(sizeof(ranged) / sizeof(ranged[0]) == 7 && sizeof text == 5 && sizeof(bracketed) == 5)
CHECK(sizeof(strings) == 16 && sizeof(table) == 12 && sizeof(points) == 16 && sizeof(matrix) == 16)
CHECK(sizeof("abc") == 4 && sizeof "a" "bc" == 4 && sizeof *"abc" == 1 && sizeof('a') == 4)
CHECK(sizeof(1) == 4 && sizeof(1L) == 8 && sizeof(1u + 1) == 4 && sizeof(1.0f) == 4 && sizeof(1.0) == 8)
CHECK(sizeof(((struct nested *)0)->m.p) == 8 && sizeof(((struct nested *)0)->ps[0].x) == 4)
CHECK(sizeof(points[0].x + 1L) == 8 && sizeof(&points[0]) == 8 && sizeof(*&points[0]) == 8)
CHECK(sizeof(prototype(1, 0)) == 4 && sizeof(make()) == 8 && sizeof(*name()) == 1 && sizeof(name) == 1)
CHECK(sizeof((char)1) == 1 && sizeof(-(char)1) == 4 && sizeof(!1L) == 4 && sizeof(~1L) == 8)
CHECK(sizeof(1 ? 1 : 1L) == 8 && sizeof(1 ? (char)1 : (char)2) == 4 && sizeof(1 ? 0 : name()) == 8)
CHECK(sizeof(&points[1] - points) == 8 && sizeof(1 << 1L) == 4 && sizeof(1L == 1L) == 4)
CHECK(sizeof((point){ 1, 2 }) == 8 && sizeof((int[]){ 1, 2, 3 }) == 12 && sizeof((char){ 1 }) == 1)
CHECK(sizeof(int (*)[3]) == 8 && sizeof(int *[3]) == 24 && sizeof(int (*(*)[2])(int)) == 8)
CHECK(sizeof(struct { int a; char b; }) == 8 && sizeof(enum { Q, R }) == 4)
CHECK((size_t)&((struct nested *)0)->t == 40 && (unsigned long)&((struct nested *)0)->ps[1].y == 64)
CHECK((long)(char *)&((struct mixed *)0)->p == 16)
CHECK(1 + 2 * 3 == 7 && (7 & 3 | 8) == 11 && (5 ^ 1) == 4 && ~0 == -1 && !5 == 0 && 7 / -2 == -3 && -7 % 3 == -1)
CHECK(1u - 2 > 0 && -1 > 0u && (unsigned char)300 == 44 && (signed char)200 == -56 && (unsigned char)-1 == 255)
CHECK((_Bool)256 == 1 && (1 ? -1 : 0u) > 0 && (0 ? 1 : 5) == 5 && (1 ?: 2) == 1 && (0 ?: 2) == 2)
CHECK((0 && 1 / 0) == 0 && (1 || 1 / 0) && (1 ? 3 : 1 / 0) == 3)
CHECK('\n' == 10 && '\x41' == 65 && '\377' == -1 && 0x7fffffff + 0u == 2147483647 && 010 == 8 && 0b101 == 5)
CHECK((long)1 << 40 == 1099511627776 && (unsigned)-1 >> 31 == 1 && sizeof(int) - 5 > 0)
