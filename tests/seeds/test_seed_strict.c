/* Row L27: a bad key raises, or not: asked for when a script makes a world. */
#include "seed_kit.h"

#include <stdio.h>
#include <string.h>

TestSuite(strict, .timeout = 30);

/* What the script printed. */
typedef struct output {
  char text[600];
} output;

static void gather(void *user, const char *line) {
  output *out = user;
  size_t size = strlen(out->text);
  snprintf(out->text + size, sizeof out->text - size, "%s\n", line);
}

static const char script[] =
    "local rules = strata.rules {\n"
    "  layers = \"numbers\", attributes = { power = \"int\" } }\n"
    "local card = rules:world { strict = true }:spawn { power = 2 }\n"
    "print(pcall(function() return card.pwoer end))\n"
    "local loose = rules:world { strict = false }:spawn { power = 2 }\n"
    "print(pcall(function() return loose.pwoer end))\n";

Test(strict, seed_L27_a_bad_key_raises_in_strict_mode) {
  output out = {{0}};
  strata_vm_config config = {.print = gather, .print_user = &out};
  strata_vm *vm = NULL;
  strata_error error = {.status = STRATA_OK};
  cr_assert(eq(int, strata_vm_new(&config, &vm), STRATA_OK));

  strata_status status = strata_vm_run(vm, NULL, "strict", script, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);

  char *second = strchr(out.text, '\n');
  cr_assert(ne(ptr, second, NULL), "%s", out.text);
  *second++ = '\0';
  SEED_EXPECT(strncmp(out.text, "true", 4) == 0, "L27", 0);
  SEED_EXPECT(strstr(out.text, "pwoer") != NULL, "L27", 1);
  SEED_EXPECT(strncmp(second, "true", 4) == 0, "L27", 2);
  cr_expect(strstr(out.text, "power") != NULL, "a suggestion: %s", out.text);
  strata_vm_free(vm);
}
