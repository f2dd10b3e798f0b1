/*
 * classes.c - entities that nothing in force can tell apart.
 *
 * Two entities with the same base values of all that clauses read are affected
 * by the same units, whatever these do: a pass over classes gives what one
 * over entities would. That fails where somebody is meant himself: as `this`,
 * as a target, by a reference. Those are alone in a class. Where a clause
 * tells any two entities apart the plan says so, and nothing is shared.
 */
#include "layers/inforce/classes.h"

#include <string.h>

/* Fewer entities than this are faster each for itself. */
#define FEW 64

/* -- Beginning and end -- */

strata_status st_classes_init(st_classes *classes, st_mem *mem,
                              const st_store *store, const st_plan *plan) {
  *classes = (st_classes){.mem = mem,
                          .rules = store->rules,
                          .store = store,
                          .plan = plan,
                          .serial = 1};
  return st_keys_init(&classes->keys, mem, store);
}

void st_classes_fini(st_classes *classes) {
  if (!classes->mem) return;
  st_mem *mem = classes->mem;
  st_mem_free(mem, classes->at, classes->class_capacity, sizeof classes->at[0]);
  st_mem_free(mem, classes->live, classes->live_capacity,
              sizeof classes->live[0]);
  st_mem_free(mem, classes->key_of, classes->key_capacity,
              sizeof classes->key_of[0]);
  st_mem_free(mem, classes->table, classes->table_size,
              sizeof classes->table[0]);
  st_mem_free(mem, classes->of, classes->of_capacity, sizeof classes->of[0]);
  st_mem_free(mem, classes->waits, classes->waits_capacity,
              sizeof classes->waits[0]);
  st_mem_free(mem, classes->returned, classes->returned_capacity,
              sizeof classes->returned[0]);
  st_mem_free(mem, classes->changed, classes->changed_capacity,
              sizeof classes->changed[0]);
  st_keys_fini(&classes->keys);
  *classes = (st_classes){0};
}

/* Room for all slots that there can be; new ones are in no class. */
static strata_status add_slots(st_classes *classes) {
  st_mem *mem = classes->mem;
  size_t top = classes->store->capacity[ST_TABLE_ENTITY];
  assert(top > classes->top);
  if (!st_mem_reserve(mem, &classes->of, &classes->of_capacity, top,
                      sizeof classes->of[0]) ||
      !st_mem_reserve(mem, &classes->waits, &classes->waits_capacity, top / 64,
                      sizeof classes->waits[0]) ||
      !st_mem_reserve(mem, &classes->returned, &classes->returned_capacity,
                      top / 64, sizeof classes->returned[0]) ||
      !st_mem_reserve(mem, &classes->changed, &classes->changed_capacity, top,
                      sizeof classes->changed[0])) {
    return STRATA_ENOMEM;
  }
  size_t old = classes->top;
  memset(classes->of + old, 0, (top - old) * sizeof classes->of[0]);
  memset(classes->waits + old / 64, 0,
         (top - old) / 64 * sizeof classes->waits[0]);
  memset(classes->returned + old / 64, 0,
         (top - old) / 64 * sizeof classes->returned[0]);
  classes->top = (uint32_t)top;
  return STRATA_OK;
}

static inline strata_status reserve_slots(st_classes *classes) {
  return classes->store->capacity[ST_TABLE_ENTITY] <= classes->top
             ? STRATA_OK
             : add_slots(classes);
}

/* -- Finding a class by its key -- */

/* Whether a class has a key, whose words are `stride` apart. */
static bool has_key(const st_classes *classes, uint32_t c, const uint64_t *key,
                    uint32_t stride) {
  const uint64_t *own = classes->key_of + (size_t)c * classes->keys.words;
  uint64_t differs = 0;
  for (uint32_t k = 0; k < classes->keys.words; k++) {
    differs |= own[k] ^ key[(size_t)k * stride];
  }
  return differs == 0;
}

