/*
 * action_request.c - what an action does, written into the state while it is
 * open.
 *
 * An open action may go on under other rules: a save can be loaded with a newer
 * version of a pack. So the request is written by names: the name of the event
 * type or watcher definition, and the name of each word that is not 0. Ids and
 * the order of fields may then differ, and new fields are 0.
 */
#include "play/action/action_request.h"

#include <string.h>

/* The values of ST_SCALAR_ACTION_REQUEST. They are part of saves: append only.
 */
enum {
  REQUEST_EVENT = 1,
  REQUEST_PROGRAM = 2,
  REQUEST_RESOLVE = 3,
  REQUEST_WALK = 4,
  REQUEST_ADVANCE = 5
};

/* Added to the settle mode of a player's action that resolves. */
#define REQUEST_RESOLVES 16

/* The words before the named ones. All requests: the name, with the settle
 * mode. A walk: the phase, and whether it ignores stops. A program: its object
 * and its controller. */
enum { FIXED_WORDS_ANY = 1, FIXED_WORDS_WALK = 2, FIXED_WORDS_PROGRAM = 3 };

static uint32_t count_fixed_words(const st_action_request *r) {
  if (r->is_walk) return FIXED_WORDS_WALK;
  return r->watcher_def != 0 ? FIXED_WORDS_PROGRAM : FIXED_WORDS_ANY;
}

static const st_program *request_program(const st_execution *exec,
                                         const st_action_request *r) {
  return &st_watcher_def_get(exec->rules, r->watcher_def)->program;
}

/* How many announcements a program has that a request can give: those of a
 * player's action. */
static uint32_t count_announcements(const st_execution *exec,
                                    const st_action_request *r) {
  const st_watcher_def *def = st_watcher_def_get(exec->rules, r->watcher_def);
  return def->role == STRATA_ROLE_ACTION ? def->program.on_stack_count : 0;
}

uint32_t st_action_request_word_count(const st_execution *exec,
                                      const st_action_request *r) {
  if (r->resolves_top || r->advances) return 0;
  return r->event_type != 0
             ? st_event_type_unalias(exec->rules, r->event_type)->field_count
             : request_program(exec, r)->parameter_count +
                   count_announcements(exec, r);
}

/* The number of the announcement that a word is, or UINT32_MAX. */
static uint32_t announcement_of_word(const st_execution *exec,
                                     const st_action_request *r, uint32_t i) {
  if (r->event_type != 0) return UINT32_MAX;
  uint32_t parameters = request_program(exec, r)->parameter_count;
  return i < parameters ? UINT32_MAX : i - parameters;
}

int64_t st_action_request_word(const st_action_request *r, uint32_t i) {
  assert(r->words); /* unless there are no words */
  return r->words[i];
}

/* The name of a word, and its type. */
static const char *request_word_name(const st_execution *exec,
                                     const st_action_request *r, uint32_t i,
                                     strata_type *type) {
  if (r->event_type != 0) {
    strata_field field =
        st_event_type_unalias(exec->rules, r->event_type)->fields[i];
    *type = (strata_type)exec->rules->field_types[field - 1];
    return st_rules_name(exec->rules, STRATA_NAME_FIELD, field);
  }
  const st_program *program = request_program(exec, r);
  uint32_t announced = announcement_of_word(exec, r, i);
  uint32_t place = announced == UINT32_MAX
                       ? ST_VARIABLE_FIRST_OWN + i
                       : program->instructions[announced].bound_variable - 1u;
  const st_expr_variable *name = &program->variables.variables[place];
  *type = name->type;
  return name->text;
}

strata_status st_action_request_copy_words(st_execution *exec,
                                           st_action_request *r) {
  uint32_t count = st_action_request_word_count(exec, r);
  int64_t *words = st_arena_alloc(&exec->arena, count + 1u, sizeof *words);
  if (!words) return STRATA_ENOMEM;
  for (uint32_t i = 0; i < count; i++) {
    words[i] = st_action_request_word(r, i);
  }
  r->words = words;
  return STRATA_OK;
}

/* -- Writing -- */

static st_new_action_value ref_option(strata_entity entity) {
  return (st_new_action_value){.type = STRATA_REF + 1,
                               .value = {.number = (int64_t)entity}};
}

static st_new_action_value named_word_option(const st_execution *exec,
                                             const st_action_request *r,
                                             uint32_t i) {
  strata_type type;
  const char *name = request_word_name(exec, r, i, &type);
  return (st_new_action_value){
      .type = type + 1u,
      .value = st_raw_value_of(type, st_action_request_word(r, i)),
      .text = name};
}

