/*
 * watch.h - expressions that a session looks at after each line.
 */
#ifndef STRATA_CLI_SESSION_WATCHED_VALUES_H
#define STRATA_CLI_SESSION_WATCHED_VALUES_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

enum { STC_WATCHED_VALUES_MAX = 16 };

/* All zero: none. */
typedef struct stc_watched_values {
  struct {
    char *source; /* owned */
    char *value;  /* as it was last printed; owned */
  } rows[STC_WATCHED_VALUES_MAX];
  size_t count;
} stc_watched_values;

/* Look at an expression from now on, and print it. False, and why is printed,
 * if it fails, or there is no room. */
bool stc_watched_values_add(stc_watched_values *watch, lua_State *L,
                            const char *source, size_t size);

/* Print those that are not what they were. One that fails is dropped. */
void stc_watched_values_refresh(stc_watched_values *watch, lua_State *L);

/* Print all. */
void stc_watched_values_print(const stc_watched_values *watch, lua_State *L);

/* Forget all. */
void stc_watched_values_clear(stc_watched_values *watch);

#endif
