/*
 * enact_play.c - kinds of events and what watchers say, from words to data.
 *
 * First comes what others name: fields, kinds with their fields, codes with
 * what they are given. Then what is said in expressions and deeds. Counts are
 * those of the names tables, and arrays are zeroed, so that rules can be freed
 * from any point on.
 */
#include "rules/compile/event_compile.h"

#include "base/hash.h"
#include "rules/compile/program_compile.h"

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

/* -- What kinds are -- */

static st_compiler event_compiler_of(strata_builder *builder,
                                     strata_rules *rules, const char *kind,
                                     const char *name) {
  return (st_compiler){.rules = rules,
                       .error = &builder->error,
                       .item_kind = kind,
                       .item_name = name};
}

/* The fields that it declares, then the common ones. */
static strata_status init_type_fields(const st_compiler *w,
                                      const strata_event_type_desc *declared,
                                      st_event_type *out) {
  st_mem *mem = &w->rules->mem;
  size_t own = declared->field_count;
  size_t all = w->rules->names[STRATA_NAME_FIELD].count;
  out->fields =
      st_mem_zeroed(mem, own + ST_COMMON_FIELDS, sizeof(strata_field));
  if (!out->fields) return st_compiler_no_memory(w);
  out->field_count = (uint32_t)own + ST_COMMON_FIELDS;
  out->field_index_of = st_mem_zeroed(mem, all, 1);
  if (!out->field_index_of) return st_compiler_no_memory(w);
  for (size_t i = 0; i < own; i++) {
    out->fields[i] = st_rules_find_name(w->rules, STRATA_NAME_FIELD,
                                        declared->fields[i].name);
  }
  const st_common_fields *common = &w->rules->common_fields;
  const strata_field last[ST_COMMON_FIELDS] = {
      common->by, common->cause, common->effect, common->prevented,
      common->became};
  memcpy(out->fields + own, last, sizeof last);
  for (uint32_t i = 0; i < out->field_count; i++) {
    out->field_index_of[out->fields[i] - 1] = (uint8_t)(i + 1);
  }
  return STRATA_OK;
}

static strata_status init_event_type(st_compiler *w,
                                     const strata_event_type_desc *declared,
                                     strata_event_type id) {
  st_event_type *out = &w->rules->event_types[id - 1];
  out->name = w->item_name;
  out->unaliased = id;
  out->affected_index = out->amount_index = ST_NO_FIELD_INDEX;
  out->merge_by_index = out->merge_sum_index = ST_NO_FIELD_INDEX;
  out->contains = declared->contains;
  out->enters = declared->enters;
  out->look_back = declared->look_back;
  out->quiet = declared->quiet;
  return declared->of ? STRATA_OK : init_type_fields(w, declared, out);
}

static strata_status link_event_alias(const st_compiler *w,
                                      const strata_event_type_desc *declared,
                                      strata_event_type id) {
  if (!declared->of) return STRATA_OK;
  uint32_t of = 0;
  strata_status status = st_compiler_find_id(w, STRATA_NAME_EVENT_TYPE, "event",
                                             declared->of, &of);
  if (status) return status;
  if (!w->rules->event_types[of - 1].fields) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "'", declared->of,
                             "' is an alias itself; an alias is of a kind");
  }
  w->rules->event_types[id - 1].unaliased = of;
  if (declared->enters) {
    w->rules->event_types[of - 1].enters = true;
    w->rules->event_types[of - 1].enters_as_alias = true;
  }
  return STRATA_OK;
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
    st_compiler w =
        event_compiler_of(builder, rules, "event", names->items[i].text);
    status = init_event_type(
        &w, st_declared_event_type(builder, names->items[i].tag), i + 1);
  }
  for (uint32_t i = 0; i < names->count && !status; i++) {
    st_compiler w =
        event_compiler_of(builder, rules, "event", names->items[i].text);
    status = link_event_alias(
        &w, st_declared_event_type(builder, names->items[i].tag), i + 1);
  }
  return status;
}

/* -- What codes are -- */

static strata_status find_watched_event(const st_compiler *w,
                                        const strata_watcher_desc *declared,
                                        st_watcher_def *out) {
  if (!declared->event) return STRATA_OK;
  return st_compiler_find_id(w, STRATA_NAME_EVENT_TYPE, "event",
                             declared->event, &out->event_type);
}