/* Where a key is in the table, or the free place where it would be. */
static uint32_t *find_place(const st_classes *classes, uint64_t hash,
                            const uint64_t *key, uint32_t stride) {
  size_t mask = classes->table_size - 1;
  size_t i = hash & mask;
  while (classes->table[i] != 0 &&
         !has_key(classes, classes->table[i], key, stride)) {
    i = (i + 1) & mask;
  }
  return &classes->table[i];
}

static uint32_t *find_key(const st_classes *classes, const uint64_t *key) {
  return find_place(classes, st_keys_hash(&classes->keys, key), key, 1);
}

/* The table never gets more than half full. */
static strata_status grow_table(st_classes *classes) {
  if ((size_t)classes->count * 2 < classes->table_size) return STRATA_OK;
  size_t size = classes->table_size ? classes->table_size * 2 : 2048;
  uint32_t *table = st_mem_zeroed(classes->mem, size, sizeof *table);
  if (!table) return STRATA_ENOMEM;
  st_mem_free(classes->mem, classes->table, classes->table_size,
              sizeof classes->table[0]);
  classes->table = table;
  classes->table_size = size;
  for (uint32_t c = 1; c < classes->count; c++) {
    if (classes->at[c].slot != 0) continue;
    *find_key(classes, classes->key_of + (size_t)c * classes->keys.words) = c;
  }
  return STRATA_OK;
}

static bool is_live(const st_classes *classes, uint32_t slot) {
  return st_get_bit(classes->store, ST_COLUMN_ENTITY_LIVE, slot);
}

/* -- News -- */

/* What has changed of a slot that is alone. */
static void note(st_classes *classes, uint32_t slot, uint64_t what) {
  if (classes->flooded) return;
  for (uint32_t i = 0; i < classes->noted_count; i++) {
    if (classes->noted[i].slot != slot) continue;
    classes->noted[i].what |= what;
    return;
  }
  if (classes->noted_count == ST_NEWS) {
    classes->flooded = true;
    return;
  }
  classes->noted[classes->noted_count++] = (st_noted){slot, what};
}

static uint64_t noted_of(const st_classes *classes, uint32_t slot) {
  for (uint32_t i = 0; i < classes->noted_count; i++) {
    if (classes->noted[i].slot == slot) return classes->noted[i].what;
  }
  return ST_CHANGED_ALL;
}

/* A class is another than the pass knows. */
static void tell(st_classes *classes, st_news news, bool *rerun) {
  for (uint32_t i = 0; i < classes->news_count; i++) {
    if (classes->news[i].class != news.class) continue;
    news.what |= classes->news[i].what;
    news.fresh |= classes->news[i].fresh;
    classes->news[i] = news;
    return;
  }
  if (classes->news_count == ST_NEWS) {
    classes->serial++; /* what held for a class may not for who has left it */
    *rerun = true;
    return;
  }
  classes->news[classes->news_count++] = news;
}

/* -- Classes -- */

static void set_key(st_classes *classes, uint32_t c, const uint64_t *key) {
  memcpy(classes->key_of + (size_t)c * classes->keys.words, key,
         classes->keys.words * sizeof *key);
}

/* Words of a bitmap of classes, with room for some that may come. */
static uint32_t words_of(uint32_t count) {
  return (count + count / 8 + ST_NEWS / 2) / 64 + 1;
}

/* A new class of one entity, which is alone there if its slot is given. */
static strata_status add_class(st_classes *classes, uint32_t slot,
                               uint32_t *out) {
  st_mem *mem = classes->mem;
  uint32_t words = classes->keys.words;
  uint32_t c = classes->count;
  size_t live = classes->live_capacity;
  if (!st_mem_reserve(mem, &classes->at, &classes->class_capacity,
                      (size_t)c + 1, sizeof classes->at[0]) ||
      !st_mem_reserve(mem, &classes->live, &classes->live_capacity,
                      words_of(c + 1), sizeof classes->live[0]) ||
      !st_mem_reserve(mem, &classes->key_of, &classes->key_capacity,
                      ((size_t)c + 1) * words + 1, sizeof classes->key_of[0])) {
    return STRATA_ENOMEM;
  }
  if (classes->live_capacity > live) {
    memset(classes->live + live, 0,
           (classes->live_capacity - live) * sizeof classes->live[0]);
  }
  classes->at[c] = (st_class){.slot = slot, .size = 1};
  st_bit_put(classes->live, c, true);
  memset(classes->key_of + (size_t)c * words, 0, words * sizeof(uint64_t));
  classes->count++;
  *out = c;
  return STRATA_OK;
}

