/*
 * enact_check.c - state-based actions, and how a game goes on, from words to
 * data.
 */
#include "rules/compile/enact_check.h"

#include "rules/compile/compose.h"
#include "rules/model/check.h"

#include <string.h>

static st_writer writer(strata_builder *builder, strata_rules *rules,
                        const char *kind, const char *name) {
  return (st_writer){
      .rules = rules, .error = &builder->error, .kind = kind, .name = name};
}

/* -- State-based actions -- */

/* What two can be equal in. */
static strata_status enact_keys(const st_writer *w,
                                const strata_check_desc *declared,
                                st_check *out) {
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < ST_CHECK_KEYS; i++) {
    const char *name = declared->keep_by[i];
    if (!name) return STRATA_OK;
    status = st_write_attr(w, name, &out->keep_by[i]);
    if (status) return status;
    strata_type type = w->rules->attrs[out->keep_by[i] - 1].type;
    if (type != STRATA_INT && type != STRATA_FLAG && type != STRATA_REF &&
        type != STRATA_SYM) {
      return ST_WRITE_ERROR(w, STRATA_ETYPE, "one is kept by an int, a flag, ",
                            "a ref or a sym, and attribute '", name,
                            "' is none");
    }
    out->keep_count = i + 1;
  }
  return status;
}

static strata_status enact_reset(const st_writer *w, const char *name,
                                 strata_attr *out) {
  strata_status status = st_write_attr(w, name, out);
  if (status) return status;
  const st_attr *attr = &w->rules->attrs[*out - 1];
  bool word = attr->type == STRATA_INT || attr->type == STRATA_FLAG ||
              attr->type == STRATA_REF || attr->type == STRATA_SYM;
  if (word && !attr->owned) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_ETYPE, "attribute '", name,
                        attr->owned
                            ? "' says where somebody is, and does not reset"
                            : "' does not reset: only an int, a flag, a ref "
                              "or a sym does");
}

static strata_status enact_resets(const st_writer *w,
                                  const strata_check_desc *declared,
                                  st_check *out) {
  if (declared->reset_count == 0) return STRATA_OK;
  out->resets =
      st_mem_zeroed(&w->rules->mem, declared->reset_count, sizeof(strata_attr));
  if (!out->resets) return st_write_no_memory(w);
  out->reset_count = (uint32_t)declared->reset_count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; !status && i < out->reset_count; i++) {
    status = enact_reset(w, declared->resets[i], &out->resets[i]);
  }
  return status;
}

static strata_status
enact_check(st_writer *w, const strata_check_desc *declared, st_check *out) {
  out->name = w->name;
  out->keep_newest = declared->keep_newest;
  strata_status status = st_frame_begin(w, NULL, 0, declared->deeds,
                                        declared->deed_count, &out->deeds);
  st_framing c = {.w = w, .program = &out->deeds, .it = true};
  if (!status) {
    status =
        st_frame_expr(&c, "who", declared->who, STRATA_FLAG, true, &out->who);
  }
  if (!status) status = enact_keys(w, declared, out);
  if (!status) status = enact_resets(w, declared, out);
  if (status) return status;
  return st_compose(&c, ST_STAGE_PARTS, "deed", declared->deeds,
                    declared->deed_count);
}

static strata_status enact_all(strata_builder *builder, strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_KIND_CHECK];
  if (names->count == 0) return STRATA_OK;
  rules->checks = st_mem_zeroed(&rules->mem, names->count, sizeof(st_check));
  if (!rules->checks) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (size_t i = 0; !status && i < names->count; i++) {
    st_writer w = writer(builder, rules, "check", names->items[i].text);
    status = enact_check(&w, st_declared_check(builder, names->items[i].tag),
                         &rules->checks[i]);
  }
  return status;
}

/* -- How a game goes on -- */

/* A part of it, for messages: "play 'stack': ". */
static st_writer part(strata_builder *builder, strata_rules *rules,
                      const char *name) {
  return writer(builder, rules, "play", name);
}

