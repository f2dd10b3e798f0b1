/*
 * event_explanation_text.h - an explanation of an event as text, in columns,
 * and as JSON.
 */
#ifndef STRATA_LUA_ACTIONS_EVENT_EXPLANATION_TEXT_H
#define STRATA_LUA_ACTIONS_EVENT_EXPLANATION_TEXT_H

#include <lua.h>
#include <strata.h>

/** Push an explanation as lines of text, without a newline at the end: a
 * heading, and a row a line, in columns. "" for one without rows. */
void stl_push_event_why_text(lua_State *L, const strata_rules *rules,
                             const strata_event_why *why);

/** Push an explanation as JSON: an array with an object for each row. */
void stl_push_event_why_json(lua_State *L, const strata_rules *rules,
                             const strata_event_why *why);

#endif
