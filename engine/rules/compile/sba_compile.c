/*
 * enact_check.c - state-based actions, and how a game goes on, from words to
 * data.
 */
#include "rules/compile/sba_compile.h"

#include "rules/compile/program_compile.h"
#include "rules/model/sba_def.h"

#include <string.h>

static st_compiler sba_compiler_of(strata_builder *builder, strata_rules *rules,
                                   const char *kind, const char *name) {
  return (st_compiler){.rules = rules,
                       .error = &builder->error,
                       .item_kind = kind,
                       .item_name = name};
}

/* -- State-based actions -- */

/* What two can be equal in. */
static strata_status compile_keep_keys(const st_compiler *w,
                                       const strata_sba_desc *declared,
                                       st_sba *out) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ST_SBA_KEEP_KEYS; i++) {
    const char *name = declared->keep_by[i];
    if (!name) return STRATA_OK;
    status = st_compiler_find_attr(w, name, &out->keep_by[i]);
    if (status) return status;
    strata_type type = w->rules->attrs[out->keep_by[i] - 1].type;
    if (type != STRATA_INT && type != STRATA_FLAG && type != STRATA_REF &&
        type != STRATA_SYM) {
      return ST_COMPILER_ERROR(
          w, STRATA_ETYPE, "one is kept by an int, a flag, ",
          "a ref or a sym, and attribute '", name, "' is none");
    }
    out->keep_count = i + 1;
  }
  return status;
}

static strata_status find_reset_attr(const st_compiler *w, const char *name,
                                     strata_attr *out) {
  strata_status status = st_compiler_find_attr(w, name, out);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[*out - 1];
  bool word = attr->type == STRATA_INT || attr->type == STRATA_FLAG ||
              attr->type == STRATA_REF || attr->type == STRATA_SYM;
  if (word && !attr->is_zone) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, "attribute '", name,
                           attr->is_zone
                               ? "' says where somebody is, and does not reset"
                               : "' does not reset: only an int, a flag, a ref "
                                 "or a sym does");
}

static strata_status compile_resets(const st_compiler *w,
                                    const strata_sba_desc *declared,
                                    st_sba *out) {
  if (declared->reset_count == 0) return STRATA_OK;
  out->resets =
      st_mem_zeroed(&w->rules->mem, declared->reset_count, sizeof(strata_attr));
  if (!out->resets) return st_compiler_no_memory(w);
  out->reset_count = (uint32_t)declared->reset_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < out->reset_count; i++) {
    status = find_reset_attr(w, declared->resets[i], &out->resets[i]);
  }
  return status;
}

static strata_status compile_sba(st_compiler *w,
                                 const strata_sba_desc *declared, st_sba *out) {
  out->name = w->item_name;
  out->keep_newest = declared->keep_newest;
  strata_status status =
      st_program_scope_init(w, NULL, 0, declared->program,
                            declared->instruction_count, &out->program);
  st_program_scope c = {
      .compiler = w, .program = &out->program, .has_it = true};
  if (!status) {
    status = st_program_scope_expr(&c, "who", declared->who, STRATA_FLAG, true,
                                   &out->subject);
  }
  if (!status) status = compile_keep_keys(w, declared, out);
  if (!status) status = compile_resets(w, declared, out);
  if (status) return status;
  return st_program_compile(&c, ST_SITE_CONTAINED, "deed", declared->program,
                            declared->instruction_count);
}

static strata_status compile_sbas(strata_builder *builder,
                                  strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_SBA];
  if (names->count == 0) return STRATA_OK;
  rules->sbas = st_mem_zeroed(&rules->mem, names->count, sizeof(st_sba));
  if (!rules->sbas) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < names->count; i++) {
    st_compiler w =
        sba_compiler_of(builder, rules, "check", names->items[i].text);
    status = compile_sba(&w, st_declared_sba(builder, names->items[i].tag),
                         &rules->sbas[i]);
  }
  return status;
}

/* -- How a game goes on -- */

/* A part of it, for messages: "play 'stack': ". */
static st_compiler play_compiler_of(strata_builder *builder,
                                    strata_rules *rules, const char *name) {
  return sba_compiler_of(builder, rules, "play", name);
}