static strata_status find_replacement_class(const st_compiler *w,
                                            const strata_watcher_desc *declared,
                                            st_watcher_def *out) {
  const st_names *classes = &w->rules->replacement_classes;
  out->replacement_class = (uint32_t)classes->count;
  if (!declared->rank) return STRATA_OK;
  uint32_t i = st_names_find(classes, declared->rank, strlen(declared->rank));
  if (i == ST_NAME_NONE) {
    return st_compiler_unknown_name(w, "replacement class", declared->rank,
                                    st_names_nearest(classes, declared->rank));
  }
  out->replacement_class = classes->items[i].tag;
  return STRATA_OK;
}

static strata_status init_watcher_def(const st_compiler *w,
                                      const strata_watcher_desc *declared,
                                      st_watcher_def *out) {
  out->name = w->item_name;
  out->role = declared->role;
  out->uses = declared->uses;
  out->uses_per_clock = declared->per_clock;
  out->once_per_batch = declared->batch;
  out->look_back = declared->look_back;
  out->optional = declared->optional;
  out->affects_own_entry = declared->own;
  out->tests_unmodified_entry = declared->as_is;
  out->immediate = declared->immediate;
  out->may_apply_again = declared->again;
  out->always_ask = declared->always_ask;
  out->counts_done = declared->counts_done;
  strata_status status = find_watched_event(w, declared, out);
  if (!status) status = find_replacement_class(w, declared, out);
  if (!status && declared->clock) {
    status = st_compiler_find_id(w, STRATA_NAME_CLOCK, "clock", declared->clock,
                                 &out->clock);
  }
  if (!status) {
    status = st_compiler_find_zones(w, declared->zones, declared->zone_count,
                                    &out->zones, &out->zone_count);
  }
  if (status) return status;
  return st_program_scope_init(w, declared->names, declared->name_count,
                               declared->program, declared->instruction_count,
                               &out->program);
}

static strata_status init_watcher_defs(strata_builder *builder,
                                       strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_WATCHER_DEF];
  if (names->count == 0) return STRATA_OK;
  rules->watcher_defs =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_watcher_def));
  if (!rules->watcher_defs) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_compiler w =
        event_compiler_of(builder, rules, "code", names->items[i].text);
    status =
        init_watcher_def(&w, st_declared_watcher(builder, names->items[i].tag),
                         &rules->watcher_defs[i]);
  }
  return status;
}

/* -- What kinds say -- */

/* A field of the kind, of one type, 0 for any; NULL is none. */
static strata_status find_typed_field(const st_compiler *w,
                                      strata_event_type kind, const char *what,
                                      const char *name, strata_type want,
                                      strata_field *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_program_scope_find_field(w, kind, name, out);
  if (status || want == 0) return status;
  strata_type type = (strata_type)w->rules->field_types[*out - 1];
  if (type == want) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, what, " '", name, "' is ",
                           st_compiler_type_text(type), ", not ",
                           st_compiler_type_text(want));
}

static strata_status find_typed_field_place(const st_compiler *w,
                                            strata_event_type kind,
                                            const char *what, const char *name,
                                            strata_type want, uint32_t *out) {
  strata_field field = 0;
  strata_status status = find_typed_field(w, kind, what, name, want, &field);
  if (!status && field != 0)
    *out = st_event_type_field_index(w->rules, kind, field);
  return status;
}

static strata_status compile_field_roles(const st_compiler *w,
                                         const strata_event_type_desc *declared,
                                         strata_event_type id) {
  st_event_type *out = &w->rules->event_types[id - 1];
  strata_status status = find_typed_field_place(
      w, id, "affected", declared->affected, STRATA_REF, &out->affected_index);
  if (!status) {
    status = find_typed_field_place(w, id, "amount", declared->amount,
                                    STRATA_INT, &out->amount_index);
  }
  if (!status) {
    status = find_typed_field_place(w, id, "merge_by", declared->merge_by, 0,
                                    &out->merge_by_index);
  }
  if (!status) {
    status = find_typed_field_place(w, id, "merge_sum", declared->merge_sum,
                                    STRATA_INT, &out->merge_sum_index);
  }
  return status;
}

static strata_status compile_phase(st_compiler *w,
                                   const strata_phase_desc *declared,
                                   strata_event_type id, st_event_phase *out) {
  st_event_type *kind = &w->rules->event_types[id - 1];
  st_program_scope c = {
      .compiler = w, .program = &kind->perform_program, .event_type = id};
  out->chain_owner_index = kind->affected_index;
  out->is_check = strcmp(declared->name, "check") == 0;
  out->is_unranked = declared->linear;
  out->is_reentrant = declared->again;
  strata_status status = find_typed_field_place(
      w, id, "the chain of", declared->of, STRATA_REF, &out->chain_owner_index);
  if (status) return status;
  return st_program_scope_expr(&c, "until", declared->until, STRATA_FLAG, false,
                               &out->until);
}

