/*
 * event_compile.c - the compiler of event types.
 *
 * It works in two steps, because event types and watchers name each other.
 * First come the heads: fields, event types with their fields, watcher
 * definitions with their parameters. Then the bodies: expressions and
 * programs.
 *
 * Invariant: counts are those of the names tables and arrays are zeroed, so
 * the rules can be freed at any point.
 */
#include "rules/compile/event_compile.h"

#include "base/hash.h"
#include "rules/compile/program_compile.h"
#include "rules/compile/watcher_compile.h"

#include <string.h>

/* -- Fields -- */

static bool add_field_name(strata_rules *rules, const char *name,
                           strata_type type) {
  st_names *names = &rules->names[STRATA_NAME_FIELD];
  if (st_names_find(names, name, strlen(name)) != ST_NAME_NONE) return true;
  return st_names_add(names, &rules->mem, name, (uint32_t)type);
}

static bool compile_event_fields(const strata_builder *builder,
                                 strata_rules *rules) {
  const st_names *events = &rules->names[STRATA_NAME_EVENT_TYPE];
  if (events->count == 0) return true;
  bool done = add_field_name(rules, "by", STRATA_REF) &&
              add_field_name(rules, "cause", STRATA_REF) &&
              add_field_name(rules, "effect", STRATA_FLAG) &&
              add_field_name(rules, "prevented", STRATA_INT) &&
              add_field_name(rules, "became", STRATA_REF);
  for (size_t i = 0; i < events->count && done; i++) {
    const strata_event_type_desc *event =
        st_declared_event_type(builder, events->items[i].tag);
    for (size_t n = 0; n < event->field_count && done; n++) {
      done =
          add_field_name(rules, event->fields[n].name, event->fields[n].type);
    }
  }
  const st_names *names = &rules->names[STRATA_NAME_FIELD];
  if (done) rules->field_types = st_mem_zeroed(&rules->mem, names->count, 1);
  if (done) rules->field_keys = st_mem_zeroed(&rules->mem, names->count, 8);
  if (!done || !rules->field_types || !rules->field_keys) return false;
  for (size_t i = 0; i < names->count; i++) {
    const st_name *name = &names->items[i];
    rules->field_types[i] = (uint8_t)name->tag;
    rules->field_keys[i] = st_note_key(name->text, strlen(name->text), 0);
  }
  rules->common_fields = (st_common_fields){
      .by = st_rules_find_name(rules, STRATA_NAME_FIELD, "by"),
      .cause = st_rules_find_name(rules, STRATA_NAME_FIELD, "cause"),
      .effect = st_rules_find_name(rules, STRATA_NAME_FIELD, "effect"),
      .prevented = st_rules_find_name(rules, STRATA_NAME_FIELD, "prevented"),
      .became = st_rules_find_name(rules, STRATA_NAME_FIELD, "became")};
  return true;
}

/* -- Handlers -- */

static bool copy_declared_handlers(const strata_builder *builder,
                                   strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_HANDLER];
  if (names->count == 0) return true;
  rules->handlers =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_handler));
  for (size_t i = 0; rules->handlers && i < names->count; i++) {
    rules->handlers[i] = *st_declared_handler(builder, names->items[i].tag);
    rules->handlers[i].name = names->items[i].text;
  }
  return rules->handlers != NULL;
}

/* -- Heads of event types -- */

/* List an event type's fields: the declared ones, then the common ones. */
static strata_status init_type_fields(const st_compiler *compiler,
                                      const strata_event_type_desc *declared,
                                      st_event_type *out) {
  st_mem *mem = &compiler->rules->mem;
  size_t own = declared->field_count;
  size_t all = compiler->rules->names[STRATA_NAME_FIELD].count;
  out->fields =
      st_mem_zeroed(mem, own + ST_COMMON_FIELDS, sizeof(strata_field));
  if (!out->fields) return st_compiler_no_memory(compiler);
  out->field_count = (uint32_t)own + ST_COMMON_FIELDS;
  out->field_index_of = st_mem_zeroed(mem, all, 1);
  if (!out->field_index_of) return st_compiler_no_memory(compiler);
  for (size_t i = 0; i < own; i++) {
    out->fields[i] = st_rules_find_name(compiler->rules, STRATA_NAME_FIELD,
                                        declared->fields[i].name);
  }
  const st_common_fields *common = &compiler->rules->common_fields;
  const strata_field last[ST_COMMON_FIELDS] = {
      common->by, common->cause, common->effect, common->prevented,
      common->became};
  memcpy(out->fields + own, last, sizeof last);
  for (uint32_t i = 0; i < out->field_count; i++) {
    out->field_index_of[out->fields[i] - 1] = (uint8_t)(i + 1);
  }
  return STRATA_OK;
}

