/* code.h - what watchers say, compiled: frozen with the rules. */
#ifndef STRATA_CODE_H
#define STRATA_CODE_H

#include "rules/model/kind.h"

typedef struct st_test {
  strata_field field;
  const strata_expr *predicate; /* `it` is whom the field names */
} st_test;

/* A cheap condition that an event must fulfil for a code to apply: an index of
 * watchers is by it. */
typedef enum st_key_form {
  ST_KEY_NONE,
  ST_KEY_IS,   /* the field is what `value` gives, an expression of `this` */
  ST_KEY_WORD, /* the field is `word` */
  ST_KEY_HAS /* whom the field names has the symbol at `word` of list `attr` */
} st_key_form;

typedef struct st_key {
  uint8_t form; /* st_key_form */
  strata_field field;
  strata_attr attr;
  int64_t word;
  const strata_expr *value; /* of no frame */
  const strata_expr *whole; /* the condition, or predicate of a test, that says
                               this and nothing else; or NULL */
} st_key;

struct st_code {
  const char *name; /* of the names table */
  strata_role role;
  uint32_t rank;          /* class of 616.1; of none: behind all */
  strata_event_kind kind; /* or alias; STATE: 0 */
  st_test *tests;         /* the cheapest first */
  uint32_t test_count;
  const strata_expr *when, *only_if, *amount; /* or NULL */
  strata_symbol *zones;                       /* none: everywhere */
  uint32_t zone_count;
  st_key key;
  uint32_t uses, per_clock;
  strata_clock clock;
  bool batch, look_back, optional, own, as_is, immediate, again, always_ask;
  bool counts_done;
  uint32_t phase;   /* HANDLE: of its kind */
  int32_t place;    /* HANDLE: its rank */
  bool everywhere;  /* HANDLE: it is printed in the chain of all */
  st_routine deeds; /* its names are those of all expressions here */
  st_touch touch;   /* of everything here, and of what the deeds emit */
};

static inline const st_code *st_code_get(const strata_rules *rules,
                                         strata_code code) {
  assert(code - 1u < rules->names[STRATA_KIND_CODE].count);
  return &rules->codes[code - 1];
}

/* The code whose program it is, 0: it is of something else, or NULL. Cost O(1).
 */
static inline strata_code st_code_of(const strata_rules *rules,
                                     const st_routine *program) {
  uintptr_t first = (uintptr_t)rules->codes;
  uintptr_t at = (uintptr_t)program;
  size_t count = rules->names[STRATA_KIND_CODE].count;
  if (at < first || at >= first + count * sizeof rules->codes[0]) return 0;
  return (strata_code)((at - first) / sizeof rules->codes[0] + 1);
}

/* Choose the key of a code that is compiled, and has none yet. Errors: ENOMEM.
 */
strata_status st_code_choose_key(st_code *code, const strata_rules *rules,
                                 st_mem *mem);

#endif