static strata_status enact_turn(st_writer *w, const strata_play_desc *declared,
                                st_play *out) {
  st_framing c = {.w = w, .program = &out->frame};
  const strata_expr *who = NULL;
  strata_status status =
      st_frame_expr(&c, "who", declared->turn_player, 0, true, &who);
  out->turn_player = who;
  if (status || !who || who->type == STRATA_FLAG ||
      (who->type == STRATA_REF && !who->uses_it)) {
    return status;
  }
  return ST_WRITE_ERROR(w, STRATA_ETYPE, "'",
                        st_quote_of(who->text, who->text_size).text,
                        "' is neither a predicate nor somebody");
}

static strata_status enact_next(const st_writer *w, const char *name,
                                st_play *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_write_attr(w, name, &out->next_player);
  if (status) return status;
  strata_type type = w->rules->attrs[out->next_player - 1].type;
  if (type == STRATA_REF) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_ETYPE, "attribute '", name, "' is ",
                        st_write_type(type), ", not ",
                        st_write_type(STRATA_REF));
}

static strata_status enact_stack(const st_writer *w, const char *name,
                                 st_play *out) {
  if (!name) return STRATA_OK;
  strata_status status =
      st_write_id(w, STRATA_KIND_ZONE, "zone", name, &out->stack);
  if (status || w->rules->zones[out->stack - 1].shared) return status;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, "each player has a zone '", name,
                        "' of his own; declare it shared");
}

/* A kind that the engine emits; of `affected` there is somebody to happen to.
 */
static strata_status enact_emitted(const st_writer *w, const char *name,
                                   bool affected, strata_event_kind *out) {
  if (!name) return STRATA_OK;
  strata_status status = st_write_id(w, STRATA_KIND_EVENT, "event", name, out);
  if (status) return status;
  const st_kind *kind = st_kind_get(w->rules, *out);
  if (kind->of != *out) {
    return ST_WRITE_ERROR(w, STRATA_EINVAL, "'", name, "' is an alias; say '",
                          st_kind_of(w->rules, *out)->name, "'");
  }
  if (!affected || kind->affected != ST_NO_PLACE) return STRATA_OK;
  return ST_WRITE_ERROR(w, STRATA_EINVAL, "event '", name,
                        "' happens to nobody; say what its 'affected' is");
}

static strata_status enact_play(strata_builder *builder, strata_rules *rules,
                                const strata_play_desc *declared) {
  st_play *out = rules->play;
  out->declared = true;
  out->always_ask = declared->always_ask;
  st_writer w = part(builder, rules, "turn_player");
  strata_status status = enact_turn(&w, declared, out);
  w.name = "next_player";
  if (!status) status = enact_next(&w, declared->next_player, out);
  w.name = "stack";
  if (!status) status = enact_stack(&w, declared->stack, out);
  w.name = "resolved";
  if (!status) {
    status = enact_emitted(&w, declared->resolved, true, &out->resolved);
  }
  w.name = "on_loop";
  if (!status) {
    status = enact_emitted(&w, declared->on_loop, false, &out->on_loop);
  }
  w.name = "triggered";
  if (!status) {
    status = enact_emitted(&w, declared->triggered, true, &out->triggered);
  }
  w.name = "log_clock";
  if (status || !declared->log_clock) return status;
  return st_write_id(&w, STRATA_KIND_CLOCK, "clock", declared->log_clock,
                     &out->log_clock);
}

/* -- The whole -- */

strata_status st_enact_checks(strata_builder *builder, strata_rules *rules) {
  rules->play = st_mem_zeroed(&rules->mem, 1, sizeof *rules->play);
  if (!rules->play) return st_builder_no_memory(builder);
  st_writer w = part(builder, rules, "turn_player");
  strata_status status =
      st_frame_begin(&w, NULL, 0, NULL, 0, &rules->play->frame);
  const strata_play_desc *declared = st_declared_play(builder);
  if (!status && declared) status = enact_play(builder, rules, declared);
  return status ? status : enact_all(builder, rules);
}
