/*
 * json_lines.h - what a session says to a program: a line of JSON for each
 * answer.
 *
 * {"v": 1, "values": [...]} of what was typed, {"v": 1, "error": "..."},
 * {"v": 1, "print": "..."} of a script's print, {"v": 1, "text": "..."} of a
 * command. Entities are {"id": "#3:1", "text": "Grizzly Bears #3:1"}, other
 * things that are no data {"text": "..."}.
 */
#ifndef STRATA_CLI_COMMON_JSON_LINES_H
#define STRATA_CLI_COMMON_JSON_LINES_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Answer in JSON from now on. */
void stc_json_begin(lua_State *L);

/* Whether a session answers in JSON. */
bool stc_is_json(lua_State *L);

/* Print the values from `first` to the top. May raise an error of Lua. */
void stc_json_values(lua_State *L, int first);

/* Print a text under a key. */
void stc_json_text(const char *key, const char *bytes, size_t size);

/* Print the text of a command: as JSON if the session answers in JSON, else as
 * it is. */
void stc_json_say(lua_State *L, const char *bytes, size_t size);

#endif