/* Put an entity into the class of its key. */
static strata_status join(st_classes *classes, uint32_t slot,
                          const uint64_t *key, bool *rerun) {
  uint32_t *at = find_key(classes, key);
  uint32_t c = *at;
  if (c != 0) {
    st_class *class = &classes->at[c];
    if (class->size++ == 0 && !st_bit_test(classes->live, c)) {
      st_bit_put(classes->live, c, true);
      tell(classes, (st_news){.class = c, .live = true}, rerun);
    }
    classes->of[slot] = c;
    return STRATA_OK;
  }
  strata_status status = add_class(classes, 0, &c);
  if (status) return status;
  tell(classes, (st_news){.class = c, .live = true, .fresh = true}, rerun);
  set_key(classes, c, key);
  *at = c;
  classes->of[slot] = c;
  return grow_table(classes);
}

static void leave(st_classes *classes, uint32_t slot, bool *rerun) {
  uint32_t c = classes->of[slot];
  classes->of[slot] = 0;
  if (c == 0 || --classes->at[c].size > 0) return;
  if (classes->keeps && classes->at[c].slot == 0) {
    classes->emptied = true;
    return;
  }
  st_bit_put(classes->live, c, false);
  tell(classes,
       (st_news){
           .class = c, .slot = classes->at[c].slot, .what = ST_CHANGED_ALL},
       rerun);
}

void st_classes_purge(st_classes *classes) {
  for (uint32_t c = 1; classes->emptied && c < classes->count; c++) {
    if (classes->at[c].size == 0) st_bit_put(classes->live, c, false);
  }
  classes->emptied = false;
}

/* Give an entity a class of its own, with the key that it has. */
static strata_status isolate(st_classes *classes, uint32_t slot, bool *rerun) {
  if (slot == 0 || !is_live(classes, slot)) return STRATA_OK;
  uint32_t old = classes->of[slot];
  if (classes->at[old].slot != 0) return STRATA_OK;
  uint32_t c;
  strata_status status = add_class(classes, slot, &c);
  if (status) return status;
  tell(
      classes,
      (st_news){.class = c, .slot = slot, .what = ST_CHANGED_ALL, .live = true},
      rerun);
  set_key(classes, c, classes->key_of + (size_t)old * classes->keys.words);
  leave(classes, slot, rerun);
  classes->of[slot] = c;
  return grow_table(classes);
}

/* -- Who is alone -- */

static strata_status isolate_handle(st_classes *classes, uint64_t handle,
                                    bool *rerun) {
  return isolate(classes, st_entity_slot(classes->store, handle), rerun);
}

/* Those that an expression names. */
static strata_status isolate_named(st_classes *classes, const strata_expr *expr,
                                   bool *rerun) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; expr && !status && i < expr->node_count; i++) {
    const st_expr_node *node = &expr->nodes[i];
    if (node->who != ST_WHO_HANDLE) continue;
    status = isolate_handle(classes, (uint64_t)node->value, rerun);
  }
  return status;
}

enum { SUBJECTS_SEEN = 256 };

