/*
 * start.c - the instructions that start a continuous effect (611) or a watcher.
 *
 * The affected objects, and all values that are fixed when the effect starts,
 * are evaluated in the frame. What the effect evaluates again later is kept in
 * the state as the text of an expression, with the values of the program's
 * variables in their places, because the effect outlives the program.
 */
#include "play/perform/start.h"

#include "layers/mutate/effect_builder.h"
#include "layers/pass/clause_variant.h"
#include "layers/update/last_known.h"
#include "play/execution/frame.h"
#include "world/store/notes.h"
#include "world/tables/started_watchers.h"

#include <string.h>

typedef struct effect_start {
  st_execution *exec;
  uint32_t frame;
  const st_instruction *instruction;
  const st_effect_template *template;
  strata_entity it; /* the entity that captured values are evaluated for */
  bool open; /* its subject is a predicate: parts on open attributes affect new
                objects too */
  uint32_t *slots;
  uint32_t count;
  /* captured values of `it`, by part; NULL: they are evaluated when they are
   * needed */
  const int64_t *captured;
  /* the fields that all effects of the instruction share */
  st_new_effect common_fields;
} effect_start;

/* -- Texts -- */

/* Intern an expression of the program as a text that needs no frame. */
static strata_status intern_detached_expr(const effect_start *b,
                                          const strata_expr *expr,
                                          uint32_t *out) {
  st_mutator *change = b->exec->change;
  if (!expr) return STRATA_OK;
  strata_expr *settled = NULL;
  strata_status status =
      st_frame_detach_expr(b->exec, b->frame, expr, &settled);
  if (status) return status;
  status = st_strings_intern(change->strings, change->store, settled->text,
                             settled->text_size, out);
  st_expr_free(settled);
  return status;
}

/* -- Parts -- */

/* Whether a part affects objects that match later, too. */
static bool is_part_open(const effect_start *b, const st_clause_part *part) {
  const st_attr *attr =
      st_attr_of(b->exec->rules, st_part_header_attr(part->flags));
  return b->open && attr && attr->open;
}

/* Take the snapshot of the copied object, once for the first part that copies
 * (707.2b); 0: there is no object. */
static strata_status snapshot_copied_object(st_effect_builder *m,
                                            const effect_start *b,
                                            const st_clause_part *part,
                                            st_new_effect *effect) {
  st_store *store = b->exec->store;
  int64_t whom = 0;
  if (effect->snapshot != 0) return STRATA_OK;
  strata_status status =
      part->operand ? m->evaluate(m->context, part, &whom) : STRATA_OK;
  uint32_t of = st_last_known_slot(store, NULL, (strata_entity)whom);
  if (status || of == 0) return status;
  return st_mutator_spawn_copy_snapshot(b->exec->change, of, &effect->snapshot);
}

static strata_status write_computed_part(const effect_start *b,
                                         const st_clause_part *part,
                                         st_new_part *made) {
  made->value = part->value;
  return intern_detached_expr(b, part->operand, &made->text);
}

static strata_status write_borrowed_part(const effect_start *b,
                                         const st_clause_part *part,
                                         st_new_part *made) {
  st_mutator *change = b->exec->change;
  made->value = (uint64_t)part->ability_kind;
  return st_strings_intern(change->strings, change->store, part->operand->text,
                           part->operand->text_size, &made->text);
}

/* Whether an operand is evaluated now. An open part that reads the affected
 * object cannot be, as that object is not known yet. */
static bool is_captured_now(const st_clause_part *part, bool open) {
  return !part->operand || (part->capture && !(open && part->operand->uses_it));
}

static strata_status add_effect_part(st_effect_builder *m,
                                     const effect_start *b,
                                     const st_clause_part *part,
                                     st_new_effect *effect) {
  strata_op op = st_part_header_op(part->flags);
  bool open = is_part_open(b, part);
  uint32_t flags = effect->condition ? ST_PART_CONDITIONAL : 0;
  if (open) flags |= ST_PART_OPEN;
  st_new_part made = {0};
  strata_status status = STRATA_OK;
  if (op == STRATA_OP_SWITCH) {
    flags |= ST_PART_SWITCH;
    made.other_attr = part->switched_attr;
  } else if (op == STRATA_OP_COPY) {
    status = snapshot_copied_object(m, b, part, effect);
    if (status || effect->snapshot == 0) return status;
    made.value = st_entity_last_known_handle(b->exec->store, effect->snapshot);
  } else if (op == STRATA_OP_BORROW) {
    flags |= ST_PART_COMPUTED;
    status = write_borrowed_part(b, part, &made);
  } else if (!is_captured_now(part, open)) {
    flags |= ST_PART_COMPUTED;
    status = write_computed_part(b, part, &made);
  } else {
    status = st_effect_builder_operand(m, part, &made);
  }
  if (status) return status;
  st_effect_builder_push_part(m, part, st_part_header_ordinal(part->flags),
                              flags, made);
  return STRATA_OK;
}

