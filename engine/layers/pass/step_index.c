/*
 * step_index.c - an index of the steps of a finished pass.
 *
 * Most subjects are false of an entity that lacks one symbol: "types has 'elf'
 * and ...". For each such symbol the index has a bitmap of the first steps of
 * the units that require it; another bitmap has all other steps that can affect
 * any class. A new class is tried by the steps for the symbols that it has, and
 * by those of the second bitmap.
 */
#include "layers/pass/step_index.h"

#include <string.h>

/* Steps of further symbols are always due. A step beyond the spare ones makes
 * the index unusable. */
enum { INDEX_SYMBOLS_MAX = 512, INDEX_SPARE_STEPS = 1024 };

static uint64_t *take_step_bitmap(st_pass *pass) {
  return st_arena_alloc(&pass->arena, pass->step_index.words, sizeof(uint64_t));
}

static bool begin_step_index(st_pass *pass) {
  pass->step_index.words = (pass->step_count + INDEX_SPARE_STEPS) / 64 + 1;
  pass->step_index.due_steps = take_step_bitmap(pass);
  pass->step_index.always_due = take_step_bitmap(pass);
  return pass->step_index.due_steps && pass->step_index.always_due;
}

/* The bitmap of steps for a symbol; the one of steps that are always due if
 * there are too many symbols. NULL if there is no memory. */
static uint64_t *steps_of_symbol(st_pass *pass, strata_attr attr,
                                 uint32_t index) {
  st_step_index_symbol **chain = &pass->step_index.symbols_of_attr[attr - 1];
  for (st_step_index_symbol *s = *chain; s; s = s->next) {
    if (s->index == index) return s->steps;
  }
  if (pass->step_index.symbol_count == INDEX_SYMBOLS_MAX) {
    return pass->step_index.always_due;
  }
  st_step_index_symbol *made = st_arena_alloc(&pass->arena, 1, sizeof *made);
  if (!made) return NULL;
  *made = (st_step_index_symbol){
      .next = *chain, .index = index, .steps = take_step_bitmap(pass)};
  if (!made->steps) return NULL;
  *chain = made;
  pass->step_index.symbol_count++;
  return made->steps;
}

static bool add_step_to_index(st_pass *pass, size_t step) {
  const st_layer_unit *unit = &pass->units[pass->steps[step].unit];
  const strata_expr *subject = unit->clause->subject;
  bool locked = unit->effect_clause && unit->effect_clause->locked_part;
  if (step >= pass->step_index.words * 64) return false;
  /* it affects only its targets, its own object, or nothing */
  if (unit->removed || locked || !subject) return true;
  /* A unit that has started goes on affecting an entity that lost the symbol
   * (613.6), so only its first step depends on the symbol. */
  bool first = pass->steps[step].previous == 0;
  uint64_t *bits = first && subject->required_set != 0
                       ? steps_of_symbol(pass, subject->required_set,
                                         subject->required_symbol_index)
                       : pass->step_index.always_due;
  if (bits) st_bit_set(bits, (uint32_t)step, true);
  return bits != NULL;
}

void st_step_index_update(st_pass *pass) {
  if (pass->step_index.is_unusable) return;
  bool ok = pass->step_index.due_steps || begin_step_index(pass);
  for (; ok && pass->step_index.indexed_count < pass->step_count;
       pass->step_index.indexed_count++) {
    ok = add_step_to_index(pass, pass->step_index.indexed_count);
  }
  pass->step_index.is_unusable = !ok;
}

bool st_step_index_find(st_pass *pass, uint32_t class) {
  if (pass->step_index.is_unusable || !pass->step_index.due_steps) return false;
  memcpy(pass->step_index.due_steps, pass->step_index.always_due,
         pass->step_index.words * sizeof pass->step_index.due_steps[0]);
  for (uint32_t i = 0; i < st_attr_count(pass->rules); i++) {
    for (const st_step_index_symbol *s = pass->step_index.symbols_of_attr[i]; s;
         s = s->next) {
      uint64_t has =
          st_board_get_plane(&pass->board, i + 1, s->index, class / 64);
      if (!(has >> (class % 64) & 1)) continue;
      for (size_t w = 0; w < pass->step_index.words; w++) {
        pass->step_index.due_steps[w] |= s->steps[w];
      }
    }
  }
  return true;
}
