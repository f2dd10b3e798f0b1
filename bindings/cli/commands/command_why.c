/*
 * command_why.c - the commands that explain: each becomes a call of world:why,
 * entity:why or world:why_not.
 */
#include "cli/commands/command_why.h"

#include "cli/common/protected.h"
#include "cli/common/safe_text.h"
#include "cli/session/live_game.h"

#include <strata/lua.h>

static const char *find_last(stc_span text, char byte) {
  for (size_t i = text.size; i > 0; i--) {
    if (text.at[i - 1] == byte) return text.at + i - 1;
  }
  return NULL;
}

/* An event: a row of the log by its number, or the newest event of a type. */
static void add_event_argument(stc_text *text, stc_span event) {
  const bool number = event.at[0] >= '0' && event.at[0] <= '9';
  if (!number) stc_text_string(text, "\"");
  stc_text_escaped(text, event.at, event.size, STC_ESCAPE_QUOTED);
  if (!number) stc_text_string(text, "\"");
}

/* Push whether the session's name at 1 is an entity. */
static int is_entity_name(lua_State *L) {
  stl_push_shared_env(L);
  lua_pushstring(L, lua_touserdata(L, 1));
  lua_rawget(L, -2);
  strata_world *world = NULL;
  lua_pushboolean(L, stl_to_entity(L, -1, &world) != 0);
  return 1;
}

/* `bear` alone is no event. */
static bool is_entity(const stc_request *r) {
  stc_text name;
  stc_text_clear(&name);
  stc_text_add(&name, r->rest.at, r->rest.size);
  const bool is_known = stc_call_protected(r->L, is_entity_name, name.at, 1) &&
                        lua_toboolean(r->L, -1) != 0;
  lua_pop(r->L, 1);
  return is_known;
}

/* `hit` becomes `world:why("hit")`. */
static stc_answer why_event(const stc_request *r) {
  stc_text text;
  stc_text_clear(&text);
  if (is_entity(r)) {
    stc_text_format(&text,
                    "say which value of it, as in :why %.*s.power, or which "
                    "event, as in :why damage",
                    (int)r->rest.size, r->rest.at);
    return stc_request_fail(r, text.at);
  }
  stc_text_string(&text, "world:why(");
  add_event_argument(&text, r->rest);
  stc_text_string(&text, ")");
  return stc_request_run_statement(r, &text);
}

/* `bear.power` becomes `(bear):why("power")`. */
stc_answer stc_command_why(const stc_request *r) {
  const stc_span rest = r->rest;
  const char *dot = find_last(rest, '.');
  stc_text text;
  if (dot == NULL && rest.size > 0) return why_event(r);
  if (dot == NULL || dot == rest.at || dot + 1 == rest.at + rest.size) {
    return stc_request_fail(
        r, "say of what, as in :why bear.power, or :why damage");
  }
  stc_text_clear(&text);
  stc_text_string(&text, "(");
  const size_t size = (size_t)(dot - rest.at);
  if (!stc_live_add_somebody(r->L, rest.at, size, &text)) {
    return STC_ANSWER_FAILED;
  }
  stc_text_string(&text, "):why(\"");
  stc_text_escaped(&text, dot + 1, (size_t)(rest.at + rest.size - dot - 1),
                   STC_ESCAPE_QUOTED);
  stc_text_string(&text, "\")");
  return stc_request_run_statement(r, &text);
}

/* `mark a1` becomes `print(game:why_not("mark a1"))`. */
static stc_answer why_not_action(const stc_request *r) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_string(&text, "print(game:why_not(\"");
  stc_text_escaped(&text, r->rest.at, r->rest.size, STC_ESCAPE_QUOTED);
  stc_text_string(&text, "\"))");
  return stc_request_run_statement(r, &text);
}

/* `bear.bell die` becomes `world:why_not(bear, "bell", "die")`. */
stc_answer stc_command_why_not(const stc_request *r) {
  const bool is_word = find_last(r->rest, '.') == NULL && r->rest.size > 0;
  if (is_word && !is_entity(r)) return why_not_action(r);
  stc_span who = r->rest;
  stc_span event = {who.at + who.size, 0};
  const char *space = find_last(who, ' ');
  stc_text text;
  if (space != NULL) {
    event = (stc_span){space + 1, (size_t)(who.at + who.size - space - 1)};
    who.size = (size_t)(space - who.at);
  }
  const char *dot = find_last(who, '.');
  if (dot == NULL || dot == who.at || dot + 1 == who.at + who.size) {
    return stc_request_fail(r,
                            "say whose and what, as in :why_not bear.bell, or "
                            ":why_not bear.bell die");
  }
  stc_text_clear(&text);
  stc_text_string(&text, "world:why_not(");
  const size_t size = (size_t)(dot - who.at);
  if (!stc_live_add_somebody(r->L, who.at, size, &text)) {
    return STC_ANSWER_FAILED;
  }
  stc_text_string(&text, ", \"");
  stc_text_escaped(&text, dot + 1, (size_t)(who.at + who.size - dot - 1),
                   STC_ESCAPE_QUOTED);
  stc_text_string(&text, "\"");
  if (event.size > 0) {
    stc_text_string(&text, ", ");
    add_event_argument(&text, event);
  }
  stc_text_string(&text, ")");
  return stc_request_run_statement(r, &text);
}
