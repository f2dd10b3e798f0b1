#include <strata.h>

int main(void) {
  return strata_version() == STRATA_VERSION ? 0 : 1;
}