static strata_status compile_phases(st_compiler *w,
                                    const strata_event_type_desc *declared,
                                    strata_event_type id) {
  st_event_type *out = &w->rules->event_types[id - 1];
  st_mem *mem = &w->rules->mem;
  if (declared->phase_count == 0) return STRATA_OK;
  out->phases =
      st_mem_zeroed(mem, declared->phase_count, sizeof(st_event_phase));
  if (!out->phases) return st_compiler_no_memory(w);
  out->phase_count = (uint32_t)declared->phase_count;
  out->do_phase = out->phase_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < out->phase_count && !status; i++) {
    const strata_phase_desc *phase = &declared->phases[i];
    out->phases[i].name =
        st_mem_copy_text(mem, phase->name, strlen(phase->name));
    if (!out->phases[i].name) return st_compiler_no_memory(w);
    if (strcmp(phase->name, "do") == 0) out->do_phase = i;
    status = compile_phase(w, phase, id, &out->phases[i]);
  }
  return status;
}

bool st_instruction_moves_affected(const st_event_type *kind,
                                   const st_instruction *deed) {
  if (deed->op != STRATA_DO_MOVE || kind->affected_index == ST_NO_FIELD_INDEX) {
    return false;
  }
  const st_expr_node *node = &deed->who->nodes[0];
  return deed->who->node_count == 1 && node->op == ST_EXPR_FIELD &&
         node->index == kind->fields[kind->affected_index];
}

static strata_status
compile_event_programs(st_compiler *w, const strata_event_type_desc *declared,
                       strata_event_type id) {
  st_event_type *out = &w->rules->event_types[id - 1];
  strata_status status =
      st_program_scope_init(w, NULL, 0, declared->parts, declared->part_count,
                            &out->contained_program);
  if (!status) {
    status = st_program_scope_init(w, NULL, 0, declared->does,
                                   declared->does_count, &out->perform_program);
  }
  st_program_scope c = {
      .compiler = w, .program = &out->perform_program, .event_type = id};
  if (!status) {
    status = st_program_scope_expr(&c, "where", declared->where, STRATA_FLAG,
                                   false, &out->where);
  }
  if (!status) {
    status = st_program_scope_expr(&c, "matters", declared->matters,
                                   STRATA_FLAG, false, &out->matters);
  }
  if (!status) {
    status = st_program_scope_expr(&c, "can", declared->can, STRATA_FLAG, false,
                                   &out->can);
  }
  if (!status) {
    status = st_program_compile(&c, ST_SITE_PERFORM, "does", declared->does,
                                declared->does_count);
  }
  for (uint32_t i = 0; !status && i < out->perform_program.instruction_count;
       i++) {
    out->may_move_affected = out->may_move_affected ||
                             st_instruction_moves_affected(
                                 out, &out->perform_program.instructions[i]);
  }
  c.program = &out->contained_program;
  if (!status) {
    status = st_program_compile(&c, ST_SITE_CONTAINED, "parts", declared->parts,
                                declared->part_count);
  }
  return status;
}

static strata_status compile_event_types(strata_builder *builder,
                                         strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_EVENT_TYPE];
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < names->count && !status; i++) {
    const strata_event_type_desc *declared =
        st_declared_event_type(builder, names->items[i].tag);
    st_compiler w =
        event_compiler_of(builder, rules, "event", names->items[i].text);
    status = compile_field_roles(&w, declared, i + 1);
    if (!status) status = compile_event_programs(&w, declared, i + 1);
    if (!status) status = compile_phases(&w, declared, i + 1);
  }
  return status;
}

/* -- What codes say -- */

/* Counting all entities costs more than looking at one. */
static uint32_t test_cost(const st_field_test *test) {
  return test->predicate->node_count +
         (test->predicate->counts_entities ? UINT32_C(1) << 30 : 0);
}

static void sort_tests(st_watcher_def *code) {
  for (uint32_t i = 1; i < code->test_count; i++) {
    st_field_test test = code->tests[i];
    uint32_t at = i;
    for (; at > 0 && test_cost(&code->tests[at - 1]) > test_cost(&test); at--) {
      code->tests[at] = code->tests[at - 1];
    }
    code->tests[at] = test;
  }
}

