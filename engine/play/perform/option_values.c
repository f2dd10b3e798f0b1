/*
 * option_values.c - the values of an instruction's options for all entities
 * that it is about.
 *
 * Without this, an instruction that adds to a thousand entities would bring the
 * pass of the layers up to date a thousand times, each time for all of them.
 */
#include "play/perform/option_values.h"

#include "play/execution/frame.h"

static bool is_option_with_value(const st_argument *argument) {
  return argument->kind == ST_ARGUMENT_OPTION && argument->value;
}

static bool has_option_with_value(const st_program *program,
                                  const st_instruction *instruction) {
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    if (is_option_with_value(
            &program->arguments[instruction->first_argument + i])) {
      return true;
    }
  }
  return false;
}

static strata_status eval_options(st_execution *exec, uint32_t frame,
                                  const st_instruction *instruction,
                                  strata_entity it, int64_t *out) {
  const st_program *program = st_frame_get(exec, frame)->program;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < instruction->argument_count; i++) {
    const st_argument *argument =
        &program->arguments[instruction->first_argument + i];
    out[i] = 0;
    if (!is_option_with_value(argument)) continue;
    status = st_frame_eval(exec, frame, argument->value, it, &out[i]);
  }
  return status;
}

strata_status st_option_values_eval(st_execution *exec, uint32_t frame,
                                    const st_instruction *instruction,
                                    const strata_entity *who, uint32_t count,
                                    st_option_values *out) {
  *out = (st_option_values){.argument_count = instruction->argument_count};
  const st_program *program = st_frame_get(exec, frame)->program;
  if (count < 2 || !has_option_with_value(program, instruction)) {
    return STRATA_OK; /* a single entity is evaluated as it is written */
  }
  out->values = st_arena_alloc(
      &exec->arena, (size_t)count * out->argument_count, sizeof out->values[0]);
  if (!out->values) return STRATA_ENOMEM;
  strata_entity outer = st_frame_get(exec, frame)->it;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < count; i++) {
    if (st_entity_slot(exec->store, who[i]) == 0) continue;
    st_frame_get(exec, frame)->it = who[i];
    status = eval_options(exec, frame, instruction, who[i],
                          out->values + (size_t)i * out->argument_count);
  }
  st_frame_get(exec, frame)->it = outer;
  return status;
}

int64_t st_option_values_get(const st_program *program,
                             const st_instruction *instruction,
                             const int64_t *values, st_option option,
                             int64_t fallback) {
  for (uint32_t i = 0; i < instruction->argument_count; i++) {
    const st_argument *argument =
        &program->arguments[instruction->first_argument + i];
    if (is_option_with_value(argument) &&
        argument->target_id == (uint32_t)option) {
      return values[i];
    }
  }
  return fallback;
}