/* Whether the operand of a part is captured for each affected object. */
static bool is_captured_operand(const effect_start *b,
                                const st_clause_part *part) {
  strata_op op = st_part_header_op(part->flags);
  return part->operand && op != STRATA_OP_SWITCH && op != STRATA_OP_COPY &&
         op != STRATA_OP_BORROW && !is_part_open(b, part) &&
         is_captured_now(part, false);
}

/* The operand of a part for an entity, as st_effect_builder.evaluate. */
static strata_status eval_operand(const effect_start *b,
                                  const st_clause_part *part, strata_entity it,
                                  int64_t *out) {
  st_execution *exec = b->exec;
  if (!st_clause_part_takes_set(part)) {
    return st_frame_eval(exec, b->frame, part->operand, it, out);
  }
  const st_attr *attr =
      &exec->rules->attrs[st_part_header_attr(part->flags) - 1];
  uint64_t *words =
      st_arena_alloc(&exec->arena, attr->word_count, sizeof words[0]);
  if (!words) return STRATA_ENOMEM;
  strata_status status =
      st_frame_eval_set(exec, b->frame, part->operand, it, attr, words);
  if (status) return status;
  return st_effect_builder_set_text(exec->change, attr, words, out);
}

/* The values of one entity were evaluated before the first effect began. */
static strata_status
eval_captured_value(void *context, const st_clause_part *part, int64_t *out) {
  const effect_start *b = context;
  if (b->captured && is_captured_operand(b, part)) {
    *out = b->captured[part - b->template->clause.parts];
    return STRATA_OK;
  }
  return eval_operand(b, part, b->it, out);
}

/* -- Effects -- */

/* Start one effect: of the locked parts, on these objects, and if `open` of the
 * open parts. */
static strata_status start_one_effect(effect_start *b, const uint32_t *slots,
                                      uint32_t count, bool open) {
  const st_clause *clause = &b->template->clause;
  st_effect_builder m = {.mutator = b->exec->change,
                         .evaluate = eval_captured_value,
                         .context = b};
  st_new_effect effect = b->common_fields;
  strata_status status = STRATA_OK;
  bool has_open_part = false;
  for (uint32_t i = 0; !status && i < clause->part_count; i++) {
    const st_clause_part *part = &clause->parts[i];
    bool part_is_open = is_part_open(b, part);
    if (part_is_open ? !open : count == 0) continue;
    if (m.count == ST_PARTS_LIMIT) {
      return st_frame_fail(b->exec, b->frame, b->instruction, STRATA_ELIMIT,
                           "an effect of more than 64 parts");
    }
    has_open_part = has_open_part || part_is_open;
    status = add_effect_part(&m, b, part, &effect);
  }
  if (!status && has_open_part) {
    status = intern_detached_expr(b, b->instruction->who, &effect.subject);
  }
  if (status || m.count == 0) return status;
  effect.parts = m.parts;
  effect.part_count = m.count;
  effect.targets = slots;
  effect.target_count = count;
  uint32_t added;
  return st_mutator_add_effect(b->exec->change, &effect, &added);
}

/* Evaluate what is captured for each affected object before the first effect
 * begins: all effects of the instruction begin at once, and what one changes
 * does not have to be brought up to date for the next. */
static strata_status eval_all_captured(effect_start *b, int64_t *out) {
  const st_clause *clause = &b->template->clause;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < b->count; i++) {
    strata_entity it = st_entity_handle(b->exec->store, b->slots[i]);
    for (uint32_t k = 0; !status && k < clause->part_count; k++) {
      int64_t *value = &out[(size_t)i * clause->part_count + k];
      const st_clause_part *part = &clause->parts[k];
      *value = 0;
      if (!is_captured_operand(b, part)) continue;
      status = eval_operand(b, part, it, value);
    }
  }
  return status;
}

