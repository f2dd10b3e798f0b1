/*
 * watched_values.h - expressions whose values a session compares after each
 * line.
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

/* Watch an expression from now on, and print its value. False, and the reason
 * is printed, if it fails, or there are STC_WATCHED_VALUES_MAX already. */
bool stc_watched_values_add(stc_watched_values *watch, lua_State *L,
                            const char *source, size_t size);

/* Print the values that have changed. An expression that fails is dropped. */
void stc_watched_values_refresh(stc_watched_values *watch, lua_State *L);

/* Print all. */
void stc_watched_values_print(const stc_watched_values *watch, lua_State *L);

/* Forget all. */
void stc_watched_values_clear(stc_watched_values *watch);

#endif
