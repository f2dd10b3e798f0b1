/*
 * command_play.c - the commands by which players act: what they may do, doing
 * it, and answering what is asked.
 *
 * Each becomes a statement, so that it can be undone like one that is typed.
 * What is asked then is shown.
 */
#include "cli/commands/command_play.h"

#include "cli/common/cli.h"
#include "cli/common/safe_text.h"
#include "cli/session/live_game.h"

#include <strata.h>

/* Run a statement, and show the questions that are open after it. */
static stc_answer run_and_show_questions(const stc_request *r,
                                         const stc_text *statement) {
  const stc_answer answer = stc_request_run_statement(r, statement);
  strata_world *world =
      answer == STC_ANSWER_OK ? stc_request_find_world(r) : NULL;
  if (world == NULL || strata_decision_count(world) == 0) return answer;
  stc_text text;
  stc_text_clear(&text);
  stc_text_string(&text, "world:decisions()");
  return stc_request_run_statement(r, &text);
}

stc_answer stc_command_legal(const stc_request *r) {
  stc_text player;
  stc_text_clear(&player);
  stc_text_add(&player, r->rest.at, r->rest.size);
  return stc_answer_of(stc_live_print_legal(r->L, player.at));
}

static bool is_number(stc_span text) {
  for (size_t i = 0; i < text.size; i++) {
    const bool is_sign = i == 0 && text.size > 1 && text.at[0] == '-';
    if (!is_sign && (text.at[i] < '0' || text.at[i] > '9')) return false;
  }
  return text.size > 0;
}

/* Add what was typed as it is said to a function: a number, or else a text. */
static void add_number_or_text(const stc_request *r, stc_text *text) {
  if (is_number(r->rest)) {
    stc_text_add(text, r->rest.at, r->rest.size);
    return;
  }
  stc_text_string(text, "\"");
  stc_text_escaped(text, r->rest.at, r->rest.size, STC_ESCAPE_QUOTED);
  stc_text_string(text, "\"");
}

/* `:take 3` and `:take mark a1` are `game:take(3)`, `game:take("mark a1")`. */
stc_answer stc_command_take(const stc_request *r) {
  stc_text text;
  if (r->rest.size == 0) {
    return stc_request_fail(r, "say which, as in :take 1; :legal lists them");
  }
  stc_text_clear(&text);
  stc_text_string(&text, "game:take(");
  add_number_or_text(r, &text);
  stc_text_string(&text, ")");
  return run_and_show_questions(r, &text);
}

/* `:answer 2` and `:answer yes` are `world:answer(2)`, `world:answer("yes")`;
 * without an answer the questions are shown. */
stc_answer stc_command_answer(const stc_request *r) {
  strata_world *world = stc_request_find_world(r);
  stc_text text;
  if (world == NULL) return STC_ANSWER_FAILED;
  if (strata_decision_count(world) == 0) {
    return stc_request_fail(r, "no decision is open");
  }
  stc_text_clear(&text);
  if (r->rest.size == 0) {
    stc_text_string(&text, "world:decisions()");
    return stc_request_run_statement(r, &text);
  }
  stc_text_string(&text, "world:answer(");
  add_number_or_text(r, &text);
  stc_text_string(&text, ")");
  return run_and_show_questions(r, &text);
}