static uint32_t request_form(const st_action_request *r) {
  if (r->resolves_top) return REQUEST_RESOLVE;
  if (r->advances) return REQUEST_ADVANCE;
  if (r->is_walk) return REQUEST_WALK;
  return r->event_type != 0 ? REQUEST_EVENT : REQUEST_PROGRAM;
}

static const char *request_title(const st_execution *exec,
                                 const st_action_request *r) {
  if (r->resolves_top) return NULL;
  if (r->advances) {
    return r->into != 0
               ? st_rules_name(exec->rules, STRATA_NAME_PERIOD, r->into)
               : NULL;
  }
  return r->event_type != 0
             ? st_rules_name(exec->rules, STRATA_NAME_EVENT_TYPE, r->event_type)
             : st_rules_name(exec->rules, STRATA_NAME_WATCHER_DEF,
                             r->watcher_def);
}

strata_status st_action_request_describe(st_execution *exec,
                                         const st_action_request *r,
                                         st_request_rows *out) {
  uint32_t words = st_action_request_word_count(exec, r);
  st_new_action_value *all =
      st_arena_alloc(&exec->arena, FIXED_WORDS_PROGRAM + words, sizeof *all);
  if (!all) return STRATA_ENOMEM;
  all[0] = (st_new_action_value){.type = STRATA_INT + 1,
                                 .value = {.number = r->settling},
                                 .text = request_title(exec, r)};
  if (r->resolves) all[0].value.number += REQUEST_RESOLVES;
  if (r->watcher_def != 0) {
    all[1] = ref_option(r->self);
    all[2] = ref_option(r->controller);
  }
  if (r->is_walk) {
    const st_event_type *type = st_event_type_get(exec->rules, r->event_type);
    all[1] = (st_new_action_value){.type = STRATA_FLAG + 1,
                                   .value = {.number = r->ignores_stop},
                                   .text = type->phases[r->phase].name};
  }
  uint32_t count = count_fixed_words(r);
  for (uint32_t i = 0; i < words; i++) {
    uint32_t announced = announcement_of_word(exec, r, i);
    bool is_given = announced == UINT32_MAX ? st_action_request_word(r, i) != 0
                                            : r->announced >> announced & 1;
    if (is_given) all[count++] = named_word_option(exec, r, i);
  }
  *out =
      (st_request_rows){.form = request_form(r), .count = count, .values = all};
  return STRATA_OK;
}

strata_status st_action_request_write(st_execution *exec,
                                      const st_action_request *r,
                                      st_store *store) {
  st_request_rows rows;
  strata_status status = st_action_request_describe(exec, r, &rows);
  return status ? status
                : st_decision_begin_action(store, rows.form, rows.values,
                                           rows.count);
}

/* -- Reading -- */

static strata_status read_request_text(st_execution *exec, uint32_t row,
                                       const char **out) {
  st_text *text = &exec->change->text;
  st_text_clear(text);
  st_decision_read_text(exec->store, row, text);
  *out = st_text_get(text);
  return text->failed ? STRATA_ENOMEM : STRATA_OK;
}

/* Fail because the rules lack what the open action is about; `what` is NULL for
 * a request that no version writes. */
static strata_status fail_unknown_action(st_execution *exec, const char *what,
                                         const char *name) {
  static const char remedy[] = "; load it under rules that have it, or give "
                               "the action up (strata_cancel)";
  return ST_ERROR(
      exec->error, STRATA_ECORRUPT, 0, "the open action cannot go on: ",
      what ? "these rules have no " : "it is no request", what ? what : "",
      what ? " '" : "", what ? name : "", what ? "'" : "", remedy);
}

/* Read the phase of a walk, by its name. */
static strata_status read_request_phase(st_execution *exec,
                                        st_action_request *out) {
  const st_event_type *type =
      st_event_type_unalias(exec->rules, out->event_type);
  st_action_value word = st_decision_request_value(exec->store, 1);
  const char *name;
  strata_status status = read_request_text(exec, word.text, &name);
  if (status) return status;
  out->is_walk = true;
  out->ignores_stop = word.value.number != 0;
  while (out->phase < type->phase_count &&
         strcmp(type->phases[out->phase].name, name) != 0) {
    out->phase++;
  }
  return out->phase < type->phase_count
             ? STRATA_OK
             : fail_unknown_action(exec, "phase", name);
}

