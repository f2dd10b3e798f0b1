/*
 * sba_compile.c - the compiler of state-based actions and of the rules of
 * play.
 */
#include "rules/compile/sba_compile.h"

#include "rules/compile/program_compile.h"
#include "rules/model/sba_def.h"
#include "rules/model/watcher_def.h"

#include <string.h>

/* -- State-based actions -- */

/* Find the attributes in which entities must be equal to form a group
 * (704.5j). */
static strata_status compile_keep_keys(const st_compiler *compiler,
                                       const strata_sba_desc *declared,
                                       st_sba *out) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ST_SBA_KEEP_KEYS; i++) {
    const char *name = declared->keep_by[i];
    if (!name) return STRATA_OK;
    status = st_compiler_find_attr(compiler, name, &out->keep_by[i]);
    if (status) return status;
    strata_type type = compiler->rules->attrs[out->keep_by[i] - 1].type;
    if (!st_type_is_word(type)) {
      return ST_COMPILER_ERROR(
          compiler, STRATA_ETYPE, "one is kept by an int, a flag, ",
          "a ref or a sym, and attribute '", name, "' is none");
    }
    out->keep_count = i + 1;
  }
  return status;
}

static strata_status find_reset_attr(const st_compiler *compiler,
                                     const char *name, strata_attr *out) {
  strata_status status = st_compiler_find_attr(compiler, name, out);
  if (status) return status;
  const st_attr *attr = &compiler->rules->attrs[*out - 1];
  if (st_type_is_word(attr->type) && !attr->is_zone) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "attribute '", name,
                           attr->is_zone
                               ? "' says where somebody is, and does not reset"
                               : "' does not reset: only an int, a flag, a ref "
                                 "or a sym does");
}

static strata_status compile_resets(const st_compiler *compiler,
                                    const strata_sba_desc *declared,
                                    st_sba *out) {
  if (declared->reset_count == 0) return STRATA_OK;
  out->resets = st_mem_zeroed(&compiler->rules->mem, declared->reset_count,
                              sizeof(strata_attr));
  if (!out->resets) return st_compiler_no_memory(compiler);
  out->reset_count = (uint32_t)declared->reset_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < out->reset_count; i++) {
    status = find_reset_attr(compiler, declared->resets[i], &out->resets[i]);
  }
  return status;
}

static strata_status compile_sba(st_compiler *compiler,
                                 const strata_sba_desc *declared, st_sba *out) {
  out->name = compiler->item_name;
  out->keep_newest = declared->keep_newest;
  strata_status status =
      st_program_scope_init(compiler, NULL, 0, declared->program,
                            declared->instruction_count, &out->program);
  st_program_scope scope = {
      .compiler = compiler, .program = &out->program, .has_it = true};
  if (!status) {
    status = st_program_scope_expr(&scope, "who", declared->who, STRATA_FLAG,
                                   true, &out->subject);
  }
  if (!status) status = compile_keep_keys(compiler, declared, out);
  if (!status) status = compile_resets(compiler, declared, out);
  if (status) return status;
  return st_program_compile(&scope, ST_SITE_CONTAINED, "deed",
                            declared->program, declared->instruction_count);
}

static strata_status compile_sbas(strata_builder *builder,
                                  strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_SBA];
  if (names->count == 0) return STRATA_OK;
  rules->sbas = st_mem_zeroed(&rules->mem, names->count, sizeof(st_sba));
  if (!rules->sbas) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < names->count; i++) {
    st_compiler compiler =
        st_compiler_of(rules, &builder->error, "check", names->items[i].text);
    status =
        compile_sba(&compiler, st_declared_sba(builder, names->items[i].tag),
                    &rules->sbas[i]);
  }
  return status;
}

/* -- Rules of play -- */

/* The compiler of one setting of the rules of play; messages start "play
 * 'stack': ". */
static st_compiler play_compiler_of(strata_builder *builder,
                                    strata_rules *rules, const char *name) {
  return st_compiler_of(rules, &builder->error, "play", name);
}

static strata_status compile_turn_player(st_compiler *compiler,
                                         const strata_play_rules_desc *declared,
                                         st_play_rules *out) {
  st_program_scope scope = {.compiler = compiler,
                            .program = &out->variables_program};
  const strata_expr *who = NULL;
  strata_status status = st_program_scope_expr(
      &scope, "who", declared->turn_player, 0, true, &who);
  out->turn_player = who;
  if (status || !who || who->type == STRATA_FLAG ||
      (who->type == STRATA_REF && !who->uses_it)) {
    return status;
  }
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "'",
                           st_quote_of(who->text, who->text_size).text,
                           "' is neither a predicate nor somebody");
}

static strata_status find_next_player_attr(const st_compiler *compiler,
                                           const char *name,
                                           st_play_rules *out) {
  if (!name) return STRATA_OK;
  strata_status status =
      st_compiler_find_attr(compiler, name, &out->next_player);
  if (status) return status;
  strata_type type = compiler->rules->attrs[out->next_player - 1].type;
  if (type == STRATA_REF) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "attribute '", name, "' is ",
                           st_compiler_type_text(type), ", not ",
                           st_compiler_type_text(STRATA_REF));
}

