/*
 * framing.c - what an event or a program can name, and expressions of it.
 *
 * Names are appended to a program as its deeds bind them, so that a deed sees
 * those that were bound before it. There is room for all from the beginning.
 */
#include "rules/compile/framing.h"

#include "rules/expr/compile.h"

#include <string.h>

/* -- Names -- */

static strata_status add_name(const st_writer *w, st_routine *program,
                              const char *name, strata_type type) {
  assert(program->names.count < program->name_room);
  char *text = st_mem_text(&w->rules->mem, name, strlen(name));
  if (!text) return st_write_no_memory(w);
  program->names.items[program->names.count++] =
      (st_expr_name){.text = text, .type = type};
  return STRATA_OK;
}

strata_status st_frame_bind(const st_writer *w, st_routine *program,
                            const char *name, strata_type type, uint32_t *out) {
  uint32_t place = st_routine_name(program, name);
  if (!st_is_bound_name(name)) {
    return ST_WRITE_ERROR(
        w, STRATA_EINVAL, "'", st_quote_of(name, strlen(name)).text,
        "' is no name to bind; it has lower-case letters, ", "digits and _");
  }
  if (place != UINT32_MAX && place < ST_BOUND_OWN) {
    return ST_WRITE_ERROR(w, STRATA_EEXIST, "every program has '$", name,
                          "' already; take another name");
  }
  if (place != UINT32_MAX && program->names.items[place].type != type) {
    return ST_WRITE_ERROR(w, STRATA_ETYPE, "'$", name, "' would be ",
                          st_write_type(type), ", but is ",
                          st_write_type(program->names.items[place].type),
                          " before; take another name");
  }
  *out = place;
  if (place != UINT32_MAX) return STRATA_OK;
  *out = program->names.count;
  return add_name(w, program, name, type);
}

/* As many as deeds may bind. */
static size_t bound_in(const strata_deed *deeds, size_t count) {
  size_t all = 0;
  for (size_t i = 0; i < count; i++) {
    all +=
        (deeds[i].as != NULL) + bound_in(deeds[i].inner, deeds[i].inner_count);
    if (deeds[i].op == STRATA_DEED_RUN) all += deeds[i].argument_count;
  }
  return all;
}

strata_status st_frame_begin(const st_writer *w, const strata_field_desc *given,
                             size_t count, const strata_deed *deeds,
                             size_t deed_count, st_routine *program) {
  size_t room = ST_BOUND_OWN + count + bound_in(deeds, deed_count);
  if (room > UINT16_MAX) {
    return ST_WRITE_ERROR(w, STRATA_ERANGE, "it binds more than 65,000 names");
  }
  program->names.items =
      st_mem_zeroed(&w->rules->mem, room, sizeof(st_expr_name));
  if (!program->names.items) return st_write_no_memory(w);
  program->name_room = (uint32_t)room;
  program->given_count = (uint32_t)count;
  strata_status status = add_name(w, program, "you", STRATA_REF);
  if (!status) status = add_name(w, program, "i", STRATA_INT);
  for (size_t i = 0; i < count && !status; i++) {
    status = add_name(w, program, given[i].name, given[i].type);
  }
  return status;
}

/* -- Expressions -- */

strata_status st_frame_expr(const st_framing *c, const char *what,
                            const char *text, strata_type want, bool it,
                            const strata_expr **out) {
  if (!text) return STRATA_OK;
  const st_writer *w = c->w;
  st_expr_frame frame = {.rules = w->rules, .names = &c->program->names};
  if (c->kind != 0) {
    frame.place_of = st_kind_of(w->rules, c->kind)->place_of;
    frame.event = st_kind_get(w->rules, c->kind)->name;
  }
  strata_error inner = {0};
  strata_expr *expr = NULL;
  strata_status status = st_expr_parse_frame(&frame, &w->rules->mem, text,
                                             strlen(text), &expr, &inner);
  status = st_write_parsed(w, status, &inner, what, want, &expr);
  if (status) return status;
  if (expr->uses_it && !it) {
    status = ST_WRITE_ERROR(w, STRATA_EINVAL, what, " '",
                            st_quote_of(expr->text, expr->text_size).text,
                            "' is about 'it', but nobody is 'it' here; say ",
                            "whose, as in this.x or event.who.x");
    st_expr_free(expr);
    return status;
  }
  st_touch_expr(&c->program->touch, expr);
  *out = expr;
  return STRATA_OK;
}

/* -- Fields -- */

strata_status st_frame_field(const st_writer *w, strata_event_kind id,
                             const char *name, strata_field *out) {
  *out = strata_rules_find(w->rules, STRATA_KIND_FIELD, name);
  const st_kind *kind = st_kind_of(w->rules, id);
  if (*out != 0 && kind->place_of[*out - 1] != 0) return STRATA_OK;
  const st_names *all = &w->rules->names[STRATA_KIND_FIELD];
  const char *texts[UINT8_MAX];
  size_t count = 0;
  for (uint32_t i = 0; i < kind->field_count; i++) {
    texts[count++] = all->items[kind->fields[i] - 1].text;
  }
  const char *near = st_nearest_of(&w->rules->mem, texts, count, name);
  return ST_WRITE_ERROR(w, STRATA_ENOENT, "event '",
                        st_kind_get(w->rules, id)->name, "' has no field '",
                        st_quote_of(name, strlen(name)).text,
                        near ? "'; did you mean '" : "'; declare it",
                        near ? near : "", near ? "'?" : "");
}
