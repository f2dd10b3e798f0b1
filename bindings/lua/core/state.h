/*
 * state.h - the structs that the modules of the Lua binding share.
 *
 * Each Lua state has one stl_context. Rules, worlds and compiled expressions
 * are C objects in lists of the context (owned_objects.c), so that an action
 * reaches every world; userdata point to these objects. The userdata of a
 * handle keeps the userdata of its world alive by a user value, and that of a
 * world keeps the userdata of its rules alive. C holds no memory of Lua across
 * a call that may raise unless the value is on the stack.
 */
#ifndef STRATA_LUA_CORE_STATE_H
#define STRATA_LUA_CORE_STATE_H

#include "lua/core/budget_state.h"

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>
#include <strata.h>

typedef struct stl_context stl_context;
typedef struct stl_rules stl_rules;
typedef struct stl_world stl_world;
typedef struct stl_compiled_expr stl_compiled_expr;

/* A call of a script that may run handlers, policies and views of one world.
 * It keeps the error of a policy or view, for which the engine has no place. */
typedef struct stl_running_world {
  struct stl_running_world *outer;
  stl_world *world;
  char error_text[256];    /* why a policy or view failed; "": none did */
  bool is_policy_error;    /* a policy failed, not a view */
  const char *reads_alone; /* why the function that runs now cannot write; NULL:
                              neither a policy nor a view runs */
} stl_running_world;

/* One call of a handler. */
typedef struct stl_handler_call {
  struct stl_handler_call *outer; /* the call in which this one happens */
  strata_handler_call *call;
  uint64_t serial;   /* identifies the call in its ctx and events */
  lua_State *thread; /* in which it runs */
  bool waits;        /* it has yielded, for there is no answer yet */
  bool cannot_wait;  /* that was told by an error, so it is called again */
} stl_handler_call;

/* `ctx`, the argument of a handler. User value 1 = the world. */
typedef struct stl_handler_ctx {
  uint64_t serial; /* of the stl_handler_call */
} stl_handler_ctx;

/* The first change that a handler attempted while it was checked, with its
 * place in the source; "": none. */
typedef struct stl_capture_check {
  char text[512];
} stl_capture_check;

/* User values of the context: 1 = worlds of hosts by address, 2 = the shared
 * environment, 3 = the last traceback, 4 = packs by name, 5 = the module,
 * 6 = worlds in which actions run, by address, 7 = the thread of policies. */
enum {
  STL_UV_HOST_WORLDS = 1,
  STL_UV_SHARED_ENV,
  STL_UV_TRACEBACK,
  STL_UV_PACKS,
  STL_UV_MODULE,
  STL_UV_RUNNING_WORLDS,
  STL_UV_POLICY_THREAD
};

struct stl_context {
  stl_world *worlds;
  stl_rules *rules;
  uint64_t action;      /* number of the innermost action, 0 outside actions */
  uint64_t action_call; /* number of the running stl_action_call, or 0 */
  uint64_t last_action; /* last number of an action; none is used twice */
  uint64_t last_world;  /* last serial of a world */
  uint32_t worlds_held; /* number of loops over `worlds` that run now */
  bool is_closed;       /* the Lua state is gone */
  strata_predicate_context *predicate_context; /* of the running predicate */
  const stl_rules *predicate_rules;            /* of the running predicate */
  stl_running_world *running_world;            /* the innermost */
  lua_State
      *policy_thread; /* so that the hook of who asks a policy counts on */
  stl_handler_call *handler_call;   /* the innermost */
  uint64_t last_handler_call;       /* last serial of a call */
  stl_capture_check *capture_check; /* of the handler under check, or NULL */
  strata_alloc_fn alloc;
  void *alloc_user;
  strata_print_fn print;
  void *print_user;
  strata_fault_fn on_fault; /* NULL: the host ignores faults */
  void *fault_user;
  bool strict;        /* an action fails when one of its handlers fails */
  strata_time_fn now; /* NULL: scripts have no clock */
  void *now_user;
  stl_budget budget;
  uint64_t changes; /* calls of scripts that may have changed a world */
  strata_limits action_limits;  /* of an action of the whole state */
  strata_limits handler_limits; /* of a handler, policy, view or predicate */
  strata_limits pack_limits;    /* of a file of a pack where it is run */
  strata_quotas quotas;         /* of worlds that scripts make */
};

