/* ability_lists.h - immutable, interned lists of abilities, named by a
 * number. */
#ifndef STRATA_LAYERS_INFORCE_ABILITY_LISTS_H
#define STRATA_LAYERS_INFORCE_ABILITY_LISTS_H

#include "base/text.h"
#include "rules/model/clause.h"
#include "world/tables/text_cache.h"

/* What stands for an ability in the mark of the text change that the object is
 * under, whatever abilities it has: the handlers of chains that its definition
 * prints are text of it too (612.1). */
#define ST_ABILITY_TEXT_MARK UINT32_MAX

/* One ability in a list. All fields but `text_change` and `stamp`, together
 * with the object that has the list, are the identity of the ability. */
typedef struct st_ability_instance {
  uint32_t ability; /* its place in the domain of the ability attribute */
  uint8_t origin;   /* strata_ability_origin */
  /* not an ability, but a mark: that the object cannot have it (113.11); of
     ST_ABILITY_TEXT_MARK the text change of the object itself */
  uint8_t forbidden;
  /* the text change that it is under, st_text_change + 1; 0: none */
  uint16_t text_change;
  uint32_t giver; /* the unit that gave it, + 1; 0: the base value */
  /* its place among what the giver gave, or in the base value */
  uint32_t ordinal;
  uint64_t stamp; /* the timestamp of the giver; 0: the base value */
} st_ability_instance;

static inline bool st_ability_instance_same(const st_ability_instance *a,
                                            const st_ability_instance *b) {
  return a->ability == b->ability && a->origin == b->origin &&
         a->forbidden == b->forbidden && a->giver == b->giver &&
         a->ordinal == b->ordinal;
}

typedef struct st_ability_list {
  uint32_t first, count; /* a range of the items */
  uint32_t next;         /* in its chain of the hash table, number + 1 */
  bool acts;             /* it has an ability with static clauses */
} st_ability_list;

/* A text change (612): the words that its parent replaces, and then one
 * more. */
typedef struct st_text_change {
  uint16_t parent;
  strata_symbol from, to;
} st_text_change;

/* What a part does to a list: the key of the memo below. */
typedef struct st_ability_list_op {
  strata_op op;
  uint8_t origin; /* of the given abilities */
  uint32_t giver;
  uint32_t ordinal; /* of the first given ability */
  uint64_t stamp;
  const uint32_t *abilities; /* SET, ADD, REMOVE, FORBID */
  uint32_t count;
  uint32_t list;          /* COPY, BORROW: the list whose abilities are given */
  strata_symbol from, to; /* SUBSTITUTE */
} st_ability_list_op;

#define ST_ABILITY_LIST_MEMO_NAMES 4
#define ST_ABILITY_LIST_MEMO_SLOTS 8

/* The last operation, and its results for some lists. An effect does one
 * operation to all that it affects, and most of these have one of a few
 * lists. */
typedef struct st_ability_list_memo {
  st_ability_list_op op; /* `op.abilities` points to `abilities` */
  uint32_t abilities[ST_ABILITY_LIST_MEMO_NAMES];
  bool known;
  struct {
    uint32_t before, after; /* before: number + 1; 0: free */
  } at[ST_ABILITY_LIST_MEMO_SLOTS];
} st_ability_list_memo;

/* The lists of one pass. Number 0 is the empty list. Equal lists have one
 * number, so comparing lists is comparing numbers; test unit.ability_lists
 * holds operations against a plain model. Numbers hold until
 * st_ability_lists_clear. */
typedef struct st_ability_lists {
  st_mem *mem;
  const strata_rules *rules;
  st_ability_instance *items;
  size_t item_count, item_capacity;
  st_ability_list *lists;
  size_t list_count, list_capacity;
  uint32_t *table; /* chains by hash: number + 1; the size is a power of two */
  size_t table_size;
  /* by text id: the number of its list + 1; 0: not known */
  uint32_t *list_of_text;
  size_t text_capacity;
  st_ability_instance *scratch;
  size_t scratch_capacity;
  st_text_change *text_changes; /* by number - 1 */
  size_t text_change_count, text_change_capacity;
  st_ability_list_memo memo;
} st_ability_lists;

void st_ability_lists_init(st_ability_lists *lists, st_mem *mem,
                           const strata_rules *rules);
void st_ability_lists_fini(st_ability_lists *lists);

/* Drop all lists. Memory is kept. */
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

/* True if the list has an ability, whatever its origin. */
bool st_ability_list_has(const st_ability_lists *lists, uint64_t list,
                         uint32_t ability);

/* True if the list has any ability. */
bool st_ability_list_has_any(const st_ability_lists *lists, uint64_t list);

/* True if the abilities with static clauses are the same in both lists, in the
 * same order and under the same text changes. */
bool st_ability_list_acts_alike(const st_ability_lists *lists, uint64_t a,
                                uint64_t b);

/* The ability in the list with the identity of `key`, or NULL. */
const st_ability_instance *st_ability_list_find(const st_ability_lists *lists,
                                                uint64_t list,
                                                const st_ability_instance *key);

/* The list of the abilities that a text of the state names. */
strata_status st_ability_list_from_text(st_ability_lists *lists,
                                        st_text_cache *compiled,
                                        const st_store *store, uint32_t text,
                                        uint32_t *out);

/* Forget the lists of the texts from an id on, which were rolled back. */
void st_ability_lists_forget_texts(st_ability_lists *lists, uint32_t from);

/* The list that an operation makes of a list. */
strata_status st_ability_list_apply(st_ability_lists *lists,
                                    const st_ability_list_op *op, uint32_t list,
                                    uint32_t *out);

/* Make the list of all abilities in `list` and of the abilities of one kind in
 * `from` (KEYWORD: of every kind), without text changes: what a BORROW
 * collects. */
strata_status st_ability_list_collect(st_ability_lists *lists, uint32_t list,
                                      uint32_t from, strata_ability_kind kind,
                                      uint32_t *out);

/* The symbol that replaces `symbol` under a text change; 0: no text change. */
strata_symbol st_text_change_symbol(const st_ability_lists *lists,
                                    uint32_t text_change, strata_symbol symbol);

/* The text change that the object of a list is under, as its printed handlers
 * are; 0: none. Rules whose definitions print none keep none. */
uint32_t st_ability_list_text_change(const st_ability_lists *lists,
                                     uint64_t list);

/* The words that a text change replaces, and by what, as pairs; at most `room`
 * of them. Returns how many pairs there are. */
uint32_t st_text_change_pairs(const st_ability_lists *lists,
                              uint32_t text_change, strata_symbol *pairs,
                              uint32_t room);

/* True if two text changes of two passes replace the same words. */
bool st_text_change_same(const st_ability_lists *a, uint32_t change_a,
                         const st_ability_lists *b, uint32_t change_b);

/* The ability that an ability becomes when its own word is replaced:
 * "protection from black" is another ability than "protection from red"
 * (612.2). */
uint32_t st_ability_list_rename_ability(const strata_rules *rules,
                                        uint32_t ability, strata_symbol from,
                                        strata_symbol to);

/* Write the names of the abilities in a list, with a separator between them. */
void st_ability_list_write(const st_ability_lists *lists, uint64_t list,
                           const char *separator, st_text *text);

#endif
