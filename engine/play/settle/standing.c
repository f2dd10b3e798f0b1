/*
 * standing.c - whether an action goes round in a circle.
 *
 * As Brent finds cycles: the state after 16, 32, 64 ... rounds is remembered,
 * as a place in the journal, and the rounds that follow are held against it.
 * Only so many of them are: a circle of more rounds is stopped by the limit of
 * events, like those that grow. So an action of r rounds is compared O(log r)
 * times, each time by what a few rounds have written.
 *
 * What a decision or a roll lies in might come otherwise the next time: both
 * begin the search anew.
 */
#include "play/settle/standing.h"

#include "play/compare/meaning.h"
#include "play/settle/stack.h"
#include "world/store/strings.h"
#include "world/tables/log.h"

#include <string.h>

/* Rounds before anything is remembered; those that a circle may have. */
#define FIRST_ROUND 16
#define MOST_ROUNDS 64

/* Scalars that tell most states apart at once. */
static const st_scalar signs[] = {ST_SCALAR_ENTITY_COUNT,
                                  ST_SCALAR_EFFECT_COUNT};

static bool has_signs(const st_run *run) {
  const st_standing *s = &run->standing;
  for (size_t i = 0; i < ST_COUNT_OF(signs); i++) {
    if (st_scalar_get(run->store, signs[i]) != s->signs[i]) return false;
  }
  return true;
}

static uint32_t top_of_stack(const st_run *run) {
  const st_zone *stack = st_stack_zone(run->rules);
  return stack ? st_zone_top(run->store, stack, 0) : 0;
}

/* Who is on top of the stack now was there and not on top: so there are fewer,
 * and it is another state. */
static bool has_shrunk(const st_run *run) {
  const st_standing *s = &run->standing;
  uint32_t top = top_of_stack(run);
  if (top == s->top) return false;
  return top == 0 ||
         st_get64(run->store, ST_COLUMN_ENTITY_STAMP, top) <= s->stamp;
}

static void remember(st_run *run) {
  st_standing *s = &run->standing;
  static_assert(ST_COUNT_OF(signs) == ST_COUNT_OF(s->signs), "signs of states");
  s->known = true;
  s->since = s->rounds;
  s->journal = run->store->journal_count;
  s->asked = run->asked;
  s->chance = st_scalar_get(run->store, ST_SCALAR_CHANCE);
  s->log = st_log_last(run->store);
  s->stamp = st_scalar_get(run->store, ST_SCALAR_STAMP);
  s->top = top_of_stack(run);
  for (size_t i = 0; i < ST_COUNT_OF(signs); i++) {
    s->signs[i] = st_scalar_get(run->store, signs[i]);
  }
}

static strata_status compare(st_run *run, bool *same) {
  st_delta was;
  st_delta now; /* is what is in the store */
  st_delta_init(&was, run->mem);
  st_delta_init(&now, run->mem);
  strata_status status = STRATA_ENOMEM;
  if (st_delta_take_before(&was, run->store, run->standing.journal)) {
    st_delta_trim(&was, run->store);
    const st_meant a = {.delta = &was};
    const st_meant b = {.delta = &now};
    status = st_meaning_same(run->store, &a, &b, false, same);
  }
  st_delta_fini(&was);
  st_delta_fini(&now);
  return status;
}

strata_status st_standing_look(st_run *run, bool *again) {
  st_standing *s = &run->standing;
  *again = false;
  if (run->trial) return STRATA_OK; /* it may take so many steps and no more */
  s->rounds++;
  bool changed =
      s->known && (s->asked != run->asked ||
                   s->chance != st_scalar_get(run->store, ST_SCALAR_CHANCE));
  bool due = s->rounds >= FIRST_ROUND && (s->rounds & (s->rounds - 1)) == 0;
  if (due || changed) {
    remember(run);
    return STRATA_OK;
  }
  if (!s->known || s->rounds - s->since > MOST_ROUNDS || !has_signs(run) ||
      has_shrunk(run)) {
    return STRATA_OK;
  }
  return compare(run, again);
}

/* -- What forms it -- */

static void say_name(const st_run *run, strata_entity who, st_text *out) {
  const st_store *store = run->store;
  const st_names *names = &run->rules->names[STRATA_KIND_DEFINITION];
  uint32_t slot = st_entity_slot(store, who);
  if (slot == 0) slot = st_entity_gone_slot(store, who);
  uint32_t definition =
      slot != 0 ? st_get32(store, ST_COLUMN_ENTITY_DEFINITION, slot) : 0;
  if (definition - 1u < names->count) {
    st_text_str(out, " of ");
    st_text_str(out, names->items[definition - 1].text);
  }
}

/* Whoever has triggered or replaced something since; each once. */
static bool is_new(const st_run *run, const st_log_row *row) {
  for (uint64_t n = run->standing.log + 1; n < row->number; n++) {
    st_log_row other;
    if (st_log_get(run->store, n, &other) && other.what == row->what &&
        other.code == row->code) {
      return false;
    }
  }
  return true;
}

static bool takes_part(const st_log_row *row) {
  return row->code != 0 &&
         (row->what == ST_LOGGED_TRIGGERED || row->what == ST_LOGGED_REPLACED ||
          row->what == ST_LOGGED_PREVENTED);
}

strata_status st_standing_fail(st_run *run, const char *check) {
  char bytes[200];
  st_text text;
  st_text_init_fixed(&text, bytes, sizeof bytes);
  uint64_t last = st_log_last(run->store);
  for (uint64_t n = run->standing.log + 1; n <= last; n++) {
    st_log_row row;
    if (!st_log_get(run->store, n, &row) || !takes_part(&row) ||
        !is_new(run, &row)) {
      continue;
    }
    st_text_str(&text, text.length > 0 ? ", '" : "'");
    st_text_str(&text, st_code_get(run->rules, row.code)->name);
    st_text_str(&text, "'");
    say_name(run, row.source, &text);
  }
  if (check[0] != '\0') {
    st_text_str(&text, text.length > 0 ? ", check '" : "check '");
    st_text_str(&text, check);
    st_text_str(&text, "'");
  }
  return ST_ERROR(run->error, STRATA_ELOOP, 0,
                  "it goes round in a circle, and nobody can decide anything "
                  "in it: ",
                  st_text_get(&text));
}
