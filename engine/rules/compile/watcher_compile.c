/*
 * watcher_compile.c - the compiler of watcher definitions and handler chains.
 *
 * Heads come before bodies, because programs name watchers and their
 * parameters.
 */
#include "rules/compile/watcher_compile.h"

#include "rules/compile/program_compile.h"
#include "rules/model/watcher_key.h"

#include <string.h>

static strata_status find_watched_event(const st_compiler *compiler,
                                        const strata_watcher_desc *declared,
                                        st_watcher_def *out) {
  if (!declared->event) return STRATA_OK;
  return st_compiler_find_id(compiler, STRATA_NAME_EVENT_TYPE, "event",
                             declared->event, &out->event_type);
}

static strata_status find_replacement_class(const st_compiler *compiler,
                                            const strata_watcher_desc *declared,
                                            st_watcher_def *out) {
  const st_names *classes = &compiler->rules->replacement_classes;
  out->replacement_class = (uint32_t)classes->count;
  if (!declared->rank) return STRATA_OK;
  uint32_t i = st_names_find(classes, declared->rank, strlen(declared->rank));
  if (i == ST_NAME_NONE) {
    return st_compiler_unknown_name(compiler, "replacement class",
                                    declared->rank,
                                    st_names_nearest(classes, declared->rank));
  }
  out->replacement_class = classes->items[i].tag;
  return STRATA_OK;
}

static strata_status init_watcher_def(const st_compiler *compiler,
                                      const strata_watcher_desc *declared,
                                      st_watcher_def *out) {
  out->name = compiler->item_name;
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
  out->bars_prevention = declared->prevention;
  out->stacked = declared->stacked;
  out->unlisted = declared->unlisted;
  strata_status status = find_watched_event(compiler, declared, out);
  if (!status) status = find_replacement_class(compiler, declared, out);
  if (!status && declared->pays) {
    status = st_compiler_find_id(compiler, STRATA_NAME_EVENT_TYPE, "event",
                                 declared->pays, &out->pays);
  }
  if (!status && declared->clock) {
    status = st_compiler_find_id(compiler, STRATA_NAME_CLOCK, "clock",
                                 declared->clock, &out->clock);
  }
  if (!status) {
    status =
        st_compiler_find_zones(compiler, declared->zones, declared->zone_count,
                               &out->zones, &out->zone_count);
  }
  if (status) return status;
  return st_program_scope_init(compiler, declared->names, declared->name_count,
                               declared->program, declared->instruction_count,
                               &out->program);
}

strata_status st_watcher_compile_heads(strata_builder *builder,
                                       strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_WATCHER_DEF];
  if (names->count == 0) return STRATA_OK;
  rules->watcher_defs =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_watcher_def));
  if (!rules->watcher_defs) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_compiler compiler =
        st_compiler_of(rules, &builder->error, "code", names->items[i].text);
    status = init_watcher_def(&compiler,
                              st_declared_watcher(builder, names->items[i].tag),
                              &rules->watcher_defs[i]);
  }
  return status;
}

/* The cost of a test. A predicate that counts entities costs more than any
 * other. */
static uint32_t test_cost(const st_field_test *test) {
  return test->predicate->node_count +
         (test->predicate->counts_entities ? UINT32_C(1) << 30 : 0);
}

static void sort_tests(st_watcher_def *def) {
  for (uint32_t i = 1; i < def->test_count; i++) {
    st_field_test test = def->tests[i];
    uint32_t at = i;
    for (; at > 0 && test_cost(&def->tests[at - 1]) > test_cost(&test); at--) {
      def->tests[at] = def->tests[at - 1];
    }
    def->tests[at] = test;
  }
}

static strata_status compile_watcher_tests(st_program_scope *scope,
                                           const strata_watcher_desc *declared,
                                           st_watcher_def *out) {
  st_compiler *compiler = scope->compiler;
  if (declared->test_count == 0) return STRATA_OK;
  out->tests = st_mem_zeroed(&compiler->rules->mem, declared->test_count,
                             sizeof(st_field_test));
  if (!out->tests) return st_compiler_no_memory(compiler);
  out->test_count = (uint32_t)declared->test_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < out->test_count && !status; i++) {
    const strata_event_test *test = &declared->tests[i];
    compiler->attr_name = test->field;
    status = st_program_scope_find_typed_field(
        compiler, out->event_type, "the test's field", test->field, STRATA_REF,
        &out->tests[i].field);
    if (!status) {
      status =
          st_program_scope_expr(scope, "its predicate", test->predicate,
                                STRATA_FLAG, true, &out->tests[i].predicate);
    }
  }
  compiler->attr_name = NULL;
  if (!status) sort_tests(out);
  return status;
}

