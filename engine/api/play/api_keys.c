/*
 * api_keys.c - what players do and answer, as texts.
 *
 * A key is never taken apart: those of all that there is are written and
 * compared. So what is listed and what is understood cannot differ.
 */
#include "api/world/api_entity.h"

#include <string.h>

/* Give a text out as all keys are given. */
static strata_status give_key(strata_world *world, const char *call,
                              const st_text *text, char *buffer,
                              size_t capacity, size_t *size) {
  const char *key = st_text_get(text);
  if (text->failed) {
    return ST_REFUSE(world, STRATA_ENOMEM, call, ": out of memory");
  }
  *size = strlen(key) + 1;
  if (!buffer) return STRATA_OK;
  if (*size > capacity) {
    return ST_REFUSE(world, STRATA_ERANGE, call, ": '", key, "' does not fit");
  }
  memcpy(buffer, key, *size);
  return STRATA_OK;
}

static strata_status check_room(strata_world *world, const char *call,
                                const char *buffer, size_t capacity,
                                const size_t *size) {
  if (size && (buffer || capacity == 0)) return STRATA_OK;
  return ST_REFUSE(world, STRATA_EINVAL, call, ": ",
                   size ? "buffer is NULL" : "size is NULL");
}

/* -- Actions -- */

static void write_action(const strata_world *world, strata_legal_action action,
                         st_text *out) {
  const st_watcher_def *def = st_watcher_def_get(world->rules, action.action);
  st_text_add_str(out, def->name);
  if (action.subject == 0) return;
  st_text_add_str(out, " ");
  st_entity_key_write(world, action.subject, out);
}

strata_status strata_legal_key(strata_world *world, strata_legal_action action,
                               char *buffer, size_t capacity, size_t *size) {
  st_world_go_back(world);
  const char *call = "legal_key";
  strata_status status = check_room(world, call, buffer, capacity, size);
  if (status) return status;
  if (!st_world_check_watcher_def(world, call, action.action)) {
    return STRATA_ENOENT;
  }
  if (action.subject != 0 &&
      st_world_check_entity(world, call, action.subject) == 0) {
    return STRATA_ESTALE;
  }
  st_text *text = &world->out_text;
  st_text_clear(text);
  write_action(world, action, text);
  return give_key(world, call, text, buffer, capacity, size);
}

/* Refuse a key, and name what there is: the keys are in `known`. */
static strata_status refuse_key(strata_world *world, const char *call,
                                const char *key, st_text *known) {
  if (known->failed) {
    return ST_REFUSE(world, STRATA_ENOMEM, call, ": out of memory");
  }
  const char *list = st_text_get(known);
  return ST_REFUSE(world, STRATA_EREFUSED, call, ": '", key, "' is none of ",
                   list[0] == '\0' ? "what there is: there is nothing" : list);
}

/* Whether the newest key of a list, which begins at `from`, is this one. */
static bool is_newest_key(const st_text *list, size_t from, const char *key) {
  return !list->failed && strcmp(st_text_get(list) + from, key) == 0;
}

/* Begin another key of a list; the place of its first letter. */
static size_t begin_key(st_text *list) {
  if (list->length > 0) st_text_add_str(list, ", ");
  return list->length;
}

strata_status strata_act_key(strata_world *world, strata_entity player,
                             const char *key, strata_outcome *outcome) {
  st_world_go_back(world);
  const strata_legal_action *list = NULL;
  size_t count = 0;
  if (!key) return ST_REFUSE(world, STRATA_EINVAL, "act_key: key is NULL");
  strata_status status = strata_legal_actions(world, player, &list, &count);
  if (status) return status;
  st_text *known = &world->out_text;
  st_text_clear(known);
  for (size_t i = 0; i < count; i++) {
    const size_t from = begin_key(known);
    write_action(world, list[i], known);
    if (!is_newest_key(known, from, key)) continue;
    const strata_act_desc desc = {.watcher_def = list[i].action,
                                  .source = list[i].subject,
                                  .you = player};
    return strata_act(world, &desc, outcome);
  }
  return refuse_key(world, "act_key", key, known);
}

/* -- Options -- */

/* No key is empty, so that each option can be called and told. */
static void write_option(const strata_world *world, const strata_option *option,
                         st_text *out) {
  const strata_value *value = &option->value;
  const bool has_text = option->text && option->text[0] != '\0';
  if (value->type == STRATA_REF && value->ref != 0) {
    st_entity_key_write(world, value->ref, out);
  } else if (value->type == STRATA_SYM && value->symbol != 0) {
    st_text_add_str(
        out, st_rules_name(world->rules, STRATA_NAME_SYMBOL, value->symbol));
  } else if (value->type == STRATA_INT) {
    st_text_add_int(out, value->integer);
  } else if (has_text) {
    st_text_add_str(out, option->text);
  } else if (value->type == STRATA_FLAG) {
    st_text_add_str(out, value->integer != 0 ? "yes" : "no");
  } else {
    st_text_add_str(out, "none");
  }
}

static bool is_stale_option(const strata_world *world,
                            const strata_option *option) {
  return option->value.type == STRATA_REF && option->value.ref != 0 &&
         !strata_is_alive(world, option->value.ref);
}

strata_status strata_option_key(strata_world *world,
                                const strata_option *option, char *buffer,
                                size_t capacity, size_t *size) {
  st_world_go_back(world);
  const char *call = "option_key";
  strata_status status = check_room(world, call, buffer, capacity, size);
  if (status) return status;
  if (!option) return ST_REFUSE(world, STRATA_EINVAL, call, ": it is NULL");
  if (is_stale_option(world, option)) {
    (void)st_world_check_entity(world, call, option->value.ref);
    return STRATA_ESTALE;
  }
  st_text *text = &world->out_text;
  st_text_clear(text);
  write_option(world, option, text);
  return give_key(world, call, text, buffer, capacity, size);
}

