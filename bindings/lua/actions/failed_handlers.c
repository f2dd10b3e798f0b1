/*
 * failed_handlers.c - handlers that fail, and handlers that are disabled.
 *
 * A message quotes the line of the source only if the error is in the file of
 * the handler: an error that a script raises can begin with the name of any
 * file, and no other file is opened for it.
 */
#include "lua/actions/failed_handlers.h"

#include "lua/core/budget.h"
#include "lua/core/budget_state.h"
#include "lua/core/option_fields.h"
#include "lua/core/state.h"
#include "lua/handles/rules_handle.h"
#include "lua/handles/visibility.h"
#include "lua/handles/world_handle.h"

#include <lauxlib.h>
#include <stdio.h>
#include <strata.h>
#include <string.h>

/* -- Why ------------------------------------------------------------------ */

/* The longest line that is shown, and the longest text. */
enum { LINE_MAX_SIZE = 160, TEXT_SIZE = 1024 };

/* The line of a message "FILE:LINE: ...", 0 if it begins otherwise. */
static long line_of_message(const char *message, const char *file) {
  const size_t size = strlen(file);
  if (strncmp(message, file, size) != 0 || message[size] != ':') return 0;
  long line = 0;
  const char *at = message + size + 1;
  for (; *at >= '0' && *at <= '9' && line < 10000000; at++) {
    line = 10 * line + (*at - '0');
  }
  return *at == ':' ? line : 0;
}

/* The n-th line of a file, without blanks around it; "" if there is none. */
static void read_source_line(const char *path, long n, char *out, size_t size) {
  out[0] = '\0';
  FILE *file = fopen(path, "rbe");
  if (file == NULL) return;
  size_t length = 0;
  int c = getc(file);
  for (long line = 1; c != EOF && line <= n; c = getc(file)) {
    if (c == '\n') {
      line++;
    } else if (line == n && (length > 0 || (c != ' ' && c != '\t')) &&
               length + 1 < size) {
      out[length++] = (char)c;
    }
  }
  (void)fclose(file);
  while (length > 0 && (out[length - 1] == ' ' || out[length - 1] == '\r')) {
    length--;
  }
  out[length] = '\0';
}

/* Whether a message begins "FILE.lua:LINE: ". */
static bool message_has_place(const char *message) {
  const char *file = strstr(message, ".lua:");
  if (file == NULL || strcspn(message, ": ") < (size_t)(file - message)) {
    return false;
  }
  file += strlen(".lua:");
  return *file >= '0' && *file <= '9';
}

/* What to do about what Lua's own messages say. */
static const char *advice_for(const char *message) {
  static const struct advice {
    const char *says, *advice;
  } advices[] = {
      {"a nil value", "; it is not there: give it a value first"},
      {"attempt to compare", "; compare two numbers, such as attributes"},
  };
  for (size_t i = 0; i < sizeof advices / sizeof advices[0]; i++) {
    if (strstr(message, advices[i].says) != NULL) return advices[i].advice;
  }
  return "";
}

/* The message behind the place that it is about, with that line behind it: if
 * it says none, where the handler begins. */
void stl_failed_handler_text(const stl_rules *rules, strata_handler handler,
                             const char *message, char *out, size_t size) {
  lua_State *thread = rules->handlers;
  lua_Debug about;
  (void)snprintf(out, size, "%s", message);
  lua_pushvalue(thread, (int)handler); /* it keeps room for that */
  if (!lua_isfunction(thread, -1)) {
    lua_pop(thread, 1);
    return;
  }
  (void)lua_getinfo(thread, ">S", &about);
  if (about.source[0] != '@') return;
  long line = line_of_message(message, about.short_src);
  const bool is_placed = line != 0;
  if (is_placed) {
    message += strlen(about.short_src) + 1; /* a long path is cut there */
    message += strcspn(message, ":") + 2;
  } else if (message_has_place(message)) {
    return; /* of another file of the pack */
  } else {
    line = about.linedefined;
  }
  (void)snprintf(out, size, "%s:%ld: %s%s", about.source + 1, line, message,
                 advice_for(message));
  char source[LINE_MAX_SIZE];
  read_source_line(about.source + 1, line, source, sizeof source);
  if (source[0] == '\0') return;
  const size_t length = strlen(out);
  (void)snprintf(out + length, size - length, "\n  %6ld | %s", line, source);
}

/* An exhausted limit of the outer action, and an interrupt by Ctrl-C, are no
 * faults of the handler. */
static strata_fault_kind fault_kind_of_error(const stl_budget *budget,
                                             int result, const char *message) {
  const stl_budget_scope *scope = budget->scope;
  if (stl_budget_has_host_hook(budget)) return STRATA_FAULT_HOST;
  switch ((stl_exhausted)budget->exhausted) {
  case STL_EXHAUSTED_STEPS:
    return scope->steps_at_entry < scope->steps_of_outer ? STRATA_FAULT_BUDGET
                                                         : STRATA_FAULT_HOST;
  case STL_EXHAUSTED_OUTPUT:
    return scope->printed > scope->limits.output ? STRATA_FAULT_BUDGET
                                                 : STRATA_FAULT_HOST;
  case STL_EXHAUSTED_EFFORT:
    return STRATA_FAULT_HOST;
  case STL_EXHAUSTED_MEMORY:
    return STRATA_FAULT_MEMORY;
  case STL_EXHAUSTED_NOTHING:
    break;
  }
  const bool stack =
      result == LUA_ERRERR || strstr(message, "stack overflow") != NULL;
  return stack ? STRATA_FAULT_STACK : STRATA_FAULT_ERROR;
}

