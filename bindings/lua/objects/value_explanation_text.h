/*
 * value_explanation_text.h - an explanation of values as text, in columns.
 */
#ifndef STRATA_LUA_OBJECTS_VALUE_EXPLANATION_TEXT_H
#define STRATA_LUA_OBJECTS_VALUE_EXPLANATION_TEXT_H

#include <lua.h>
#include <strata.h>

/** Push an explanation as lines of text, without a newline at the end: a row a
 * line, in columns. `owner` is where a handle of its world is. That of the
 * value of `attr` begins with the value and its base; with `attr` 0 each row
 * names its attribute. */
void stl_push_why_text(lua_State *L, int owner, const strata_rules *rules,
                       strata_attr attr, const strata_why *why);

#endif
