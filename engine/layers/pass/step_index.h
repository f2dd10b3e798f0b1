/* due.h - which steps of a finished pass can concern somebody: an index from
 * the symbols that subjects ask for to the steps of their units. */
#ifndef STRATA_LAYERS_PASS_STEP_INDEX_H
#define STRATA_LAYERS_PASS_STEP_INDEX_H

#include "layers/pass/pass.h"

/* Take the steps in that the index does not know yet. On ENOMEM it knows none,
 * and all steps are due. Cost O(those steps). */
void st_step_index_update(st_pass *pass);

/* The steps that can concern a class that has no part in any yet, as it is on
 * the board: into pass->due.now. False if they are not known. Cost O(symbols).
 */
bool st_step_index_find(st_pass *pass, uint32_t class);

/* The first of them from a step on; pass->step_count if there is none. */
static inline size_t st_step_index_next(const st_pass *pass, size_t step) {
  for (size_t w = step / 64; w < pass->step_index.words; w++) {
    uint64_t bits = pass->step_index.due_steps[w];
    if (w == step / 64) bits &= UINT64_MAX << (step % 64);
    if (bits != 0) return w * 64 + st_lowest_bit(bits);
  }
  return pass->step_count;
}

#endif