strata_status stl_failed_handler_report(lua_State *L, const stl_rules *rules,
                                        strata_handler_call *call,
                                        strata_handler handler, int result) {
  const stl_budget *budget = &rules->context->budget;
  const char *message = stl_budget_error_text(budget, L, result);
  char text[TEXT_SIZE];
  stl_failed_handler_text(rules, handler, message, text, sizeof text);
  return strata_call_fault(call, fault_kind_of_error(budget, result, message),
                           text);
}

void stl_failed_handler_tell_host(void *user, strata_world *world,
                                  const strata_fault *fault) {
  const stl_rules *rules = user;
  const stl_context *context = rules->context;
  if (context->on_fault != NULL) {
    context->on_fault(context->fault_user, world, fault);
  }
}

/* -- Which are disabled --------------------------------------------------- */

static const char *const fault_kind_names[] = {
#define X(name, value, text) [value] = text,
    STRATA_FAULT_MAP(X)
#undef X
        NULL};

static void push_fault(lua_State *L, const strata_rules *rules,
                       const strata_fault *fault) {
  lua_createtable(L, 0, 5);
  lua_pushstring(L,
                 strata_rules_name(rules, STRATA_NAME_HANDLER, fault->handler));
  lua_setfield(L, -2, "handler");
  if (fault->watcher_def != 0) {
    lua_pushstring(L, strata_rules_name(rules, STRATA_NAME_WATCHER_DEF,
                                        fault->watcher_def));
    lua_setfield(L, -2, "code");
  }
  lua_pushstring(L, fault_kind_names[fault->kind]);
  lua_setfield(L, -2, "kind");
  lua_pushinteger(L, (lua_Integer)fault->action);
  lua_setfield(L, -2, "action");
  if (fault->text != NULL) {
    lua_pushstring(L, fault->text);
    lua_setfield(L, -2, "text");
  }
}

int stl_world_faults(lua_State *L) {
  const stl_world *world = stl_world_check(L, 1);
  stl_visibility_refuse_handler(L, world, "world:faults");
  const uint32_t count = strata_disabled_count(world->world);
  lua_createtable(L, (int)count, 0);
  for (uint32_t i = 0; i < count; i++) {
    strata_fault fault;
    const strata_status status = strata_disabled_get(world->world, i, &fault);
    if (status != STRATA_OK) {
      return stl_world_raise(L, world, status, "world:faults");
    }
    push_fault(L, world->rules->rules, &fault);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static uint32_t need_handler_name_id(lua_State *L, const stl_world *world,
                                     strata_name_kind kind, const char *where,
                                     const char *name) {
  const uint32_t id = strata_rules_find(world->rules->rules, kind, name);
  if (id == 0) stl_rules_raise_unknown(L, world->rules, kind, where, name);
  return id;
}

/* The kind that the table at 2 says. */
static strata_fault_kind read_fault_kind(lua_State *L, const char *where) {
  const char *text = stl_field_text(L, -1, where, "kind");
  for (int i = 0; fault_kind_names[i] != NULL; i++) {
    if (strcmp(fault_kind_names[i], text) == 0) return (strata_fault_kind)i;
  }
  stl_raise_unknown_word(L, where, "kind", text, fault_kind_names);
  return STRATA_FAULT_HOST;
}

/* What the table at 2 says, as world:faults() gives it. */
static void read_fault(lua_State *L, const stl_world *world, const char *where,
                       strata_fault *out) {
  static const char *const known[] = {"action", "code", "handler",
                                      "kind",   "text", NULL};
  int64_t action = 0; /* it and the text are only told */
  stl_check_fields(L, 2, where, "field", known, 0);
  (void)stl_field_integer(L, 2, where, "action", &action);
  if (lua_getfield(L, 2, "text") != LUA_TNIL) {
    (void)stl_field_text(L, -1, where, "text");
  }
  lua_getfield(L, 2, "handler");
  const char *name = stl_field_text(L, -1, where, "handler");
  out->handler =
      need_handler_name_id(L, world, STRATA_NAME_HANDLER, where, name);
  if (lua_getfield(L, 2, "code") != LUA_TNIL) {
    name = stl_field_text(L, -1, where, "code");
    out->watcher_def =
        need_handler_name_id(L, world, STRATA_NAME_WATCHER_DEF, where, name);
  }
  if (lua_getfield(L, 2, "kind") != LUA_TNIL) {
    out->kind = read_fault_kind(L, where);
  }
}

int stl_world_disable(lua_State *L) {
  static const char *const where = "world:disable";
  const stl_world *world = stl_world_check(L, 1);
  strata_fault fault = {0};
  lua_settop(L, 2);
  if (lua_istable(L, 2)) {
    read_fault(L, world, where, &fault);
  } else {
    fault.handler = need_handler_name_id(L, world, STRATA_NAME_HANDLER, where,
                                         luaL_checkstring(L, 2));
  }
  const strata_status status = strata_disable_handler(world->world, &fault);
  if (status != STRATA_OK) return stl_world_raise(L, world, status, where);
  return 0;
}

int stl_world_enable(lua_State *L) {
  static const char *const where = "world:enable";
  const stl_world *world = stl_world_check(L, 1);
  const strata_handler handler = need_handler_name_id(
      L, world, STRATA_NAME_HANDLER, where, luaL_checkstring(L, 2));
  const strata_status status = strata_enable_handler(world->world, handler);
  if (status != STRATA_OK) return stl_world_raise(L, world, status, where);
  return 0;
}