/* The source and the targets of an effect, and all that it names. */
static strata_status isolate_of_clause(st_classes *classes,
                                       const st_created *created,
                                       const strata_expr **seen, bool *rerun) {
  const st_store *store = classes->store;
  const st_clause_code *code = &created->code;
  strata_status status = isolate_handle(
      classes, st_get64(store, ST_COLUMN_EFFECT_SOURCE, created->effect),
      rerun);
  /* Many clauses have one subject: those whom it names are alone already. */
  const strata_expr **same =
      &seen[((uintptr_t)code->subject >> 6) % SUBJECTS_SEEN];
  if (!status && *same != code->subject) {
    *same = code->subject;
    status = isolate_named(classes, code->subject, rerun);
  }
  if (!status) status = isolate_named(classes, code->condition, rerun);
  for (uint32_t i = 0; !status && i < code->part_count; i++) {
    const st_clause_part *part = &code->parts[i];
    status = isolate_named(classes, part->operand, rerun);
    strata_attr attr = st_verb_attr(part->verb);
    if (!status && classes->rules->attrs[attr - 1].type == STRATA_REF) {
      status = isolate_handle(classes, part->value, rerun);
    }
  }
  uint32_t node = created->locked
                      ? st_get32(store, ST_COLUMN_PART_NODES, created->locked)
                      : 0;
  for (; !status && node != 0;
       node = st_get32(store, ST_COLUMN_NODE_SIBLING, node)) {
    status =
        isolate(classes, st_get32(store, ST_COLUMN_NODE_TARGET, node), rerun);
  }
  return status;
}

/* Those that the plan's newest clauses speak of. */
static strata_status isolate_of_clauses(st_classes *classes, bool *rerun) {
  const st_plan *plan = classes->plan;
  strata_status status = STRATA_OK;
  const strata_expr *seen[SUBJECTS_SEEN] = {0};
  for (size_t i = plan->clause_count; !status && i-- > 0;) {
    if (plan->clauses[i]->serial <= classes->clause) break;
    status = isolate_of_clause(classes, plan->clauses[i], seen, rerun);
  }
  classes->clause = plan->next_serial;
  return status;
}

/* Whether an entity acts by itself: by abilities, or by a law of counters. */
static bool acts(const st_classes *classes, uint32_t slot) {
  const strata_rules *rules = classes->rules;
  const st_store *store = classes->store;
  if (rules->ability_attr != 0) {
    uint32_t column = rules->attrs[rules->ability_attr - 1].column;
    if (st_plan_acts(classes->plan, st_get32(store, column, slot))) return true;
  }
  for (uint32_t i = 0; i < rules->law_count; i++) {
    strata_attr counter = rules->laws[i].counter;
    if (counter != 0 && st_law_applies(&rules->laws[i]) &&
        st_entity_base(store, &rules->attrs[counter - 1], slot) != 0) {
      return true;
    }
  }
  return false;
}

/* Whether anybody could. */
static bool some_act(const st_classes *classes) {
  const strata_rules *rules = classes->rules;
  bool counts = false;
  for (uint32_t i = 0; i < rules->law_count; i++) {
    counts = counts ||
             (rules->laws[i].counter != 0 && st_law_applies(&rules->laws[i]));
  }
  return counts || (rules->ability_attr != 0 && classes->plan->has_clauses);
}

/* Those that a key refers to. */
static strata_status isolate_of_key(st_classes *classes, const uint64_t *key,
                                    bool *rerun) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < classes->keys.field_count; i++) {
    const st_key_field *field = &classes->keys.fields[i];
    const st_attr *a = &classes->rules->attrs[field->attr - 1];
    if (a->type != STRATA_REF) continue;
    uint64_t handle = key[field->at] ^ (uint64_t)a->default_value;
    status = isolate_handle(classes, handle, rerun);
  }
  return status;
}

/* -- Updating -- */

