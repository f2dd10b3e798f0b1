/*
 * due.c - which steps of a finished pass can concern somebody.
 *
 * Most subjects are false of whoever lacks one symbol: "types has 'elf' and
 * ...". Of each such symbol there is a bitmap of the steps of units that ask
 * for it; another bitmap has those that ask for none, and all but the first of
 * each unit. A newcomer is asked about by the steps of the symbols that it has,
 * and by the others.
 */
#include "layers/pass/due.h"

#include <string.h>

/* More symbols than this are not told apart, and steps that come later than
 * there is room for make the index useless. */
enum { MOST_SYMBOLS = 512, LATER_STEPS = 1024 };

static uint64_t *take_bits(st_pass *pass) {
  return st_arena_take(&pass->arena, pass->due.words, sizeof(uint64_t));
}

static bool begin(st_pass *pass) {
  pass->due.words = (pass->step_count + LATER_STEPS) / 64 + 1;
  pass->due.now = take_bits(pass);
  pass->due.of_all = take_bits(pass);
  return pass->due.now && pass->due.of_all;
}

/* The steps of a symbol; those of all if there are too many symbols. NULL if
 * there is no memory. */
static uint64_t *bits_of(st_pass *pass, strata_attr attr, uint32_t index) {
  st_due_symbol **chain = &pass->due.of[attr - 1];
  for (st_due_symbol *s = *chain; s; s = s->next) {
    if (s->index == index) return s->steps;
  }
  if (pass->due.symbols == MOST_SYMBOLS) return pass->due.of_all;
  st_due_symbol *made = st_arena_take(&pass->arena, 1, sizeof *made);
  if (!made) return NULL;
  *made =
      (st_due_symbol){.next = *chain, .index = index, .steps = take_bits(pass)};
  if (!made->steps) return NULL;
  *chain = made;
  pass->due.symbols++;
  return made->steps;
}

static bool add(st_pass *pass, size_t step) {
  const st_unit *unit = &pass->units[pass->steps[step].unit];
  const strata_expr *subject = unit->code->subject;
  bool locked = unit->created && unit->created->locked;
  if (step >= pass->due.words * 64) return false;
  if (unit->gone || locked || !subject) return true; /* it is of others */
  /* What has started goes on, whatever he has lost since (613.6). */
  bool first = pass->steps[step].before == 0;
  uint64_t *bits = first && subject->needs != 0
                       ? bits_of(pass, subject->needs, subject->needs_index)
                       : pass->due.of_all;
  if (bits) st_bit_put(bits, (uint32_t)step, true);
  return bits != NULL;
}

void st_due_update(st_pass *pass) {
  if (pass->due.fails) return;
  bool ok = pass->due.now || begin(pass);
  for (; ok && pass->due.steps < pass->step_count; pass->due.steps++) {
    ok = add(pass, pass->due.steps);
  }
  pass->due.fails = !ok;
}

bool st_due_find(st_pass *pass, uint32_t class) {
  if (pass->due.fails || !pass->due.now) return false;
  memcpy(pass->due.now, pass->due.of_all,
         pass->due.words * sizeof pass->due.now[0]);
  for (uint32_t i = 0; i < st_attr_count(pass->rules); i++) {
    for (const st_due_symbol *s = pass->due.of[i]; s; s = s->next) {
      uint64_t has = st_board_plane(&pass->board, i + 1, s->index, class / 64);
      if (!(has >> (class % 64) & 1)) continue;
      for (size_t w = 0; w < pass->due.words; w++) {
        pass->due.now[w] |= s->steps[w];
      }
    }
  }
  return true;
}