static strata_status init_event_type(st_compiler *compiler,
                                     const strata_event_type_desc *declared,
                                     strata_event_type id) {
  st_event_type *out = &compiler->rules->event_types[id - 1];
  out->name = compiler->item_name;
  out->unaliased = id;
  out->affected_index = out->amount_index = ST_NO_FIELD_INDEX;
  out->merge_by_index = out->merge_sum_index = ST_NO_FIELD_INDEX;
  out->contains = declared->contains;
  out->enters = declared->enters;
  out->look_back = declared->look_back;
  out->quiet = declared->quiet;
  return declared->of ? STRATA_OK : init_type_fields(compiler, declared, out);
}

static strata_status link_event_alias(const st_compiler *compiler,
                                      const strata_event_type_desc *declared,
                                      strata_event_type id) {
  if (!declared->of) return STRATA_OK;
  uint32_t of = 0;
  strata_status status = st_compiler_find_id(compiler, STRATA_NAME_EVENT_TYPE,
                                             "event", declared->of, &of);
  if (status) return status;
  if (!compiler->rules->event_types[of - 1].fields) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "'", declared->of,
                             "' is an alias itself; an alias is of a kind");
  }
  compiler->rules->event_types[id - 1].unaliased = of;
  if (declared->enters) {
    compiler->rules->event_types[of - 1].enters = true;
    compiler->rules->event_types[of - 1].enters_as_alias = true;
  }
  return STRATA_OK;
}

static st_compiler event_compiler_of(strata_builder *builder,
                                     strata_rules *rules, uint32_t index) {
  const st_names *names = &rules->names[STRATA_NAME_EVENT_TYPE];
  return st_compiler_of(rules, &builder->error, "event",
                        names->items[index].text);
}

static strata_status init_event_types(strata_builder *builder,
                                      strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_EVENT_TYPE];
  if (names->count == 0) return STRATA_OK;
  rules->event_types =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_event_type));
  if (!rules->event_types) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < names->count && !status; i++) {
    st_compiler compiler = event_compiler_of(builder, rules, i);
    status = init_event_type(
        &compiler, st_declared_event_type(builder, names->items[i].tag), i + 1);
  }
  for (uint32_t i = 0; i < names->count && !status; i++) {
    st_compiler compiler = event_compiler_of(builder, rules, i);
    status = link_event_alias(
        &compiler, st_declared_event_type(builder, names->items[i].tag), i + 1);
  }
  return status;
}

/* -- Bodies of event types -- */

static strata_status find_typed_field_index(const st_compiler *compiler,
                                            strata_event_type type,
                                            const char *what, const char *name,
                                            strata_type want, uint32_t *out) {
  strata_field field = 0;
  strata_status status = st_program_scope_find_typed_field(compiler, type, what,
                                                           name, want, &field);
  if (!status && field != 0) {
    *out = st_event_type_field_index(compiler->rules, type, field);
  }
  return status;
}

static strata_status compile_field_roles(const st_compiler *compiler,
                                         const strata_event_type_desc *declared,
                                         strata_event_type id) {
  st_event_type *out = &compiler->rules->event_types[id - 1];
  strata_status status =
      find_typed_field_index(compiler, id, "affected", declared->affected,
                             STRATA_REF, &out->affected_index);
  if (!status) {
    status = find_typed_field_index(compiler, id, "amount", declared->amount,
                                    STRATA_INT, &out->amount_index);
  }
  if (!status) {
    status = find_typed_field_index(
        compiler, id, "merge_by", declared->merge_by, 0, &out->merge_by_index);
  }
  if (!status) {
    status =
        find_typed_field_index(compiler, id, "merge_sum", declared->merge_sum,
                               STRATA_INT, &out->merge_sum_index);
  }
  return status;
}

static strata_status compile_phase(st_compiler *compiler,
                                   const strata_phase_desc *declared,
                                   strata_event_type id, st_event_phase *out) {
  st_event_type *type = &compiler->rules->event_types[id - 1];
  st_program_scope scope = {.compiler = compiler,
                            .program = &type->perform_program,
                            .event_type = id};
  out->chain_owner_index = type->affected_index;
  out->is_check = strcmp(declared->name, "check") == 0;
  out->is_unranked = declared->linear;
  out->is_reentrant = declared->again;
  strata_status status =
      find_typed_field_index(compiler, id, "the chain of", declared->of,
                             STRATA_REF, &out->chain_owner_index);
  if (status) return status;
  return st_program_scope_expr(&scope, "until", declared->until, STRATA_FLAG,
                               false, &out->until);
}