/* Put a slot where it belongs now. `key` is its key if it lives. */
static strata_status place(st_classes *classes, uint32_t slot, bool live,
                           const uint64_t *key, bool *rerun) {
  bool back = st_bit_test(classes->returned, slot);
  st_bit_put(classes->returned, slot, false);
  if (!live) {
    leave(classes, slot, rerun);
    return STRATA_OK;
  }
  classes->returned_count += back;
  uint32_t before = classes->count;
  bool alone = classes->at[classes->of[slot]].slot != 0;
  strata_status status = STRATA_OK;
  if (!alone && (back || acts(classes, slot))) {
    status = isolate(classes, slot, rerun);
    alone = true;
  }
  if (status) return status;
  uint32_t old = classes->of[slot];
  bool same = old != 0 && has_key(classes, old, key, 1);
  if (!alone && same) return STRATA_OK;
  if (alone) {
    set_key(classes, old, key);
    tell(classes,
         (st_news){.class = old,
                   .slot = slot,
                   .what = noted_of(classes, slot),
                   .live = true},
         rerun);
  } else {
    leave(classes, slot, rerun);
    status = join(classes, slot, key, rerun);
  }
  bool is_new = classes->count != before || (alone && !same);
  return status || !is_new ? status : isolate_of_key(classes, key, rerun);
}

/* A slot that has changed. */
static strata_status place_changed(st_classes *classes, uint32_t slot,
                                   bool *rerun) {
  bool live = is_live(classes, slot);
  if (live) st_keys_read(&classes->keys, slot, classes->keys.one);
  return place(classes, slot, live, classes->keys.one, rerun);
}

/* Which slots of a block have the key of the class that is first where their
 * hash leads to, and which class that is. Without a branch, for who comes next
 * is not to be foreseen. */
static uint64_t guess_block(const st_classes *classes, const uint64_t *hashes,
                            uint32_t *found) {
  const uint64_t *block = classes->keys.block;
  size_t mask = classes->table_size - 1;
  uint32_t words = classes->keys.words;
  uint64_t hits = 0;
  for (uint32_t i = 0; i < ST_KEY_BLOCK; i++) {
    uint32_t c = classes->table[hashes[i] & mask];
    const uint64_t *own = classes->key_of + (size_t)c * words;
    uint64_t differs = c == 0;
    for (uint32_t k = 0; k < words; k++) {
      differs |= own[k] ^ block[(size_t)k * ST_KEY_BLOCK + i];
    }
    found[i] = c;
    hits |= (uint64_t)(differs == 0) << i;
  }
  return hits;
}

/* One of a block that is in no class yet. */
static strata_status place_new(st_classes *classes, uint32_t slot,
                               uint64_t hash) {
  const uint64_t *key = classes->keys.block + slot % ST_KEY_BLOCK;
  uint32_t c = *find_place(classes, hash, key, ST_KEY_BLOCK);
  if (ST_LIKELY(c != 0 && classes->at[c].size > 0)) {
    classes->at[c].size++;
    classes->of[slot] = c;
    return STRATA_OK;
  }
  for (uint32_t k = 0; k < classes->keys.words; k++) {
    classes->keys.one[k] = key[(size_t)k * ST_KEY_BLOCK];
  }
  bool rerun;
  return place(classes, slot, true, classes->keys.one, &rerun);
}

/* 64 slots of which nothing is known but that some are alone. */
static strata_status place_block(st_classes *classes, uint32_t word) {
  uint64_t live = st_get_word(classes->store, ST_COLUMN_ENTITY_LIVE, word);
  if (live == 0) return STRATA_OK;
  uint64_t hashes[ST_KEY_BLOCK];
  st_keys_read_block(&classes->keys, word);
  st_keys_hash_block(&classes->keys, hashes);
  uint32_t guesses[ST_KEY_BLOCK];
  uint64_t hits = guess_block(classes, hashes, guesses);
  bool may_act = some_act(classes);
  strata_status status = STRATA_OK;
  for (; !status && live != 0; live &= live - 1) {
    uint32_t bit = st_lowest_bit(live);
    uint32_t slot = word * ST_KEY_BLOCK + bit;
    st_class *guess = &classes->at[guesses[bit]];
    if (classes->of[slot] != 0 || (may_act && acts(classes, slot))) {
      bool rerun;
      status = place_changed(classes, slot, &rerun);
    } else if (ST_LIKELY(hits >> bit & 1) && guess->size > 0) {
      guess->size++;
      classes->of[slot] = guesses[bit];
    } else {
      status = place_new(classes, slot, hashes[bit]);
    }
  }
  return status;
}

