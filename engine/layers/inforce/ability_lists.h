/* lists.h - lists of abilities: immutable, interned, named by a number. */
#ifndef STRATA_LAYERS_INFORCE_ABILITY_LISTS_H
#define STRATA_LAYERS_INFORCE_ABILITY_LISTS_H

#include "base/text.h"
#include "rules/model/clause.h"
#include "world/tables/text_cache.h"

/* One ability in a list. Together with the object that has the list it is an
 * ability's identity, but for `subst` and `stamp`. */
typedef struct st_ability_instance {
  uint32_t ability;     /* place in the domain */
  uint8_t origin;       /* strata_ability_origin */
  uint8_t forbidden;    /* no ability: it cannot be got (113.11) */
  uint16_t text_change; /* text change that it is under, 0: none */
  uint32_t giver;   /* unit that gave it, counted from 1; 0: the base value */
  uint32_t ordinal; /* among what that one gave, or in the base value */
  uint64_t stamp;   /* of the giver, 0 for the base value */
} st_ability_instance;

static inline bool st_ability_instance_same(const st_ability_instance *a,
                                            const st_ability_instance *b) {
  return a->ability == b->ability && a->origin == b->origin &&
         a->forbidden == b->forbidden && a->giver == b->giver &&
         a->ordinal == b->ordinal;
}

typedef struct st_ability_list {
  uint32_t first, count; /* in the items */
  uint32_t next;         /* in its chain of the table, number + 1 */
  bool acts;             /* some ability of it is static or a CDA */
} st_ability_list;

/* A text change: what its parent says, then one word for another. */
typedef struct st_text_change {
  uint16_t parent;
  strata_symbol from, to;
} st_text_change;

/* What a part does to a list. */
typedef struct st_ability_list_op {
  strata_op op;
  uint8_t origin; /* of what is given */
  uint32_t giver;
  uint32_t ordinal; /* of the first that is given */
  uint64_t stamp;
  const uint32_t *abilities; /* SET, ADD, REMOVE, FORBID */
  uint32_t count;
  uint32_t list;          /* COPY, BORROW: whose abilities are given */
  strata_symbol from, to; /* SUBSTITUTE */
} st_ability_list_op;

#define ST_ABILITY_LIST_MEMO_NAMES 4
#define ST_ABILITY_LIST_MEMO_SLOTS 8

/* The last operation, and what it made of which lists. */
typedef struct st_ability_list_memo {
  st_ability_list_op op; /* its abilities are those here */
  uint32_t abilities[ST_ABILITY_LIST_MEMO_NAMES];
  bool known;
  struct {
    uint32_t before, after; /* before: number + 1 */
  } at[ST_ABILITY_LIST_MEMO_SLOTS];
} st_ability_list_memo;

/* Number 0 is the empty list. */
typedef struct st_ability_lists {
  st_mem *mem;
  const strata_rules *rules;
  st_ability_instance *items;
  size_t item_count, item_capacity;
  st_ability_list *lists;
  size_t list_count, list_capacity;
  uint32_t *table; /* chains by hash: number + 1 */
  size_t table_size;
  uint32_t *list_of_text; /* by text id: number + 1 */
  size_t text_capacity;
  st_ability_instance *scratch;
  size_t scratch_capacity;
  st_text_change *text_changes; /* number - 1 */
  size_t text_change_count, text_change_capacity;
  st_ability_list_memo memo;
} st_ability_lists;

void st_ability_lists_init(st_ability_lists *lists, st_mem *mem,
                           const strata_rules *rules);
void st_ability_lists_fini(st_ability_lists *lists);

/* Forget all lists; memory is kept. */
void st_ability_lists_clear(st_ability_lists *lists);

static inline const st_ability_instance *
st_ability_list_items(const st_ability_lists *lists, uint64_t list,
                      uint32_t *count) {
  *count = 0;
  if (list >= lists->list_count) return NULL;
  const st_ability_list *l = &lists->lists[list];
  *count = l->count;
  return l->count > 0 ? lists->items + l->first : NULL;
}

/* True if an ability is in the list, whatever its origin. */
bool st_ability_list_has(const st_ability_lists *lists, uint64_t list,
                         uint32_t ability);

/* True if any ability is. */
bool st_ability_list_has_any(const st_ability_lists *lists, uint64_t list);

/* True if the abilities that do something by themselves are the same in both
 * lists, in the same order and under the same text. */
bool st_ability_list_acts_alike(const st_ability_lists *lists, uint64_t a,
                                uint64_t b);

/* The ability that is the same as `key`, or NULL. */
const st_ability_instance *st_ability_list_find(const st_ability_lists *lists,
                                                uint64_t list,
                                                const st_ability_instance *key);

/* The list that a text of the state says. */
strata_status st_ability_list_from_text(st_ability_lists *lists,
                                        st_text_cache *compiled,
                                        const st_store *store, uint32_t text,
                                        uint32_t *out);

strata_status st_ability_list_apply(st_ability_lists *lists,
                                    const st_ability_list_op *op, uint32_t list,
                                    uint32_t *out);

/* A list of all abilities of one kind (KEYWORD: of every kind) of `from`, added
 * to `list`, without their text changes: what a BORROW collects. */
strata_status st_ability_list_collect(st_ability_lists *lists, uint32_t list,
                                      uint32_t from, strata_ability_kind kind,
                                      uint32_t *out);

/* What a symbol means under a text change. */
strata_symbol st_text_change_symbol(const st_ability_lists *lists,
                                    uint32_t text_change, strata_symbol symbol);

/* The ability that one becomes when a word of its own is replaced: "protection
 * from black" is another ability than "protection from red" (612.2). */
uint32_t st_ability_list_rename_ability(const strata_rules *rules,
                                        uint32_t ability, strata_symbol from,
                                        strata_symbol to);

/* Names of the abilities, one on each line. */
void st_ability_list_write(const st_ability_lists *lists, uint64_t list,
                           const char *separator, st_text *text);

#endif
