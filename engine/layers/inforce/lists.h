/* lists.h - lists of abilities: immutable, interned, named by a number. */
#ifndef STRATA_LISTS_H
#define STRATA_LISTS_H

#include "base/text.h"
#include "rules/model/clause.h"
#include "world/tables/compiled.h"

/* One ability in a list. Together with the object that has the list it is an
 * ability's identity, but for `subst` and `stamp`. */
typedef struct st_instance {
  uint32_t ability; /* place in the domain */
  uint8_t origin;   /* strata_origin */
  uint8_t banned;   /* no ability: it cannot be got (113.11) */
  uint16_t subst;   /* text change that it is under, 0: none */
  uint32_t giver;   /* unit that gave it, counted from 1; 0: the base value */
  uint32_t ordinal; /* among what that one gave, or in the base value */
  uint64_t stamp;   /* of the giver, 0 for the base value */
} st_instance;

static inline bool st_instance_same(const st_instance *a,
                                    const st_instance *b) {
  return a->ability == b->ability && a->origin == b->origin &&
         a->banned == b->banned && a->giver == b->giver &&
         a->ordinal == b->ordinal;
}

typedef struct st_list {
  uint32_t start, count; /* in the items */
  uint32_t next;         /* in its chain of the table, number + 1 */
  bool has_clauses;      /* some ability of it is static or a CDA */
} st_list;

/* A text change: what its parent says, then one word for another. */
typedef struct st_subst {
  uint16_t parent;
  strata_symbol from, to;
} st_subst;

/* What a part does to a list. */
typedef struct st_list_op {
  strata_op op;
  uint8_t origin; /* of what is given */
  uint32_t giver;
  uint32_t ordinal; /* of the first that is given */
  uint64_t stamp;
  const uint32_t *abilities; /* SET, ADD, REMOVE, FORBID */
  uint32_t count;
  uint32_t list;          /* COPY, BORROW: whose abilities are given */
  strata_symbol from, to; /* SUBSTITUTE */
} st_list_op;

#define ST_LIST_NAMED 4
#define ST_LIST_MEMO  8

/* The last operation, and what it made of which lists. */
typedef struct st_list_memo {
  st_list_op op; /* its abilities are those here */
  uint32_t abilities[ST_LIST_NAMED];
  bool known;
  struct {
    uint32_t before, after; /* before: number + 1 */
  } at[ST_LIST_MEMO];
} st_list_memo;

/* Number 0 is the empty list. */
typedef struct st_lists {
  st_mem *mem;
  const strata_rules *rules;
  st_instance *items;
  size_t item_count, item_capacity;
  st_list *lists;
  size_t list_count, list_capacity;
  uint32_t *table; /* chains by hash: number + 1 */
  size_t table_size;
  uint32_t *of_text; /* by text id: number + 1 */
  size_t text_capacity;
  st_instance *scratch;
  size_t scratch_capacity;
  st_subst *substs; /* number - 1 */
  size_t subst_count, subst_capacity;
  st_list_memo memo;
} st_lists;

void st_lists_init(st_lists *lists, st_mem *mem, const strata_rules *rules);
void st_lists_fini(st_lists *lists);

/* Forget all lists; memory is kept. */
void st_lists_empty(st_lists *lists);

static inline const st_instance *st_list_items(const st_lists *lists,
                                               uint64_t list, uint32_t *count) {
  *count = 0;
  if (list >= lists->list_count) return NULL;
  const st_list *l = &lists->lists[list];
  *count = l->count;
  return l->count > 0 ? lists->items + l->start : NULL;
}

/* True if an ability is in the list, whatever its origin. */
bool st_list_has(const st_lists *lists, uint64_t list, uint32_t ability);

/* True if any ability is. */
bool st_list_has_any(const st_lists *lists, uint64_t list);

/* True if the abilities that do something by themselves are the same in both
 * lists, in the same order and under the same text. */
bool st_list_acts_alike(const st_lists *lists, uint64_t a, uint64_t b);

/* The ability that is the same as `key`, or NULL. */
const st_instance *st_list_find(const st_lists *lists, uint64_t list,
                                const st_instance *key);

/* The list that a text of the state says. */
strata_status st_list_of_text(st_lists *lists, st_compiled *compiled,
                              const st_store *store, uint32_t text,
                              uint32_t *out);

strata_status st_list_apply(st_lists *lists, const st_list_op *op,
                            uint32_t list, uint32_t *out);

/* A list of all abilities of one kind (KEYWORD: of every kind) of `from`, added
 * to `list`, without their text changes: what a BORROW collects. */
strata_status st_list_collect(st_lists *lists, uint32_t list, uint32_t from,
                              strata_ability_kind kind, uint32_t *out);

/* What a symbol means under a text change. */
strata_symbol st_subst_symbol(const st_lists *lists, uint32_t subst,
                              strata_symbol symbol);

/* The ability that one becomes when a word of its own is replaced: "protection
 * from black" is another ability than "protection from red" (612.2). */
uint32_t st_list_change_name(const strata_rules *rules, uint32_t ability,
                             strata_symbol from, strata_symbol to);

/* Names of the abilities, one on each line. */
void st_list_write(const st_lists *lists, uint64_t list, const char *separator,
                   st_text *text);

#endif