/* What a NUMBER can be answered with. */
static void write_range(const strata_decision *d, st_text *out) {
  st_text_add_int(out, d->least);
  st_text_add_str(out, " to ");
  st_text_add_int(out, d->most);
}

/* The first open decision of a player; 0: of anybody. */
static strata_status find_decision(strata_world *world, strata_entity who,
                                   strata_decision *out) {
  for (size_t n = 0;; n++) {
    strata_status status = strata_decision_get(world, n, out);
    if (status || who == 0 || out->who == who) return status;
  }
}

strata_status strata_decision_keys(strata_world *world, strata_entity who,
                                   const char **out) {
  st_world_go_back(world);
  const char *call = "decision_keys";
  if (!out) return ST_REFUSE(world, STRATA_EINVAL, call, ": out is NULL");
  strata_decision d;
  strata_status status = find_decision(world, who, &d);
  if (status) return status;
  st_text *keys = &world->out_text;
  st_text_clear(keys);
  if (d.purpose == STRATA_PURPOSE_NUMBER) write_range(&d, keys);
  for (uint32_t i = 0; i < d.option_count; i++) {
    begin_key(keys);
    write_option(world, &d.options[i], keys);
  }
  if (keys->failed) return ST_REFUSE(world, STRATA_ENOMEM, call, ": no memory");
  *out = st_text_get(keys);
  return STRATA_OK;
}

/* The option of a key that is not chosen yet; SIZE_MAX, and the keys are in
 * `known`, if there is none. An option that is gone keeps its text. */
static size_t find_option(const strata_world *world, const strata_decision *d,
                          const char *key, const uint32_t *chosen, size_t count,
                          st_text *known) {
  st_text_clear(known);
  for (uint32_t i = 0; i < d->option_count; i++) {
    bool is_chosen = false;
    for (size_t n = 0; n < count; n++) {
      is_chosen = is_chosen || chosen[n] == i;
    }
    if (is_chosen || is_stale_option(world, &d->options[i])) continue;
    const size_t from = begin_key(known);
    write_option(world, &d->options[i], known);
    if (is_newest_key(known, from, key)) return i;
  }
  return SIZE_MAX;
}

/* A whole number of at most 18 digits. */
static bool read_number(const char *key, int64_t *out) {
  bool is_negative = key[0] == '-';
  const char *at = key + is_negative;
  int64_t number = 0;
  size_t digits = strspn(at, "0123456789");
  if (digits == 0 || digits > 18 || at[digits] != '\0') return false;
  while (*at != '\0') {
    number = number * 10 + (*at++ - '0');
  }
  *out = is_negative ? -number : number;
  return true;
}

static strata_status answer_number(strata_world *world,
                                   const strata_decision *d,
                                   const char *const *keys, size_t count,
                                   strata_outcome *outcome) {
  int64_t number = 0;
  const bool is_one = count == 1;
  if (!is_one || !read_number(keys[0], &number)) {
    st_text *range = &world->out_text;
    st_text_clear(range);
    write_range(d, range);
    return ST_REFUSE(world, STRATA_EREFUSED,
                     "answer_keys: ", is_one ? "'" : "expected one number, ",
                     is_one ? keys[0] : "", is_one ? "' is no number, " : "",
                     range->failed ? "" : st_text_get(range));
  }
  const strata_answer_desc desc = {
      .decision = d->id, .amounts = &number, .count = 1};
  return strata_answer(world, &desc, outcome);
}

static strata_status answer_options(strata_world *world,
                                    const strata_decision *d,
                                    const char *const *keys, size_t count,
                                    strata_outcome *outcome) {
  st_text *known = &world->out_text;
  uint32_t *chosen = NULL;
  strata_status status = STRATA_OK;
  if (count > 0) {
    chosen = st_mem_zeroed(&world->mem, count, sizeof *chosen);
    if (!chosen) {
      return ST_REFUSE(world, STRATA_ENOMEM, "answer_keys: out of memory");
    }
  }
  for (size_t i = 0; !status && i < count; i++) {
    size_t option = find_option(world, d, keys[i], chosen, i, known);
    if (option == SIZE_MAX) {
      status = refuse_key(world, "answer_keys", keys[i], known);
    } else {
      chosen[i] = (uint32_t)option;
    }
  }
  const strata_answer_desc desc = {
      .decision = d->id, .options = chosen, .count = count};
  if (!status) status = strata_answer(world, &desc, outcome);
  st_mem_free(&world->mem, chosen, count, sizeof *chosen);
  return status;
}

strata_status strata_answer_keys(strata_world *world, strata_entity who,
                                 const char *const *keys, size_t count,
                                 strata_outcome *outcome) {
  st_world_go_back(world);
  strata_decision d;
  bool is_whole = keys || count == 0;
  for (size_t i = 0; is_whole && i < count; i++) {
    is_whole = keys[i] != NULL;
  }
  if (!is_whole) {
    return ST_REFUSE(world, STRATA_EINVAL, "answer_keys: a key is NULL");
  }
  strata_status status = find_decision(world, who, &d);
  if (status) return status;
  if (d.purpose == STRATA_PURPOSE_DIVIDE ||
      d.purpose == STRATA_PURPOSE_ALLOCATE) {
    return ST_REFUSE(world, STRATA_EREFUSED,
                     "answer_keys: an amount is divided: strata_answer says "
                     "how");
  }
  if (d.purpose == STRATA_PURPOSE_NUMBER) {
    return answer_number(world, &d, keys, count, outcome);
  }
  return answer_options(world, &d, keys, count, outcome);
}