/* Values that depend on the affected object need one effect for each object. */
static strata_status start_effect_for_each(effect_start *b) {
  size_t parts = b->template->clause.part_count;
  int64_t *captured = st_arena_alloc(&b->exec->arena, b->count * parts + 1u,
                                     sizeof captured[0]);
  if (!captured) return STRATA_ENOMEM;
  strata_status status = eval_all_captured(b, captured);
  for (uint32_t i = 0; !status && i < b->count; i++) {
    b->it = st_entity_handle(b->exec->store, b->slots[i]);
    b->captured = captured + i * parts;
    status = start_one_effect(b, &b->slots[i], 1, false);
  }
  b->captured = NULL;
  b->it = st_frame_get(b->exec, b->frame)->it;
  return status ? status : start_one_effect(b, NULL, 0, true);
}

/* -- Affected objects and duration -- */

static strata_status find_affected_slots(effect_start *b) {
  st_execution *exec = b->exec;
  strata_entity *who;
  uint32_t selected_count;
  strata_status status = st_frame_select(exec, b->frame, b->instruction->who,
                                         &who, &selected_count);
  if (status) return status;
  b->open = b->instruction->who->type == STRATA_FLAG;
  b->slots =
      st_arena_alloc(&exec->arena, selected_count + 1u, sizeof b->slots[0]);
  if (!b->slots) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < selected_count; i++) {
    uint32_t slot = st_entity_slot(exec->store, who[i]);
    if (slot != 0) b->slots[b->count++] = slot;
  }
  return STRATA_OK;
}

static strata_status fill_common_fields(effect_start *b) {
  st_execution *exec = b->exec;
  st_mutator *change = exec->change;
  const char *title = b->template->title;
  strata_entity self = st_frame_get(exec, b->frame)->self;
  int64_t ticks = 0;
  strata_status status = st_frame_option(exec, b->frame, b->instruction,
                                         ST_OPTION_TICKS, 0, &ticks);
  if (status) return status;
  if (ticks < 0 || ticks > UINT32_MAX) {
    return st_frame_fail(exec, b->frame, b->instruction, STRATA_ERANGE,
                         "'ticks' is no number of ticks");
  }
  b->common_fields = (st_new_effect){
      .source = st_entity_slot(exec->store, self) != 0 ? self : 0,
      .clock = b->instruction->clock,
      .ticks = (uint32_t)ticks,
      .while_source =
          (b->instruction->flags & STRATA_INSTRUCTION_WHILE_SOURCE) != 0};
  if (title) {
    status = st_strings_intern(change->strings, change->store, title,
                               strlen(title), &b->common_fields.name);
  }
  if (!status) {
    status = intern_detached_expr(b, b->template->clause.condition,
                                  &b->common_fields.condition);
  }
  return status ? status
                : intern_detached_expr(b, b->template->lasts,
                                       &b->common_fields.while_on);
}

/* What an effect does, with the words of a text change (612) in place of those
 * that are no expressions: those are changed as they are evaluated. */
static strata_status change_template(st_execution *exec, uint32_t text,
                                     const st_effect_template **template) {
  uint32_t pair_count;
  const strata_symbol *pairs = st_changed_texts_pairs(
      &exec->change->eval->changed_texts, text, &pair_count);
  uint32_t parts = (*template)->clause.part_count;
  st_effect_template *own = st_arena_alloc(&exec->arena, 1, sizeof *own);
  st_clause_part *changed =
      st_arena_alloc(&exec->arena, parts, sizeof changed[0]);
  if (!own || !changed) return STRATA_ENOMEM;
  *own = **template;
  memcpy(changed, own->clause.parts, parts * sizeof changed[0]);
  own->clause.parts = changed;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < parts; i++) {
    status = st_clause_part_change_words(exec->rules, &exec->arena, &changed[i],
                                         pairs, pair_count);
  }
  *template = own;
  return status;
}

strata_status st_start_effect(st_execution *exec, uint32_t frame,
                              const st_instruction *instruction) {
  const st_frame *f = st_frame_get(exec, frame);
  effect_start b = {
      .exec = exec, .frame = frame, .instruction = instruction, .it = f->it};
  b.template = &f->program->effect_templates[instruction->what - 1];
  if (instruction->flags & STRATA_INSTRUCTION_WHILE_SOURCE &&
      st_entity_slot(exec->store, f->self) == 0) {
    return STRATA_OK;
  }
  bool begins;
  strata_status status =
      f->text != 0 ? change_template(exec, f->text, &b.template) : STRATA_OK;
  if (status) return status;
  status = st_frame_holds(exec, frame, b.template->lasts, &begins);
  if (status || !begins) return status;
  status = find_affected_slots(&b);
  if (!status) status = fill_common_fields(&b);
  if (status) return status;
  return b.template->per_entity ? start_effect_for_each(&b)
                                : start_one_effect(&b, b.slots, b.count, true);
}