/* More classes than half as many as there are entities are too many. */
static bool pays(const st_classes *classes, uint32_t live) {
  return classes->sharing == STRATA_TUNE_ALWAYS || classes->count <= live / 2;
}

/* Every so many-th word of slots, of a world that is large enough to tell from
 * it whether next to nobody has an equal. (If half as many classes as entities
 * would do, 6 % of these have one among themselves.) */
enum { SPREAD = 16, ENOUGH = 4096 };

static strata_status place_some(st_classes *classes, uint32_t words,
                                bool *hopeless) {
  strata_status status = STRATA_OK;
  uint32_t before = classes->count;
  uint32_t seen = 0;
  for (uint32_t w = 0; !status && w < words; w += SPREAD) {
    seen +=
        st_count_bits(st_get_word(classes->store, ST_COLUMN_ENTITY_LIVE, w));
    status = place_block(classes, w);
  }
  *hopeless = classes->sharing != STRATA_TUNE_ALWAYS &&
              classes->count - before > seen - seen / 32;
  return status;
}

/* Put all into classes, unless that turns out not to pay. */
static strata_status place_all(st_classes *classes, uint32_t live,
                               bool *shared) {
  uint32_t words = st_words_for(st_entity_top(classes->store) + 1);
  bool hopeless = false;
  strata_status status = place_some(classes, words, &hopeless);
  *shared = !hopeless || live < ENOUGH;
  for (uint32_t w = 0; !status && w < words && *shared; w++) {
    if (w % SPREAD != 0) status = place_block(classes, w);
    *shared = pays(classes, live);
  }
  return status;
}

static strata_status make(st_classes *classes, uint32_t live) {
  classes->shared = false;
  classes->keeps = false;
  classes->emptied = false;
  classes->made_for = 0;
  classes->changed_count = 0;
  classes->clause = 0;
  strata_status status = reserve_slots(classes);
  if (status) return status;
  st_keys_choose(&classes->keys, classes->plan);
  memset(classes->of, 0, classes->top * sizeof classes->of[0]);
  memset(classes->waits, 0, classes->top / 64 * sizeof classes->waits[0]);
  memset(classes->returned, 0, classes->top / 64 * sizeof classes->returned[0]);
  classes->returned_count = 0;
  if (classes->table) {
    memset(classes->table, 0, classes->table_size * sizeof(uint32_t));
  }
  if (classes->live) {
    memset(classes->live, 0, classes->live_capacity * sizeof classes->live[0]);
  }
  bool rerun;
  uint32_t nobody;
  classes->count = 0;
  status = add_class(classes, 0, &nobody);
  if (status) return status;
  classes->live[0] = 0;
  status = grow_table(classes);
  if (!status) status = isolate_of_clauses(classes, &rerun);
  bool shared = false;
  if (!status) status = place_all(classes, live, &shared);
  if (status) return status;
  classes->shared = shared;
  classes->made_for = classes->plan->made;
  classes->live_then = live;
  return STRATA_OK;
}

/* Take in what has changed since. */
static strata_status catch_up(st_classes *classes, bool *rerun) {
  strata_status status = reserve_slots(classes);
  for (size_t i = 0; !status && i < classes->changed_count; i++) {
    uint32_t slot = classes->changed[i];
    st_bit_put(classes->waits, slot, false);
    status = place_changed(classes, slot, rerun);
  }
  classes->changed_count = 0;
  if (!status && classes->clause != classes->plan->next_serial) {
    status = isolate_of_clauses(classes, rerun);
  }
  return status;
}

/* Starting anew after so many puts those who came back together again. */
#define MANY_RETURNED 64

/* Whether sharing is out of the question. */
static bool is_useless(const st_classes *classes, uint32_t live) {
  const st_plan *plan = classes->plan;
  if (!plan->active || plan->apart) return true;
  if (classes->sharing == STRATA_TUNE_ALWAYS) return false;
  return classes->sharing == STRATA_TUNE_NEVER || live < FEW;
}

