/* step_index.h - an index of the steps of a finished pass: from symbols that
 * subjects require to the steps whose units may affect a class. */
#ifndef STRATA_LAYERS_PASS_STEP_INDEX_H
#define STRATA_LAYERS_PASS_STEP_INDEX_H

#include "layers/pass/pass.h"

/* Add the steps that the index does not know yet. After ENOMEM it is unusable,
 * and all steps are due. Cost O(new steps). */
void st_step_index_update(st_pass *pass);

/* Find the steps that may affect a class which no unit affects yet, as it is on
 * the board: into step_index.due_steps. False if the index is unusable. Cost
 * O(symbols in the index). */
bool st_step_index_find(st_pass *pass, uint32_t class);

/* The first due step from `step` on; pass->step_count if there is none. */
static inline size_t st_step_index_next(const st_pass *pass, size_t step) {
  for (size_t w = step / 64; w < pass->step_index.words; w++) {
    uint64_t bits = pass->step_index.due_steps[w];
    if (w == step / 64) bits &= UINT64_MAX << (step % 64);
    if (bits != 0) return w * 64 + st_lowest_bit(bits);
  }
  return pass->step_count;
}

#endif
