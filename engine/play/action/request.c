/*
 * request.c - what an action is, as state.
 *
 * Rules may be others when it goes on: a save is loaded into a newer version of
 * a pack. So all of it is written by name: what it is, and each of its words,
 * of which those that are 0 are left out. Ids and the order of fields may then
 * be others, and so may be fields that it says nothing of.
 */
#include "play/action/request.h"

#include <string.h>

/* What ST_SCALAR_ACTION_WHAT says of it. Append only: part of saves. */
enum { EVENT = 1, CODE = 2, RESOLVE = 3, PASS = 4 };

/* Words before those that have names: what it is called, with what comes after
 * it; whose a code is; of a pass its phase, and whether it can be stopped. */
enum { OF_ANY = 1, OF_PASS = 2, OF_CODE = 3 };

static uint32_t before(const st_request *r) {
  if (r->passes) return OF_PASS;
  return r->code != 0 ? OF_CODE : OF_ANY;
}

static const st_routine *deeds_of(const st_run *run, const st_request *r) {
  return &st_code_get(run->rules, r->code)->deeds;
}

uint32_t st_request_count(const st_run *run, const st_request *r) {
  if (r->resolve) return 0;
  return r->kind != 0 ? st_kind_of(run->rules, r->kind)->field_count
                      : deeds_of(run, r)->given_count;
}

int64_t st_request_word(const st_request *r, uint32_t i) {
  assert(r->words); /* unless it has none */
  return r->words[i];
}

/* The name of a word, and its type. */
static const char *word_name(const st_run *run, const st_request *r, uint32_t i,
                             strata_type *type) {
  if (r->kind != 0) {
    strata_field field = st_kind_of(run->rules, r->kind)->fields[i];
    *type = (strata_type)run->rules->field_types[field - 1];
    return strata_rules_name(run->rules, STRATA_KIND_FIELD, field);
  }
  const st_expr_name *name = &deeds_of(run, r)->names.items[ST_BOUND_OWN + i];
  *type = name->type;
  return name->text;
}

/* -- Writing -- */

static st_offer reference(strata_entity entity) {
  return (st_offer){.type = STRATA_REF + 1,
                    .value = {.number = (int64_t)entity}};
}

static st_offer named(const st_run *run, const st_request *r, uint32_t i) {
  strata_type type;
  const char *name = word_name(run, r, i, &type);
  return (st_offer){.type = type + 1u,
                    .value = st_word_of(type, st_request_word(r, i)),
                    .text = name};
}

static uint32_t what_of(const st_request *r) {
  if (r->resolve) return RESOLVE;
  if (r->passes) return PASS;
  return r->kind != 0 ? EVENT : CODE;
}

static const char *title_of(const st_run *run, const st_request *r) {
  if (r->resolve) return NULL;
  return r->kind != 0
             ? strata_rules_name(run->rules, STRATA_KIND_EVENT, r->kind)
             : strata_rules_name(run->rules, STRATA_KIND_CODE, r->code);
}

