#include <strata.h>

int main() {
  return strata_version() == STRATA_VERSION ? 0 : 1;
}
