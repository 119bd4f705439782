//! Tests of expanded text: macros of the C library and of well-known headers after expansion, and the
//! spellings that replace constructs that the grammar would misread.

use insta::assert_snapshot;

use super::{lowered, shown};

/// Declarations in expanded text, similar to those in the headers of glibc.
const LIBRARY: &str = "typedef struct _IO_FILE FILE;\nextern struct $FILE *stdin;\nextern struct $FILE *stderr;\n\
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));\n\
extern void *malloc (unsigned long __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))\n\
     __attribute__ ((__alloc_size__ (1))) ;\n\
extern char *strchr (const char *__s, int __c) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__pure__)) __attribute__ ((__nonnull__ (1)));\n\
extern int *__errno_location (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));\n\
extern const unsigned short int **__ctype_b_loc (void)\n     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));\n\
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)\n\
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));\n\
extern int fclose (struct $FILE *__stream) ;\nextern int getc (struct $FILE *__stream) ;\n\
extern struct $FILE *fopen (const char *__filename, const char *__modes) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;\n\
enum { _ISdigit = 2048 };\n";

fn with_library(function: &str) -> String {
    let graph = lowered(&format!("{LIBRARY}{function}"));
    format!("{function}\n----\n{graph}")
}

#[test]
fn assert_in_both_forms_keeps_what_it_checks() {
    assert_snapshot!(with_library(
        "int f(int a, int *p) {\n  ((void) sizeof ((a != 3) ? 1 : 0), ({ if (a != 3) ; else __assert_fail (\"a != 3\", \"f.c\", 21, __PRETTY_FUNCTION__); }));\n  \
         ((p && a) ? (void) (0) : __assert_fail (\"p && a\", \"f.c\", 22, __PRETTY_FUNCTION__));\n  return *p;\n}"
    ));
}

#[test]
fn errno_ctype_null_and_streams() {
    assert_snapshot!(with_library(
        "int f(int a) {\n  (*__errno_location ()) = 0;\n  if ((*__errno_location ()) == 4) return (-1);\n  char *p = ((void *)0);\n  \
         if (((*__ctype_b_loc ())[(int) ((a))] & (unsigned short int) _ISdigit)) a++;\n  getc(stdin);\n  \
         struct $FILE *s = a ? stdin : fopen(\"x\", \"r\");\n  return s == ((void *)0) || *strchr(p, 'x');\n}"
    ));
}

#[test]
fn known_functions_stay_known_behind_their_prototypes() {
    assert_snapshot!(with_library(
        "void f(int n) {\n  char *p = malloc(n);\n  free(p);\n  char *q = __builtin_malloc(n);\n  __builtin_free(q);\n}"
    ));
    let own = lowered("void free(void *p) { count++; }\nvoid f(char *p) { free(p); }");
    assert!(own.contains("call free(p)"), "{own}");
    let inline = lowered(
        "extern inline __attribute__((__gnu_inline__)) void free(void *p) { }\nvoid f(char *p) { free(p); }",
    );
    assert!(inline.contains(": free(p)"), "{inline}");
}

#[test]
fn lists_of_the_kernel_and_of_bsd() {
    assert_snapshot!(shown(
        "struct list { struct list *next, *prev; };\nstruct item { int v; struct list l; struct { struct item *le_next; struct item **le_prev; } e; };\n\
         struct head { struct item *lh_first; };\nint f(struct list *hd, struct head *lh) {\n  struct item *i;\n  \
         for (i = ({ const enum $typeof { $ = sizeof (((enum $typeof { $ = sizeof (*i) } *)0)->l) } *__mptr = ((hd)->next); \
         (enum $typeof { $ = sizeof (*i) } *)((char *)__mptr - __builtin_offsetof (sizeof (enum $typeof { $ = sizeof (*i) }), $.l)); }); &i->l != (hd); i = 0)\n    i->v = 2;\n  \
         do { if (((i)->e.le_next = (lh)->lh_first) != ((void *)0)) (lh)->lh_first->e.le_prev = &(i)->e.le_next; (lh)->lh_first = (i); (i)->e.le_prev = &(lh)->lh_first; } while ( 0);\n  \
         return __builtin_offsetof (sizeof (struct item), $.l.prev);\n}"
    ));
}

#[test]
fn sets_of_descriptors() {
    assert_snapshot!(shown(
        "typedef long int __fd_mask;\ntypedef struct { struct $__fd_mask fds_bits[1024 / (8 * (int) sizeof (struct $__fd_mask))]; } fd_set;\n\
         int f(int a) {\n  struct $fd_set s;\n  do { unsigned int __i; struct $fd_set *__arr = (&s); for (__i = 0; __i < sizeof (struct $fd_set) / sizeof (struct $__fd_mask); ++__i) ((__arr)->fds_bits)[__i] = 0; } while (0);\n  \
         ((void) (((&s)->fds_bits)[((a) / (8 * (int) sizeof (struct $__fd_mask)))] |= ((struct $__fd_mask) (1UL << ((a) % (8 * (int) sizeof (struct $__fd_mask)))))));\n  return 0;\n}"
    ));
}

#[test]
fn types_of_operands() {
    assert_snapshot!(shown(
        "int f(int a, long b, va_list ap) {\n  \
         a = ({ enum $typeof { $ = sizeof (a) } _a = (a); enum $typeof { $ = sizeof (({ enum $typeof { $ = sizeof (b) } _b = b; _b; })) } _b = (b); _a > _b ? _a : _b; });\n  \
         struct $__auto_type x = a + 1L;\n  const struct $__auto_type p = &a;\n  *p = sizeof x;\n  enum $typeof_unqual { $ = sizeof (*p) } y = 3;\n  y = 4;\n  \
         a = __builtin_va_arg(ap, sizeof (unsigned char));\n  a = *__builtin_va_arg(ap, sizeof (int *));\n  struct $_BitInt z = 3;\n  struct $_Complex c = 1.0;\n  return a + z;\n}"
    ));
}