static strata_status check_preventable(const st_compiler *compiler,
                                       const st_watcher_def *def) {
  if (def->role != STRATA_ROLE_PREVENT && !def->bars_prevention) {
    return STRATA_OK;
  }
  const st_event_type *type =
      st_event_type_unalias(compiler->rules, def->event_type);
  if (type->amount_index != ST_NO_FIELD_INDEX) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "event '", type->name,
                           "' has no amount, so none of it can be prevented; ",
                           "declare one, or write a replacement");
}

/* A prevention without a program prevents its amount. One with a program does
 * so by an instruction of it; a handler can. */
static strata_status check_prevents(const st_compiler *compiler,
                                    const st_watcher_def *def) {
  const st_program *program = &def->program;
  bool prevents =
      def->role != STRATA_ROLE_PREVENT || program->instruction_count == 0;
  for (uint32_t i = 0; !prevents && i < program->instruction_count; i++) {
    prevents = program->instructions[i].op == STRATA_DO_PREVENT ||
               program->instructions[i].op == STRATA_DO_RUN;
  }
  if (prevents) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                           "a prevention whose program has no 'prevent' "
                           "prevents nothing; add one, or write a replacement");
}

static st_program_site watcher_site(const strata_rules *rules,
                                    const st_watcher_def *def) {
  if (def->role == STRATA_ROLE_HANDLE) {
    uint32_t do_phase = st_event_type_unalias(rules, def->event_type)->do_phase;
    if (def->phase == do_phase) return ST_SITE_PERFORM;
    return def->phase < do_phase ? ST_SITE_BEFORE : ST_SITE_AFTER;
  }
  if (def->role == STRATA_ROLE_REPLACE) return ST_SITE_REPLACE;
  return def->role == STRATA_ROLE_PREVENT ? ST_SITE_PREVENT : ST_SITE_ACT;
}

/* Find the phase whose chain a handler is in. */
static strata_status compile_handler_phase(const st_compiler *compiler,
                                           const strata_watcher_desc *declared,
                                           st_watcher_def *out) {
  if (out->role != STRATA_ROLE_HANDLE) return STRATA_OK;
  const st_event_type *type =
      st_event_type_unalias(compiler->rules, out->event_type);
  uint32_t n = 0;
  while (n < type->phase_count &&
         strcmp(type->phases[n].name, declared->phase) != 0) {
    n++;
  }
  if (n == type->phase_count) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_ENOENT, "event '", type->name, "' has no chain '",
        st_quote_of(declared->phase, strlen(declared->phase)).text,
        n > 0 ? "'; its first one is '" : "'; declare its phases",
        n > 0 ? type->phases[0].name : "", n > 0 ? "'" : "");
  }
  out->phase = n;
  out->chain_rank = declared->place;
  out->everywhere = declared->everywhere;
  if (!type->phases[n].is_unranked || out->chain_rank == 0) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "chain '", declared->phase,
                           "' of event '", type->name,
                           "' is linear, so its handlers have no ranks");
}

/* Find the first instruction of the effect, behind the `paid` instructions that
 * are announced or paid, which run no handlers: whether they can be paid is
 * tried out. */
static strata_status split_action(const st_compiler *compiler, size_t paid,
                                  st_program *program) {
  uint32_t at = 0;
  for (size_t i = 0; i < paid; i++) {
    at = program->instructions[at].end;
  }
  if (program->on_stack_count > ST_MOST_ANNOUNCEMENTS) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "an action announces at most 64 choices");
  }
  if (at < program->on_stack_count) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "what is announced comes before what is paid; "
                             "count it in 'paid'");
  }
  for (uint32_t i = program->on_stack_count; i < at; i++) {
    if (program->instructions[i].op != STRATA_DO_RUN) continue;
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "a cost runs no handler; write it as events");
  }
  program->effect_first = at;
  return STRATA_OK;
}

/* Refuse what a payment amid an effect says in a cost. A cost is always paid,
 * so nothing can depend on whether it was. */
static strata_status check_costs(const st_compiler *compiler,
                                 const st_program *program) {
  for (uint32_t i = 0; i < program->effect_first; i++) {
    const st_instruction *pay = &program->instructions[i];
    if (pay->op != STRATA_DO_PAY ||
        (pay->bound_variable == 0 && pay->argument_count == 0)) {
      continue;
    }
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "a cost is paid whole by who does the action; "
                             "'as', 'by' and 'least' are for what is paid "
                             "amid what it does");
  }
  return STRATA_OK;
}

