/*
 * command_history.c - the commands for the steps of a session's world.
 *
 * The steps are those of the session's history, one for each line that has
 * changed the world. The record of the game (:record) knows the states of all
 * of them, so that it has what led to the present one.
 */
#include "cli/commands/command_history.h"

#include "cli/common/json_lines.h"
#include "cli/common/safe_text.h"
#include "cli/session/session_history.h"

#include <strata.h>
#include <string.h>

/* What a command needs of the history. */
typedef struct history_request {
  strata_history *history;
  strata_world *world;
  uint64_t here, last; /* steps: of the world, and of the present branch */
} history_request;

static size_t count_branches(const strata_history *history) {
  size_t count = 0;
  strata_branch branch;
  while (strata_history_branch_get(history, count, &branch) == STRATA_OK) {
    count++;
  }
  return count;
}

static strata_branch present_branch(const strata_history *history) {
  strata_branch branch = {0};
  for (size_t i = 0;
       strata_history_branch_get(history, i, &branch) == STRATA_OK; i++) {
    if (branch.here) break;
  }
  return branch;
}

/* Find the history; false, and a message is printed, if there is none. */
static bool find_history(const stc_request *r, history_request *out) {
  stc_session_history *session = r->session->history;
  strata_world *world = stc_session_history_world(session, r->L);
  if (world == NULL) {
    (void)stc_request_fail(r, "there is no history: 'world' is no world, or "
                              "one that is too large to be followed");
    return false;
  }
  *out = (history_request){.history = session->history,
                           .world = world,
                           .here = strata_history_step(session->history),
                           .last = present_branch(session->history).steps};
  return true;
}

static stc_answer say(const stc_request *r, const stc_text *text) {
  stc_json_say(r->L, text->at, text->size);
  return STC_ANSWER_OK;
}

/* A whole number; false if it is none. */
static bool read_number(stc_span text, uint64_t *out) {
  uint64_t number = 0;
  for (size_t i = 0; i < text.size; i++) {
    if (text.at[i] < '0' || text.at[i] > '9' || number > UINT32_MAX) {
      return false;
    }
    number = number * 10 + (uint64_t)(text.at[i] - '0');
  }
  *out = number;
  return text.size > 0;
}

/* The count of the line, 1 without one; 0 if it is none. */
static uint64_t count_of_line(stc_span text) {
  uint64_t count = 1;
  if (text.size == 0) return 1;
  return read_number(text, &count) ? count : 0;
}

/* Put the world to a step. */
static bool go(const stc_request *r, const history_request *h, uint64_t step) {
  if (strata_history_go(h->history, h->world, step) == STRATA_OK) return true;
  const char *text = strata_world_error(h->world);
  const char *message = strstr(text, ": ");
  (void)stc_request_fail(r, message != NULL ? message + 2 : text);
  return false;
}

/* Refuse a count of steps that there are not. */
static stc_answer fail_count(const stc_request *r, uint64_t count,
                             const char *what) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_format(&text, "there %s only %llu %s", count == 1 ? "is" : "are",
                  (unsigned long long)count, what);
  return stc_request_fail(r, text.at);
}