static strata_status compile_phases(st_compiler *compiler,
                                    const strata_event_type_desc *declared,
                                    strata_event_type id) {
  st_event_type *out = &compiler->rules->event_types[id - 1];
  st_mem *mem = &compiler->rules->mem;
  if (declared->phase_count == 0) return STRATA_OK;
  out->phases =
      st_mem_zeroed(mem, declared->phase_count, sizeof(st_event_phase));
  if (!out->phases) return st_compiler_no_memory(compiler);
  out->phase_count = (uint32_t)declared->phase_count;
  out->do_phase = out->phase_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < out->phase_count && !status; i++) {
    const strata_phase_desc *phase = &declared->phases[i];
    out->phases[i].name =
        st_mem_copy_text(mem, phase->name, strlen(phase->name));
    if (!out->phases[i].name) return st_compiler_no_memory(compiler);
    if (strcmp(phase->name, "do") == 0) out->do_phase = i;
    status = compile_phase(compiler, phase, id, &out->phases[i]);
  }
  return status;
}

static strata_status
compile_event_programs(st_compiler *compiler,
                       const strata_event_type_desc *declared,
                       strata_event_type id) {
  st_event_type *out = &compiler->rules->event_types[id - 1];
  strata_status status =
      st_program_scope_init(compiler, NULL, 0, declared->parts,
                            declared->part_count, &out->contained_program);
  if (!status) {
    status = st_program_scope_init(compiler, NULL, 0, declared->does,
                                   declared->does_count, &out->perform_program);
  }
  st_program_scope scope = {
      .compiler = compiler, .program = &out->perform_program, .event_type = id};
  if (!status) {
    status = st_program_scope_expr(&scope, "where", declared->where,
                                   STRATA_FLAG, false, &out->where);
  }
  if (!status) {
    status = st_program_scope_expr(&scope, "matters", declared->matters,
                                   STRATA_FLAG, false, &out->matters);
  }
  if (!status) {
    status = st_program_scope_expr(&scope, "can", declared->can, STRATA_FLAG,
                                   false, &out->can);
  }
  if (!status) {
    status = st_program_compile(&scope, ST_SITE_PERFORM, "does", declared->does,
                                declared->does_count);
  }
  for (uint32_t i = 0; !status && i < out->perform_program.instruction_count;
       i++) {
    out->may_move_affected = out->may_move_affected ||
                             st_instruction_moves_affected(
                                 out, &out->perform_program.instructions[i]);
  }
  scope.program = &out->contained_program;
  if (!status) {
    status = st_program_compile(&scope, ST_SITE_CONTAINED, "parts",
                                declared->parts, declared->part_count);
  }
  return status;
}

/* Compile the roles of all fields before any program: programs name other
 * events, and are checked by the roles of their fields. */
static strata_status compile_event_types(strata_builder *builder,
                                         strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_EVENT_TYPE];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < names->count && !status; i++) {
    st_compiler compiler = event_compiler_of(builder, rules, i);
    status = compile_field_roles(
        &compiler, st_declared_event_type(builder, names->items[i].tag), i + 1);
  }
  for (uint32_t i = 0; i < names->count && !status; i++) {
    const strata_event_type_desc *declared =
        st_declared_event_type(builder, names->items[i].tag);
    st_compiler compiler = event_compiler_of(builder, rules, i);
    status = compile_event_programs(&compiler, declared, i + 1);
    if (!status) status = compile_phases(&compiler, declared, i + 1);
  }
  return status;
}

/* -- Reads and writes -- */

/* Add what emitted events read and write until nothing changes, because event
 * types emit each other. Bits are only added, so this ends. */
static void propagate_type_rw(strata_rules *rules) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < rules->names[STRATA_NAME_EVENT_TYPE].count; i++) {
      st_event_type *type = &rules->event_types[i];
      st_rw_mask mask = type->rw_mask;
      st_rw_mask_add_mask(&mask, &type->contained_program.rw_mask);
      st_rw_mask_add_mask(&mask, &type->perform_program.rw_mask);
      if (type->has_handlers) st_rw_mask_add_all(&mask);
      st_program_add_emitted_rw(rules, &type->contained_program, &mask);
      changed = changed || !st_rw_mask_is_equal(&mask, &type->rw_mask);
      type->rw_mask = mask;
    }
  }
}

/* -- Entry point -- */

strata_status st_event_compile_all(strata_builder *builder,
                                   strata_rules *rules) {
  if (!compile_event_fields(builder, rules) ||
      !copy_declared_handlers(builder, rules) ||
      !st_names_copy(&builder->replacement_classes, &rules->mem,
                     &rules->replacement_classes)) {
    return st_builder_no_memory(builder);
  }
  strata_status status = init_event_types(builder, rules);
  if (!status) status = st_watcher_compile_heads(builder, rules);
  if (!status) status = compile_event_types(builder, rules);
  if (!status) status = st_watcher_compile_bodies(builder, rules);
  if (status) return status;
  if (!st_watcher_compile_chains(rules)) return st_builder_no_memory(builder);
  propagate_type_rw(rules);
  st_watcher_compile_rw(rules);
  return STRATA_OK;
}