/* Compile what only an action has. */
static strata_status compile_action(st_program_scope *scope,
                                    const strata_watcher_desc *declared,
                                    st_watcher_def *out) {
  strata_status status = st_program_scope_expr(scope, "actor", declared->actor,
                                               STRATA_FLAG, true, &out->actor);
  if (!status) {
    status = st_program_scope_expr(scope, "subject", declared->subject,
                                   STRATA_FLAG, true, &out->subject);
  }
  if (!status && out->subject && out->subject->uses_this) {
    return ST_COMPILER_ERROR(scope->compiler, STRATA_EINVAL,
                             "'subject' selects the object, which is 'it' "
                             "there and not yet 'this'");
  }
  if (!status) {
    status = split_action(scope->compiler, declared->paid, &out->program);
  }
  return status ? status : check_costs(scope->compiler, &out->program);
}

static strata_status compile_watcher_def(st_compiler *compiler,
                                         const strata_watcher_desc *declared,
                                         st_watcher_def *out) {
  st_program_scope scope = {.compiler = compiler,
                            .program = &out->program,
                            .event_type = out->event_type,
                            .in_chain = out->role == STRATA_ROLE_HANDLE};
  strata_status status = check_preventable(compiler, out);
  if (!status) status = compile_handler_phase(compiler, declared, out);
  if (!status) status = compile_watcher_tests(&scope, declared, out);
  if (!status) {
    status = st_program_scope_expr(&scope, "when", declared->when, STRATA_FLAG,
                                   false, &out->when);
  }
  if (!status) {
    status = st_program_scope_expr(&scope, "only_if", declared->only_if,
                                   STRATA_FLAG, false, &out->only_if);
  }
  if (!status) {
    status = st_program_scope_expr(&scope, "amount", declared->amount,
                                   STRATA_INT, false, &out->amount);
  }
  if (!status) {
    status =
        st_program_compile(&scope, watcher_site(compiler->rules, out), "deed",
                           declared->program, declared->instruction_count);
  }
  if (!status) status = check_prevents(compiler, out);
  out->program.effect_first = out->program.on_stack_count;
  if (!status && out->role == STRATA_ROLE_ACTION) {
    status = compile_action(&scope, declared, out);
  }
  if (status || scope.in_chain) {
    return status; /* handlers are found by chains, not by an index */
  }
  status = st_watcher_key_choose(out, compiler->rules, &compiler->rules->mem);
  return status ? st_compiler_no_memory(compiler) : STRATA_OK;
}

strata_status st_watcher_compile_bodies(strata_builder *builder,
                                        strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_WATCHER_DEF];
  strata_status status = STRATA_OK;
  for (size_t i = 0; i < names->count && !status; i++) {
    st_compiler compiler =
        st_compiler_of(rules, &builder->error, "code", names->items[i].text);
    status = compile_watcher_def(
        &compiler, st_declared_watcher(builder, names->items[i].tag),
        &rules->watcher_defs[i]);
  }
  return status;
}

/* -- Chains -- */

/* Collect the handlers of the global chains of all event types. The first pass
 * has no arrays yet and only counts. */
static void collect_global_handlers(strata_rules *rules) {
  for (uint32_t i = 0; i < rules->names[STRATA_NAME_WATCHER_DEF].count; i++) {
    const st_watcher_def *def = &rules->watcher_defs[i];
    if (def->role != STRATA_ROLE_HANDLE) continue;
    st_event_type *type =
        &rules->event_types[rules->event_types[def->event_type - 1].unaliased -
                            1];
    type->has_handlers = true;
    if (!def->everywhere) continue;
    if (type->handlers) type->handlers[type->handler_count] = i + 1;
    type->handler_count++;
  }
}

bool st_watcher_compile_chains(strata_rules *rules) {
  size_t count = rules->names[STRATA_NAME_EVENT_TYPE].count;
  collect_global_handlers(rules);
  for (size_t i = 0; i < count; i++) {
    st_event_type *type = &rules->event_types[i];
    if (type->has_handlers) rules->has_handlers = true;
    if (type->handler_count == 0) continue;
    type->has_printed_handlers = true;
    type->handlers = st_mem_zeroed(&rules->mem, type->handler_count,
                                   sizeof type->handlers[0]);
    if (!type->handlers) return false;
    type->handler_count = 0;
  }
  collect_global_handlers(rules);
  return true;
}

void st_watcher_compile_rw(strata_rules *rules) {
  for (size_t i = 0; i < rules->names[STRATA_NAME_WATCHER_DEF].count; i++) {
    st_watcher_def *def = &rules->watcher_defs[i];
    def->rw_mask = def->program.rw_mask;
    st_program_add_emitted_rw(rules, &def->program, &def->rw_mask);
    if (def->event_type == 0 || def->role == STRATA_ROLE_HANDLE) continue;
    st_rw_mask_add_expr(&def->rw_mask,
                        st_event_type_get(rules, def->event_type)->where);
  }
}
