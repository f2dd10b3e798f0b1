/*
 * no_exit.c - a test that leaves by exit() fails.
 *
 * Criterion 2.4.1 counts a child that calls exit(0) as passed, whatever was
 * still to be checked. The linker sends the calls that test programs and the
 * engine make here (--wrap); libraries, Criterion's runner among them, keep
 * the real ones.
 */
#include <stdio.h>
#include <stdlib.h>

_Noreturn void __wrap_exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__Exit(int status);

static _Noreturn void refuse(const char *name, int status) {
  fprintf(stderr, "Assertion Failed: %s(%d) was called in a test\n", name,
          status);
  abort();
}

_Noreturn void __wrap_exit(int status) {
  refuse("exit", status);
}

_Noreturn void __wrap__exit(int status) {
  refuse("_exit", status);
}

_Noreturn void __wrap__Exit(int status) {
  refuse("_Exit", status);
}