typedef struct stl_attr_name {
  const char *text; /* an anchored short string: equal means same address */
  strata_attr attr;
  strata_type type;
} stl_attr_name;

/* User values of rules: 1 = the block of `names` and `layers`, 2 = anchors of
 * the names, 3 = the thread with the functions of predicates, 4 = the thread
 * with the functions of handlers, 5 = the packs (rules_packs.c), 6 = the
 * functions that complete the fields of events, by event type, and in place 1
 * one that says why no object is made of a card. */
enum {
  STL_UV_PREDICATES = 3,
  STL_UV_HANDLERS,
  STL_UV_PACK_LIST,
  STL_UV_FIELDS
};

typedef struct stl_handler_traits {
  uint32_t max_steps; /* the most steps of one call */
  bool has_waited; /* it has met a question without an answer: from then on it
                      runs in a thread, in which it can wait */
} stl_handler_traits;

struct stl_rules {
  stl_context *context;
  stl_rules *next, **link;
  const strata_rules *rules; /* NULL once the host has freed them */
  strata_rules *owned;       /* equal to `rules` if the binding frees them */
  strata_builder *builder;   /* frozen to `rules`, if it was kept, or NULL */
  stl_compiled_expr *compiled;
  uint32_t uses;         /* by userdata, worlds, compiled expressions */
  stl_attr_name *names;  /* open addressing by address; NULL ends a search */
  uintptr_t name_mask;   /* size of `names` - 1 */
  int64_t *layers;       /* [attr][op]: default layer or STL_NO_LAYER; attribute
                            0 stands for the copy of all copiable values */
  strata_attr display;   /* the text or sym attribute "name", or 0 */
  lua_State *predicates; /* functions of predicates at their ids, or NULL */
  lua_State *handlers;   /* functions of handlers at their ids, nil for those of
                            hosts; above them `handler_traits` and `spare_ctx`
                          */
  stl_handler_traits *handler_traits; /* by id */
  stl_handler_ctx *spare_ctx;       /* a ctx that one call after another uses */
  const stl_world *spare_ctx_world; /* user value 1 of `spare_ctx`, or NULL */
  lua_State *main;
  bool has_hidden_zones; /* some zones are hidden from handlers */
};

#define STL_NO_LAYER INT64_MIN
enum { STL_OP_COUNT = STRATA_OP_BORROW + 1 };

/* User values of a world: 1 = rules, 2 = log function, 3 = policy, 4 = the
 * values that the policy's last answer points to, 5 = views, 6 = its recording,
 * 7 = its history, 8 = a list of the threads of handlers that may wait
 * (handler_threads.c). */
enum {
  STL_UV_POLICY = 3,
  STL_UV_ANSWER,
  STL_UV_VIEWS,
  STL_UV_RECORDING,
  STL_UV_HISTORY,
  STL_UV_THREADS
};

struct stl_world {
  strata_world *world; /* NULL once released: handles of it are stale */
  stl_rules *rules;
  stl_context *context;
  stl_world *next, **link;
  strata_world *backup; /* the state at the beginning of the action, if a script
                           committed inside it; else NULL */
  strata_mark mark;     /* of the outermost action */
  uint32_t depth;       /* number of running actions that hold a mark */
  uint32_t epoch;       /* number of reloads so far */
  uint64_t serial;      /* tells it from all other worlds of the state */
  bool owned;           /* the binding frees `world` */
  bool strict;
  bool stops_on_fault;  /* an action fails when one of its handlers fails */
  uint64_t event_limit; /* of one action; 0: the engine's default */
  bool is_new;          /* made inside the running action */
  bool is_read_only;    /* a copy of the middle of an action */
  bool is_let_go;       /* collected while worlds were held: to be deleted */
  bool has_threads;     /* there is a list at STL_UV_THREADS */
  strata_observer_fn observer; /* of the views, with this struct as its `user`;
                                  NULL: the world has no views */
};

/* An entity, its base values, or an effect. User value 1 = world. */
typedef struct stl_handle {
  stl_world *world;
  uint64_t id;
} stl_handle;

/* User value 1 = rules. */
struct stl_compiled_expr {
  strata_expr *expr; /* NULL once its rules are gone */
  bool is_nested;    /* a predicate inside another, as in count: `outer` is the
                        entity that the other one is asked of */
  stl_rules *rules;
  stl_compiled_expr *next, **link;
};

/** The figures of a world. */
static inline strata_stats stl_stats(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return stats;
}

#endif