static strata_status compile_watcher_tests(st_program_scope *c,
                                           const strata_watcher_desc *declared,
                                           st_watcher_def *out) {
  st_compiler *w = c->compiler;
  if (declared->test_count == 0) return STRATA_OK;
  out->tests = st_mem_zeroed(&w->rules->mem, declared->test_count,
                             sizeof(st_field_test));
  if (!out->tests) return st_compiler_no_memory(w);
  out->test_count = (uint32_t)declared->test_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < out->test_count && !status; i++) {
    const strata_event_test *test = &declared->tests[i];
    w->attr_name = test->field;
    status = find_typed_field(w, out->event_type, "the test's field",
                              test->field, STRATA_REF, &out->tests[i].field);
    if (!status) {
      status =
          st_program_scope_expr(c, "its predicate", test->predicate,
                                STRATA_FLAG, true, &out->tests[i].predicate);
    }
  }
  w->attr_name = NULL;
  if (!status) sort_tests(out);
  return status;
}

static strata_status check_preventable(const st_compiler *w,
                                       const st_watcher_def *code) {
  if (code->role != STRATA_ROLE_PREVENT) return STRATA_OK;
  const st_event_type *kind = st_event_type_unalias(w->rules, code->event_type);
  if (kind->amount_index != ST_NO_FIELD_INDEX) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, "event '", kind->name,
                           "' has no amount, so none of it can be prevented; ",
                           "declare one, or write a replacement");
}

static st_program_site watcher_stage(const strata_rules *rules,
                                     const st_watcher_def *code) {
  if (code->role == STRATA_ROLE_HANDLE) {
    uint32_t does = st_event_type_unalias(rules, code->event_type)->do_phase;
    if (code->phase == does) return ST_SITE_PERFORM;
    return code->phase < does ? ST_SITE_BEFORE : ST_SITE_AFTER;
  }
  if (code->role == STRATA_ROLE_REPLACE) return ST_SITE_REPLACE;
  return code->role == STRATA_ROLE_PREVENT ? ST_SITE_PREVENT : ST_SITE_ACT;
}

/* In which chain of its kind a handler is. */
static strata_status compile_handler_phase(const st_compiler *w,
                                           const strata_watcher_desc *declared,
                                           st_watcher_def *out) {
  if (out->role != STRATA_ROLE_HANDLE) return STRATA_OK;
  const st_event_type *kind = st_event_type_unalias(w->rules, out->event_type);
  uint32_t n = 0;
  while (n < kind->phase_count &&
         strcmp(kind->phases[n].name, declared->phase) != 0) {
    n++;
  }
  if (n == kind->phase_count) {
    return ST_COMPILER_ERROR(
        w, STRATA_ENOENT, "event '", kind->name, "' has no chain '",
        st_quote_of(declared->phase, strlen(declared->phase)).text,
        n > 0 ? "'; its first one is '" : "'; declare its phases",
        n > 0 ? kind->phases[0].name : "", n > 0 ? "'" : "");
  }
  out->phase = n;
  out->chain_rank = declared->place;
  out->everywhere = declared->everywhere;
  if (!kind->phases[n].is_unranked || out->chain_rank == 0) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, "chain '", declared->phase,
                           "' of event '", kind->name,
                           "' is linear, so its handlers have no ranks");
}

static strata_status compile_watcher_def(st_compiler *w,
                                         const strata_watcher_desc *declared,
                                         st_watcher_def *out) {
  st_program_scope c = {.compiler = w,
                        .program = &out->program,
                        .event_type = out->event_type,
                        .in_chain = out->role == STRATA_ROLE_HANDLE};
  strata_status status = check_preventable(w, out);
  if (!status) status = compile_handler_phase(w, declared, out);
  if (!status) status = compile_watcher_tests(&c, declared, out);
  if (!status) {
    status = st_program_scope_expr(&c, "when", declared->when, STRATA_FLAG,
                                   false, &out->when);
  }
  if (!status) {
    status = st_program_scope_expr(&c, "only_if", declared->only_if,
                                   STRATA_FLAG, false, &out->only_if);
  }
  if (!status) {
    status = st_program_scope_expr(&c, "amount", declared->amount, STRATA_INT,
                                   false, &out->amount);
  }
  if (!status) {
    status = st_program_compile(&c, watcher_stage(w->rules, out), "deed",
                                declared->program, declared->instruction_count);
  }
  if (status || c.in_chain) return status; /* chains are no index */
  status = st_watcher_def_choose_key(out, w->rules, &w->rules->mem);
  return status ? st_compiler_no_memory(w) : STRATA_OK;
}