strata_status st_request_write(st_run *run, const st_request *r,
                               st_store *store) {
  uint32_t words = st_request_count(run, r);
  st_offer *all = st_arena_take(&run->arena, OF_CODE + words, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  all[0] = (st_offer){.type = STRATA_INT + 1,
                      .value = {.number = r->settling},
                      .text = title_of(run, r)};
  if (r->code != 0) {
    all[1] = reference(r->self);
    all[2] = reference(r->you);
  }
  if (r->passes) {
    const st_kind *kind = st_kind_get(run->rules, r->kind);
    all[1] = (st_offer){.type = STRATA_FLAG + 1,
                        .value = {.number = r->whole},
                        .text = kind->phases[r->phase].name};
  }
  uint32_t count = before(r);
  for (uint32_t i = 0; i < words; i++) {
    if (st_request_word(r, i) != 0) all[count++] = named(run, r, i);
  }
  return st_decision_begin(store, what_of(r), all, count);
}

/* -- Reading -- */

static strata_status read_text(st_run *run, uint32_t row, const char **out) {
  st_text *text = &run->change->text;
  st_text_clear(text);
  st_decision_read(run->store, row, text);
  *out = st_text_get(text);
  return text->failed ? STRATA_ENOMEM : STRATA_OK;
}

static strata_status unknown(st_run *run) {
  return ST_ERROR(run->error, STRATA_ECORRUPT, 0,
                  "the open action is none of these rules: give it up "
                  "(strata_cancel)");
}

/* The phase that an event passes, by its name. */
static strata_status read_phase(st_run *run, st_request *out) {
  const st_kind *kind = st_kind_of(run->rules, out->kind);
  st_offered word = st_decision_word_at(run->store, 1);
  const char *name;
  strata_status status = read_text(run, word.text, &name);
  if (status) return status;
  out->passes = true;
  out->whole = word.value.number != 0;
  while (out->phase < kind->phase_count &&
         strcmp(kind->phases[out->phase].name, name) != 0) {
    out->phase++;
  }
  return out->phase < kind->phase_count ? STRATA_OK : unknown(run);
}

/* What it is, by its name. */
static strata_status read_title(st_run *run, uint32_t what, const char *name,
                                st_request *out) {
  if (what == RESOLVE) {
    out->resolve = true;
    return STRATA_OK;
  }
  if (what == EVENT || what == PASS) {
    out->kind = strata_rules_find(run->rules, STRATA_KIND_EVENT, name);
    if (out->kind == 0) return unknown(run);
    return what == PASS ? read_phase(run, out) : STRATA_OK;
  }
  out->code = strata_rules_find(run->rules, STRATA_KIND_CODE, name);
  out->self = (strata_entity)st_decision_word_at(run->store, 1).value.number;
  out->you = (strata_entity)st_decision_word_at(run->store, 2).value.number;
  return out->code != 0 ? STRATA_OK : unknown(run);
}

static strata_status read_what(st_run *run, st_request *out) {
  uint32_t what = st_decision_what(run->store);
  uint32_t least = what == CODE ? OF_CODE : what == PASS ? OF_PASS : OF_ANY;
  const char *name;
  *out = (st_request){0};
  if (what < EVENT || what > PASS || st_decision_words(run->store) < least) {
    return unknown(run);
  }
  st_offered first = st_decision_word_at(run->store, 0);
  if (first.value.number < 0 || first.value.number > STRATA_SETTLE_PLACE) {
    return unknown(run);
  }
  out->settling = (strata_settling)first.value.number;
  strata_status status = read_text(run, first.text, &name);
  return status ? status : read_title(run, what, name, out);
}

/* The place of a word of this name and type; UINT32_MAX: there is none. */
static uint32_t find_place(const st_run *run, const st_request *r,
                           const char *name, uint32_t type) {
  uint32_t count = st_request_count(run, r);
  for (uint32_t i = 0; i < count; i++) {
    strata_type own;
    if (strcmp(word_name(run, r, i, &own), name) != 0) continue;
    return own + 1u == type ? i : UINT32_MAX;
  }
  return UINT32_MAX;
}

strata_status st_request_read(st_run *run, st_request *out) {
  strata_status status = read_what(run, out);
  if (status) return status;
  uint32_t count = st_decision_words(run->store);
  int64_t *words = st_arena_take(&run->arena, st_request_count(run, out) + 1u,
                                 sizeof *words);
  if (!words) return STRATA_ENOMEM;
  for (uint32_t i = before(out); i < count; i++) {
    st_offered word = st_decision_word_at(run->store, i);
    const char *name;
    status = read_text(run, word.text, &name);
    if (status) return status;
    uint32_t place = find_place(run, out, name, word.type);
    if (place == UINT32_MAX) return unknown(run);
    words[place] = st_word_value(word.value);
  }
  out->words = words;
  return STRATA_OK;
}