/* -- Watchers -- */

/* The arguments are evaluated now and kept with the watcher as notes, under the
 * names of the definition's variables; an INT or REF of 0 needs no note. */
strata_status st_start_given_notes(st_execution *exec, uint32_t frame,
                                   const st_instruction *instruction,
                                   st_note *notes, uint32_t *count) {
  const st_watcher_def *def =
      st_watcher_def_get(exec->rules, instruction->what);
  strata_entity it = st_frame_get(exec, frame)->it;
  strata_status status = STRATA_OK;
  *count = 0;
  for (uint32_t i = 0; !status && i < instruction->argument_count; i++) {
    const st_argument *a =
        &st_frame_get(exec, frame)
             ->program->arguments[instruction->first_argument + i];
    int64_t value = 0;
    if (a->kind != ST_ARGUMENT_VARIABLE) continue;
    status = st_frame_eval(exec, frame, a->value, it, &value);
    if (status || value == 0) continue;
    const st_expr_variable *name =
        &def->program.variables.variables[a->target_id];
    notes[(*count)++] =
        (st_note){.key = st_note_key(name->text, strlen(name->text), 0),
                  .value = st_raw_value_of(name->type, value)};
  }
  return status;
}

uint32_t st_start_use_limit(const strata_rules *rules, strata_watcher_def id,
                            int64_t ticks) {
  const st_watcher_def *def = st_watcher_def_get(rules, id);
  bool once =
      def->role == STRATA_ROLE_TRIGGER || def->role == STRATA_ROLE_UNTIL;
  return once && def->uses == 0 && ticks == 0 ? 1 : def->uses;
}

static strata_status fail_watch_range(const st_execution *exec,
                                      const st_instruction *instruction,
                                      const char *what) {
  return ST_ERROR(exec->error, STRATA_ERANGE, 0, "watch '",
                  st_watcher_def_get(exec->rules, instruction->what)->name,
                  "': ", what);
}

strata_status st_start_watcher(st_execution *exec, uint32_t frame,
                               const st_instruction *instruction) {
  const st_frame *f = st_frame_get(exec, frame);
  int64_t source = (int64_t)f->self;
  int64_t you = f->variables[ST_VARIABLE_YOU];
  int64_t left = 0;
  int64_t ticks = 0;
  uint32_t count;
  st_note *notes = st_arena_alloc(
      &exec->arena, instruction->argument_count + 2 * ST_CHANGED_TEXT_WORDS,
      sizeof notes[0]);
  if (!notes) return STRATA_ENOMEM;
  strata_status status = st_frame_option(exec, frame, instruction,
                                         ST_OPTION_SOURCE, source, &source);
  if (!status) {
    status =
        st_frame_option(exec, frame, instruction, ST_OPTION_YOU, you, &you);
  }
  if (!status) {
    status =
        st_frame_option(exec, frame, instruction, ST_OPTION_LEFT, 0, &left);
  }
  if (!status) {
    status =
        st_frame_option(exec, frame, instruction, ST_OPTION_TICKS, 0, &ticks);
  }
  if (!status) {
    status = st_start_given_notes(exec, frame, instruction, notes, &count);
  }
  if (status) return status;
  count +=
      st_changed_texts_to_notes(&exec->change->eval->changed_texts,
                                st_frame_get(exec, frame)->text, notes + count);
  if (left < 0) {
    return fail_watch_range(exec, instruction, "'left' is negative");
  }
  if (ticks < 0 || ticks > UINT32_MAX) {
    return fail_watch_range(exec, instruction, "'ticks' is no number of ticks");
  }
  st_new_started_watcher desc = {
      .watcher_def = instruction->what,
      .source = (strata_entity)source,
      .you = (strata_entity)you,
      .amount = left,
      .uses = st_start_use_limit(exec->rules, instruction->what, ticks),
      .clock = instruction->clock,
      .ticks = (uint32_t)ticks,
      .variables = notes,
      .variable_count = count};
  uint32_t slot;
  return st_started_watcher_add(exec->store, &desc, &slot);
}
