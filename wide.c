#include <wchar.h>
void f(void){wchar_t d[5]; wcscpy(d,L"hello");}
