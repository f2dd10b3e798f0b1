/*
 * owned_objects.c - worlds, rules and expressions, which C owns for handles.
 *
 * These objects are not in Lua's memory; userdata only point to them. When
 * memory runs out, Lua may drop a userdata without calling its __gc; the object
 * then stays in a list of the context and is freed with it. Rules count their
 * uses, because Lua finalises userdata in an order that the binding cannot
 * choose.
 */
#include "lua/core/owned_objects.h"

#include "lua/core/lua_context.h"
#include "lua/core/state.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <strata.h>
#include <string.h>

static void *resize_block(const stl_context *context, void *ptr,
                          size_t old_size, size_t size) {
  if (context->alloc != NULL) {
    return context->alloc(context->alloc_user, ptr, old_size, size);
  }
  if (size != 0) return realloc(ptr, size);
  free(ptr);
  return NULL;
}

/* luaL_error does not return, and no compiler knows it. */
static _Noreturn void out_of_memory(lua_State *L) {
  for (;;) {
    luaL_error(L, "not enough memory");
  }
}

static void *new_zeroed_object(lua_State *L, stl_context *context,
                               size_t size) {
  void *object = resize_block(context, NULL, 0, size);
  if (object == NULL) out_of_memory(L);
  return memset(object, 0, size);
}

/* -- Rules ---------------------------------------------------------------- */

stl_rules *stl_rules_new(lua_State *L) {
  stl_context *context = stl_context_get(L);
  stl_rules *rules = new_zeroed_object(L, context, sizeof *rules);
  rules->context = context;
  rules->uses = 1;
  rules->next = context->rules;
  rules->link = &context->rules;
  if (rules->next != NULL) rules->next->link = &rules->next;
  context->rules = rules;
  return rules;
}

static void delete_owned_rules(stl_rules *rules) {
  assert(rules->compiled == NULL);
  *rules->link = rules->next;
  if (rules->next != NULL) rules->next->link = rules->link;
  strata_rules_free(rules->owned);
  strata_builder_free(rules->builder);
  (void)resize_block(rules->context, rules, sizeof *rules, 0);
}

void stl_rules_release(stl_rules *rules) {
  assert(rules->uses > 0);
  if (--rules->uses == 0) delete_owned_rules(rules);
}

void stl_rules_forget(stl_rules *rules) {
  for (stl_compiled_expr *c = rules->compiled; c != NULL; c = c->next) {
    strata_expr_free(c->expr);
    c->expr = NULL;
  }
  rules->rules = NULL;
}

/* -- Compiled expressions ------------------------------------------------- */

stl_compiled_expr *stl_compiled_expr_new(lua_State *L, stl_rules *rules) {
  stl_compiled_expr *compiled =
      new_zeroed_object(L, rules->context, sizeof *compiled);
  rules->uses++;
  compiled->rules = rules;
  compiled->next = rules->compiled;
  compiled->link = &rules->compiled;
  if (compiled->next != NULL) compiled->next->link = &compiled->next;
  rules->compiled = compiled;
  return compiled;
}

void stl_compiled_expr_delete(stl_compiled_expr *compiled) {
  stl_rules *rules = compiled->rules;
  *compiled->link = compiled->next;
  if (compiled->next != NULL) compiled->next->link = compiled->link;
  strata_expr_free(compiled->expr);
  (void)resize_block(rules->context, compiled, sizeof *compiled, 0);
  stl_rules_release(rules);
}

/* -- Worlds --------------------------------------------------------------- */

stl_world *stl_world_new(lua_State *L, stl_rules *rules) {
  stl_context *context = rules->context;
  stl_world *world = new_zeroed_object(L, context, sizeof *world);
  rules->uses++;
  world->rules = rules;
  world->context = context;
  world->strict = true;
  world->stops_on_fault = world->context->strict;
  world->next = context->worlds;
  world->link = &context->worlds;
  if (world->next != NULL) world->next->link = &world->next;
  context->worlds = world;
  world->serial = ++context->last_world;
  return world;
}

void stl_world_detach(stl_world *world) {
  strata_world_free(world->backup);
  world->backup = NULL;
  /* handlers that wait in threads of this userdata */
  if (world->has_threads && !world->owned && world->world != NULL) {
    strata_world_drop_caches(world->world);
  }
  if (world->owned) {
    strata_world_free(world->world);
  } else if (world->observer != NULL && world->world != NULL) {
    const strata_status status =
        strata_unsubscribe(world->world, world->observer, world);
    assert(status == STRATA_OK);
    (void)status;
  }
  world->observer = NULL;
  world->world = NULL;
  world->depth = 0;
}

void stl_world_delete(stl_world *world) {
  if (world->context->worlds_held > 0) {
    world->is_let_go = true;
    return;
  }
  stl_rules *rules = world->rules;
  stl_world_detach(world);
  *world->link = world->next;
  if (world->next != NULL) world->next->link = world->link;
  (void)resize_block(world->context, world, sizeof *world, 0);
  stl_rules_release(rules);
}

void stl_worlds_hold(stl_context *context) {
  context->worlds_held++;
}

void stl_worlds_release(stl_context *context) {
  assert(context->worlds_held > 0);
  if (--context->worlds_held > 0) return;
  stl_world *next = NULL;
  for (stl_world *w = context->worlds; w != NULL; w = next) {
    next = w->next;
    if (w->is_let_go) stl_world_delete(w);
  }
}

/* -- The context ---------------------------------------------------------- */

void stl_context_fini(stl_context *context) {
  stl_world *next_world = NULL;
  for (stl_world *w = context->worlds; w != NULL; w = next_world) {
    next_world = w->next;
    stl_world_delete(w);
  }
  stl_rules *next_rules = NULL;
  for (stl_rules *r = context->rules; r != NULL; r = next_rules) {
    next_rules = r->next;
    stl_compiled_expr *next = NULL;
    r->uses++; /* so that it lasts until the end of this block */
    for (stl_compiled_expr *c = r->compiled; c != NULL; c = next) {
      next = c->next;
      stl_compiled_expr_delete(c);
    }
    delete_owned_rules(r);
  }
}