/* Where nothing is shared a class is who has changed. */
static void tell_noted(st_classes *classes, bool *rerun) {
  for (uint32_t i = 0; i < classes->noted_count; i++) {
    uint32_t slot = classes->noted[i].slot;
    tell(classes,
         (st_news){.class = slot,
                   .slot = slot,
                   .what = classes->noted[i].what,
                   .live = is_live(classes, slot)},
         rerun);
  }
}

static strata_status update(st_classes *classes, uint32_t live, bool *rerun) {
  bool was = classes->shared;
  if (is_useless(classes, live)) {
    classes->shared = false;
    classes->made_for = 0;
    if (!was) tell_noted(classes, rerun);
    return STRATA_OK;
  }
  bool known = classes->made_for == classes->plan->made;
  if (known && classes->shared) {
    strata_status status = catch_up(classes, rerun);
    /* Numbers are not used again: start anew when most are nobody's. */
    bool go_on = pays(classes, live) && classes->returned_count < MANY_RETURNED;
    if (status || go_on) return status;
  } else if (known && live / 2 < classes->live_then) {
    tell_noted(classes, rerun); /* it did not pay */
    return STRATA_OK;
  }
  classes->serial++;
  *rerun = true;
  return make(classes, live);
}

strata_status st_classes_update(st_classes *classes, bool *rerun) {
  bool was = classes->shared;
  uint32_t live =
      (uint32_t)st_scalar_get(classes->store, ST_SCALAR_ENTITY_COUNT);
  *rerun = *rerun || classes->flooded || !classes->listens;
  strata_status status = update(classes, live, rerun);
  if (status) st_classes_forget(classes);
  classes->listens = !status && classes->plan->active;
  classes->flooded = false;
  classes->noted_count = 0;
  if (was != classes->shared) {
    classes->serial++;
    *rerun = true;
  }
  classes->words = classes->shared
                       ? words_of(classes->count)
                       : classes->store->capacity[ST_TABLE_ENTITY] / 64;
  return status;
}

void st_class_changed(st_classes *classes, uint32_t slot, uint64_t what) {
  if (!classes->shared) {
    note(classes, slot, what);
    return;
  }
  if (classes->made_for == 0) return;
  if (slot >= classes->top) {
    /* There was no room for it when the others were looked at. */
    if (reserve_slots(classes)) {
      st_classes_forget(classes);
      return;
    }
  }
  if (classes->at[classes->of[slot]].slot != 0) note(classes, slot, what);
  if (st_bit_test(classes->waits, slot)) return;
  st_bit_put(classes->waits, slot, true);
  classes->changed[classes->changed_count++] = slot;
}

void st_class_returned(st_classes *classes, uint32_t slot) {
  st_class_changed(classes, slot, ST_CHANGED_ALL);
  if (!classes->shared || classes->made_for == 0) return;
  st_bit_put(classes->returned, slot, true);
}

/* -- What a pass asks -- */

uint32_t st_class_somebody(const st_classes *classes, uint32_t c) {
  if (!classes->shared) return c;
  if (classes->at[c].slot != 0) return classes->at[c].slot;
  for (uint32_t slot = 1; slot < classes->top; slot++) {
    if (classes->of[slot] == c) return slot;
  }
  return 0;
}

uint32_t st_classes_used(const st_classes *classes) {
  uint32_t count = 0;
  for (uint32_t c = 1; classes->shared && c < classes->count; c++) {
    count += classes->at[c].size > 0;
  }
  return count;
}

size_t st_classes_bytes(const st_classes *classes) {
  return classes->class_capacity * sizeof classes->at[0] +
         classes->live_capacity * sizeof classes->live[0] +
         classes->key_capacity * sizeof classes->key_of[0] +
         classes->table_size * sizeof classes->table[0] +
         classes->of_capacity * sizeof classes->of[0] +
         classes->waits_capacity * sizeof classes->waits[0] +
         classes->returned_capacity * sizeof classes->returned[0] +
         classes->changed_capacity * sizeof classes->changed[0];
}