/* Read which period the course advances into, by its name; "" for any. */
static strata_status read_request_period(st_execution *exec, const char *name,
                                         st_action_request *out) {
  if (!name || name[0] == '\0') return STRATA_OK;
  out->into = st_rules_find_name(exec->rules, STRATA_NAME_PERIOD, name);
  return out->into != 0 ? STRATA_OK : fail_unknown_action(exec, "period", name);
}

/* Read the event type or watcher definition, by its name. */
static strata_status read_request_title(st_execution *exec, uint32_t what,
                                        const char *name,
                                        st_action_request *out) {
  out->resolves_top = what == REQUEST_RESOLVE;
  out->advances = what == REQUEST_ADVANCE;
  if (out->resolves_top) return STRATA_OK;
  if (out->advances) return read_request_period(exec, name, out);
  if (what == REQUEST_EVENT || what == REQUEST_WALK) {
    out->event_type =
        st_rules_find_name(exec->rules, STRATA_NAME_EVENT_TYPE, name);
    if (out->event_type == 0) {
      return fail_unknown_action(exec, "event type", name);
    }
    return what == REQUEST_WALK ? read_request_phase(exec, out) : STRATA_OK;
  }
  out->watcher_def =
      st_rules_find_name(exec->rules, STRATA_NAME_WATCHER_DEF, name);
  out->self =
      (strata_entity)st_decision_request_value(exec->store, 1).value.number;
  out->controller =
      (strata_entity)st_decision_request_value(exec->store, 2).value.number;
  return out->watcher_def != 0
             ? STRATA_OK
             : fail_unknown_action(exec, "action or watcher", name);
}

static strata_status read_request_head(st_execution *exec,
                                       st_action_request *out) {
  uint32_t what = st_decision_request(exec->store);
  uint32_t least = what == REQUEST_PROGRAM ? FIXED_WORDS_PROGRAM
                   : what == REQUEST_WALK  ? FIXED_WORDS_WALK
                                           : FIXED_WORDS_ANY;
  const char *name;
  *out = (st_action_request){0};
  if (what < REQUEST_EVENT || what > REQUEST_ADVANCE ||
      st_decision_request_values(exec->store) < least) {
    return fail_unknown_action(exec, NULL, NULL);
  }
  st_action_value first = st_decision_request_value(exec->store, 0);
  int64_t settling = first.value.number;
  out->resolves = what == REQUEST_PROGRAM && settling >= REQUEST_RESOLVES;
  if (out->resolves) settling -= REQUEST_RESOLVES;
  if (settling < 0 || settling > STRATA_SETTLE_PLACE) {
    return fail_unknown_action(exec, NULL, NULL);
  }
  out->settling = (strata_settle_mode)settling;
  strata_status status = read_request_text(exec, first.text, &name);
  return status ? status : read_request_title(exec, what, name, out);
}

/* The index of the word with this name and type; UINT32_MAX: there is none. */
static uint32_t find_request_word(const st_execution *exec,
                                  const st_action_request *r, const char *name,
                                  uint32_t type) {
  uint32_t count = st_action_request_word_count(exec, r);
  for (uint32_t i = 0; i < count; i++) {
    strata_type own;
    if (strcmp(request_word_name(exec, r, i, &own), name) != 0) continue;
    return own + 1u == type ? i : UINT32_MAX;
  }
  return UINT32_MAX;
}

strata_status st_action_request_read(st_execution *exec,
                                     st_action_request *out) {
  strata_status status = read_request_head(exec, out);
  if (status) return status;
  uint32_t count = st_decision_request_values(exec->store);
  int64_t *words =
      st_arena_alloc(&exec->arena, st_action_request_word_count(exec, out) + 1u,
                     sizeof *words);
  if (!words) return STRATA_ENOMEM;
  for (uint32_t i = count_fixed_words(out); i < count; i++) {
    st_action_value word = st_decision_request_value(exec->store, i);
    const char *name;
    status = read_request_text(exec, word.text, &name);
    if (status) return status;
    uint32_t place = find_request_word(exec, out, name, word.type);
    if (place == UINT32_MAX) {
      return fail_unknown_action(exec, "field or parameter of its type", name);
    }
    words[place] = st_raw_value_number(word.value);
    uint32_t announced = announcement_of_word(exec, out, place);
    if (announced != UINT32_MAX) out->announced |= UINT64_C(1) << announced;
  }
  out->words = words;
  return STRATA_OK;
}