static strata_status find_acting_attr(const st_compiler *compiler,
                                      const char *name, st_play_rules *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_compiler_find_attr(compiler, name, &out->acting);
  if (status) return status;
  const st_attr *attr = &compiler->rules->attrs[out->acting - 1];
  if (attr->type == STRATA_FLAG && !attr->layered) return STRATA_OK;
  return ST_COMPILER_ERROR(
      compiler, STRATA_ETYPE, "attribute '", name,
      "' says who may act, which is no value that effects ",
      "change; declare an unlayered flag");
}

static strata_status find_stack_zone(const st_compiler *compiler,
                                     const char *name, st_play_rules *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_compiler_find_id(compiler, STRATA_NAME_ZONE, "zone",
                                             name, &out->stack);
  if (status || compiler->rules->zones[out->stack - 1].shared) return status;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "each player has a zone '",
                           name, "' of his own; declare it shared");
}

/* Find an event type that the engine emits; `affected`: it must have an
 * affected field. */
static strata_status find_engine_event(const st_compiler *compiler,
                                       const char *name, bool affected,
                                       strata_event_type *out) {
  if (!name) return STRATA_OK;
  strata_status status =
      st_compiler_find_id(compiler, STRATA_NAME_EVENT_TYPE, "event", name, out);
  if (status) return status;
  const st_event_type *type = st_event_type_get(compiler->rules, *out);
  if (type->unaliased != *out) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL, "'", name, "' is an alias; say '",
        st_event_type_unalias(compiler->rules, *out)->name, "'");
  }
  if (!affected || type->affected_index != ST_NO_FIELD_INDEX) return STRATA_OK;
  return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "event '", name,
                           "' happens to nobody; say what its 'affected' is");
}

static strata_status
compile_play_settings(strata_builder *builder, strata_rules *rules,
                      const strata_play_rules_desc *declared) {
  st_play_rules *out = rules->play;
  out->declared = true;
  out->always_ask = declared->always_ask;
  out->on_fault = declared->on_fault;
  out->log_lasts = declared->log_lasts;
  st_compiler compiler = play_compiler_of(builder, rules, "turn_player");
  strata_status status = compile_turn_player(&compiler, declared, out);
  compiler.item_name = "next_player";
  if (!status) {
    status = find_next_player_attr(&compiler, declared->next_player, out);
  }
  compiler.item_name = "stack";
  if (!status) status = find_stack_zone(&compiler, declared->stack, out);
  compiler.item_name = "resolved";
  if (!status) {
    status =
        find_engine_event(&compiler, declared->resolved, true, &out->resolved);
  }
  compiler.item_name = "on_loop";
  if (!status) {
    status =
        find_engine_event(&compiler, declared->on_loop, false, &out->on_loop);
  }
  compiler.item_name = "triggered";
  if (!status) {
    status = find_engine_event(&compiler, declared->triggered, true,
                               &out->triggered);
  }
  compiler.item_name = "ends";
  if (!status) {
    status = find_engine_event(&compiler, declared->ends, false, &out->ends);
  }
  compiler.item_name = "targeted";
  if (!status) {
    status =
        find_engine_event(&compiler, declared->targeted, true, &out->targeted);
  }
  compiler.item_name = "starts";
  if (!status) {
    status = find_engine_event(&compiler, declared->starts, true, &out->starts);
  }
  compiler.item_name = "acting";
  if (!status) status = find_acting_attr(&compiler, declared->acting, out);
  compiler.item_name = "log_clock";
  if (status || !declared->log_clock) return status;
  return st_compiler_find_id(&compiler, STRATA_NAME_CLOCK, "clock",
                             declared->log_clock, &out->log_clock);
}

/* An action that waits on the stack needs one. */
static strata_status check_stacked_actions(strata_builder *builder,
                                           const strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_WATCHER_DEF];
  if (rules->play->stack != 0) return STRATA_OK;
  for (size_t i = 0; i < names->count; i++) {
    if (!rules->watcher_defs[i].stacked) continue;
    return ST_ERROR(&builder->error, STRATA_EINVAL, 0, "code '",
                    rules->watcher_defs[i].name,
                    "': it is stacked, and these rules have no stack; say "
                    "which zone it is, or take 'stacked' out");
  }
  return STRATA_OK;
}

/* -- Entry point -- */

strata_status st_sba_compile_all(strata_builder *builder, strata_rules *rules) {
  rules->play = st_mem_zeroed(&rules->mem, 1, sizeof *rules->play);
  if (!rules->play) return st_builder_no_memory(builder);
  st_compiler compiler = play_compiler_of(builder, rules, "turn_player");
  strata_status status = st_program_scope_init(&compiler, NULL, 0, NULL, 0,
                                               &rules->play->variables_program);
  const strata_play_rules_desc *declared = st_declared_play_rules(builder);
  if (!status && declared) {
    status = compile_play_settings(builder, rules, declared);
  }
  if (!status) status = check_stacked_actions(builder, rules);
  return status ? status : compile_sbas(builder, rules);
}