static strata_status compile_watcher_defs(strata_builder *builder,
                                          strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_WATCHER_DEF];
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_compiler w =
        event_compiler_of(builder, rules, "code", names->items[i].text);
    status = compile_watcher_def(
        &w, st_declared_watcher(builder, names->items[i].tag),
        &rules->watcher_defs[i]);
  }
  return status;
}

/* -- Chains -- */

/* Handlers that are printed in the chain of all, kind by kind: counted, or, for
 * the second time, written down. */
static void collect_global_handlers(strata_rules *rules) {
  for (uint32_t i = 0; i < rules->names[STRATA_NAME_WATCHER_DEF].count; i++) {
    const st_watcher_def *code = &rules->watcher_defs[i];
    if (code->role != STRATA_ROLE_HANDLE) continue;
    st_event_type *kind =
        &rules->event_types[rules->event_types[code->event_type - 1].unaliased -
                            1];
    kind->has_handlers = true;
    if (!code->everywhere) continue;
    if (kind->handlers) kind->handlers[kind->handler_count] = i + 1;
    kind->handler_count++;
  }
}

static bool build_global_chains(strata_rules *rules) {
  size_t count = rules->names[STRATA_NAME_EVENT_TYPE].count;
  collect_global_handlers(rules);
  for (size_t i = 0; i < count; i++) {
    st_event_type *kind = &rules->event_types[i];
    if (kind->has_handlers) rules->has_handlers = true;
    if (kind->handler_count == 0) continue;
    kind->has_printed_handlers = true;
    kind->handlers = st_mem_zeroed(&rules->mem, kind->handler_count,
                                   sizeof kind->handlers[0]);
    if (!kind->handlers) return false;
    kind->handler_count = 0;
  }
  collect_global_handlers(rules);
  return true;
}

/* -- What is touched -- */

/* Of the events that it emits: their fields are their own affair. */
static void join_emitted_touch(const strata_rules *rules,
                               const st_program *program, st_rw_mask *touch) {
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    const st_instruction *deed = &program->instructions[i];
    if (deed->op != STRATA_DO_EMIT) continue;
    const st_rw_mask *more = &st_event_type_get(rules, deed->what)->rw_mask;
    touch->reads |= more->reads;
    touch->writes |= more->writes;
  }
}

static bool touch_is_equal(const st_rw_mask *a, const st_rw_mask *b) {
  return a->reads == b->reads && a->writes == b->writes &&
         a->field_reads == b->field_reads && a->field_writes == b->field_writes;
}

/* Kinds emit each other, so until nothing comes of it any more: bits are only
 * added. */
static void propagate_type_touch(strata_rules *rules) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < rules->names[STRATA_NAME_EVENT_TYPE].count; i++) {
      st_event_type *kind = &rules->event_types[i];
      st_rw_mask touch = kind->rw_mask;
      st_rw_mask_add_mask(&touch, &kind->contained_program.rw_mask);
      st_rw_mask_add_mask(&touch, &kind->perform_program.rw_mask);
      if (kind->has_handlers) st_rw_mask_add_all(&touch);
      join_emitted_touch(rules, &kind->contained_program, &touch);
      changed = changed || !touch_is_equal(&touch, &kind->rw_mask);
      kind->rw_mask = touch;
    }
  }
}

static void compute_watcher_touch(strata_rules *rules) {
  for (size_t i = 0; i < rules->names[STRATA_NAME_WATCHER_DEF].count; i++) {
    st_watcher_def *code = &rules->watcher_defs[i];
    code->rw_mask = code->program.rw_mask;
    join_emitted_touch(rules, &code->program, &code->rw_mask);
    if (code->event_type == 0 || code->role == STRATA_ROLE_HANDLE) continue;
    st_rw_mask_add_expr(&code->rw_mask,
                        st_event_type_get(rules, code->event_type)->where);
  }
}

/* -- The whole -- */

strata_status st_event_compile_all(strata_builder *builder,
                                   strata_rules *rules) {
  if (!compile_event_fields(builder, rules) ||
      !copy_declared_handlers(builder, rules) ||
      !st_names_copy(&builder->replacement_classes, &rules->mem,
                     &rules->replacement_classes)) {
    return st_builder_no_memory(builder);
  }
  strata_status status = init_event_types(builder, rules);
  if (!status) status = init_watcher_defs(builder, rules);
  if (!status) status = compile_event_types(builder, rules);
  if (!status) status = compile_watcher_defs(builder, rules);
  if (status) return status;
  if (!build_global_chains(rules)) return st_builder_no_memory(builder);
  propagate_type_touch(rules);
  compute_watcher_touch(rules);
  return STRATA_OK;
}