static strata_status compile_turn_player(st_compiler *w,
                                         const strata_play_rules_desc *declared,
                                         st_play_rules *out) {
  st_program_scope c = {.compiler = w, .program = &out->variables_program};
  const strata_expr *who = NULL;
  strata_status status =
      st_program_scope_expr(&c, "who", declared->turn_player, 0, true, &who);
  out->turn_player = who;
  if (status || !who || who->type == STRATA_FLAG ||
      (who->type == STRATA_REF && !who->uses_it)) {
    return status;
  }
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, "'",
                           st_quote_of(who->text, who->text_size).text,
                           "' is neither a predicate nor somebody");
}

static strata_status find_next_player_attr(const st_compiler *w,
                                           const char *name,
                                           st_play_rules *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_compiler_find_attr(w, name, &out->next_player);
  if (status) return status;
  strata_type type = w->rules->attrs[out->next_player - 1].type;
  if (type == STRATA_REF) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_ETYPE, "attribute '", name, "' is ",
                           st_compiler_type_text(type), ", not ",
                           st_compiler_type_text(STRATA_REF));
}

static strata_status find_stack_zone(const st_compiler *w, const char *name,
                                     st_play_rules *out) {
  if (!name) return STRATA_OK;
  strata_status status =
      st_compiler_find_id(w, STRATA_NAME_ZONE, "zone", name, &out->stack);
  if (status || w->rules->zones[out->stack - 1].shared) return status;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, "each player has a zone '", name,
                           "' of his own; declare it shared");
}

/* A kind that the engine emits; of `affected` there is somebody to happen to.
 */
static strata_status find_engine_event(const st_compiler *w, const char *name,
                                       bool affected, strata_event_type *out) {
  if (!name) return STRATA_OK;
  strata_status status =
      st_compiler_find_id(w, STRATA_NAME_EVENT_TYPE, "event", name, out);
  if (status) return status;
  const st_event_type *kind = st_event_type_get(w->rules, *out);
  if (kind->unaliased != *out) {
    return ST_COMPILER_ERROR(w, STRATA_EINVAL, "'", name,
                             "' is an alias; say '",
                             st_event_type_unalias(w->rules, *out)->name, "'");
  }
  if (!affected || kind->affected_index != ST_NO_FIELD_INDEX) return STRATA_OK;
  return ST_COMPILER_ERROR(w, STRATA_EINVAL, "event '", name,
                           "' happens to nobody; say what its 'affected' is");
}

static strata_status
compile_play_settings(strata_builder *builder, strata_rules *rules,
                      const strata_play_rules_desc *declared) {
  st_play_rules *out = rules->play;
  out->declared = true;
  out->always_ask = declared->always_ask;
  st_compiler w = play_compiler_of(builder, rules, "turn_player");
  strata_status status = compile_turn_player(&w, declared, out);
  w.item_name = "next_player";
  if (!status) status = find_next_player_attr(&w, declared->next_player, out);
  w.item_name = "stack";
  if (!status) status = find_stack_zone(&w, declared->stack, out);
  w.item_name = "resolved";
  if (!status) {
    status = find_engine_event(&w, declared->resolved, true, &out->resolved);
  }
  w.item_name = "on_loop";
  if (!status) {
    status = find_engine_event(&w, declared->on_loop, false, &out->on_loop);
  }
  w.item_name = "triggered";
  if (!status) {
    status = find_engine_event(&w, declared->triggered, true, &out->triggered);
  }
  w.item_name = "log_clock";
  if (status || !declared->log_clock) return status;
  return st_compiler_find_id(&w, STRATA_NAME_CLOCK, "clock",
                             declared->log_clock, &out->log_clock);
}

/* -- The whole -- */

strata_status st_sba_compile_all(strata_builder *builder, strata_rules *rules) {
  rules->play = st_mem_zeroed(&rules->mem, 1, sizeof *rules->play);
  if (!rules->play) return st_builder_no_memory(builder);
  st_compiler w = play_compiler_of(builder, rules, "turn_player");
  strata_status status = st_program_scope_init(&w, NULL, 0, NULL, 0,
                                               &rules->play->variables_program);
  const strata_play_rules_desc *declared = st_declared_play_rules(builder);
  if (!status && declared)
    status = compile_play_settings(builder, rules, declared);
  return status ? status : compile_sbas(builder, rules);
}