stc_answer stc_command_undo(const stc_request *r) {
  stc_text text;
  history_request h;
  const uint64_t wanted = count_of_line(r->rest);
  if (wanted == 0) return stc_request_fail(r, "say how many, as in :undo 3");
  if (!find_history(r, &h)) return STC_ANSWER_FAILED;
  if (h.here == 0) return stc_request_fail(r, "nothing to undo");
  if (wanted > h.here) return fail_count(r, h.here, "to undo");
  const uint64_t step = h.here - wanted;
  if (!go(r, &h, step)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  stc_text_format(&text, "taken back; %llu more to undo",
                  (unsigned long long)step);
  return say(r, &text);
}

stc_answer stc_command_redo(const stc_request *r) {
  stc_text text;
  history_request h;
  const uint64_t wanted = count_of_line(r->rest);
  if (wanted == 0) return stc_request_fail(r, "say how many, as in :redo 3");
  if (!find_history(r, &h)) return STC_ANSWER_FAILED;
  if (h.here == h.last) return stc_request_fail(r, "nothing to do again");
  const uint64_t left = h.last - h.here;
  if (wanted > left) return fail_count(r, left, "to redo");
  const uint64_t step = h.here + wanted;
  if (!go(r, &h, step)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  stc_text_format(&text, "done again; %llu more to redo",
                  (unsigned long long)(h.last - step));
  return say(r, &text);
}

/* -- Steps ---------------------------------------------------------------- */

static void add_step(stc_text *text, const history_request *h, uint64_t step) {
  strata_history_step_desc desc = {.text = ""};
  const strata_status status = strata_history_step_get(h->history, step, &desc);
  const bool is_named = status == STRATA_OK && step > 0;
  stc_text_format(text, "%s%llu  %.200s", step == h->here ? "* " : "  ",
                  (unsigned long long)step,
                  is_named ? desc.text : "the beginning");
}

/* The steps around the present one. */
static stc_answer list_steps(const stc_request *r, const history_request *h) {
  enum { AROUND = 10 };
  stc_text text;
  const uint64_t first = h->here > AROUND ? h->here - AROUND : 0;
  const uint64_t last = h->last - h->here > AROUND ? h->here + AROUND : h->last;
  stc_text_clear(&text);
  for (uint64_t step = first; step <= last; step++) {
    if (step > first) stc_text_string(&text, "\n");
    add_step(&text, h, step);
  }
  return say(r, &text);
}

stc_answer stc_command_goto(const stc_request *r) {
  stc_text text;
  history_request h;
  uint64_t step = 0;
  if (!find_history(r, &h)) return STC_ANSWER_FAILED;
  if (r->rest.size == 0) return list_steps(r, &h);
  if (!read_number(r->rest, &step)) {
    return stc_request_fail(r, "say which step, as in :goto 12");
  }
  if (!go(r, &h, step)) return STC_ANSWER_FAILED;
  h.here = step;
  stc_text_clear(&text);
  add_step(&text, &h, step);
  return say(r, &text);
}

/* -- Branches ------------------------------------------------------------- */

static void add_branch(stc_text *text, const strata_branch *branch) {
  stc_text_string(text, branch->here ? "* " : "  ");
  stc_text_escaped(text, branch->name, strlen(branch->name), STC_ESCAPE_PLAIN);
  stc_text_format(text, ", %llu %s", (unsigned long long)branch->steps,
                  branch->steps == 1 ? "step" : "steps");
}

stc_answer stc_command_branches(const stc_request *r) {
  stc_text text;
  history_request h;
  strata_branch branch;
  if (!find_history(r, &h)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  for (size_t i = 0;
       strata_history_branch_get(h.history, i, &branch) == STRATA_OK; i++) {
    if (i > 0) stc_text_string(&text, "\n");
    add_branch(&text, &branch);
  }
  return say(r, &text);
}

stc_answer stc_command_branch(const stc_request *r) {
  stc_text text;
  history_request h;
  if (!find_history(r, &h)) return STC_ANSWER_FAILED;
  stc_text_clear(&text);
  const size_t before = count_branches(h.history);
  if (r->rest.size > 0) {
    stc_text_add(&text, r->rest.at, r->rest.size);
    if (strata_history_branch(h.history, h.world, text.at) != STRATA_OK) {
      return stc_request_fail(r, strata_world_error(h.world));
    }
    stc_text_clear(&text);
  }
  const strata_branch branch = present_branch(h.history);
  add_branch(&text, &branch);
  if (count_branches(h.history) > before) {
    stc_text_string(&text, ", a new branch");
  }
  return say(r, &text);
}

/* -- Autosaves ------------------------------------------------------------ */

static void add_autosave(stc_text *text, const stc_session_history *history) {
  if (history->autosave_every == 0) {
    stc_text_string(text, "no autosaves");
    return;
  }
  stc_text_format(text, "after each %zu steps, into the newest of ",
                  history->autosave_every);
  const stc_text *path = &history->autosave_path;
  for (int slot = 1; slot <= 10; slot += 9) {
    stc_text_escaped(text, path->at, path->size, STC_ESCAPE_PLAIN);
    stc_text_format(text, slot == 1 ? ".%d to " : ".%d", slot);
  }
}

stc_answer stc_command_autosave(const stc_request *r) {
  stc_text text;
  stc_session_history *history = r->session->history;
  stc_span path = r->rest;
  const stc_span first = stc_span_next_word(&path);
  uint64_t every = 0;
  path = stc_span_trim(path);
  const bool is_off = first.size == 3 && memcmp(first.at, "off", 3) == 0;
  if (first.size > 0 && !is_off &&
      (!read_number(first, &every) || every == 0 || path.size == 0)) {
    return stc_request_fail(r, "say after how many steps, and into which "
                               "files, as in :autosave 10 game.save");
  }
  if (first.size > 0) {
    stc_session_history_autosave(history, (size_t)every, path.at, path.size);
  }
  stc_text_clear(&text);
  add_autosave(&text, history);
  return say(r, &text);
}
