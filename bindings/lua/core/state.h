/*
 * state.h - what the files of the Lua binding share.
 *
 * One stl_context per Lua state. Rules, worlds and compiled expressions are C
 * objects in lists of it (context.c), so that an action finds every world; the
 * userdata of these point to them. Handles keep their world's userdata alive
 * by a user value, a world its rules'. Memory of Lua is never held by C across
 * a call that may raise unless the value is on the stack.
 */
#ifndef STL_STATE_H
#define STL_STATE_H

#include "lua/core/budget.h"

#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kinds of userdata (and one kind of table): each has a locked metatable in
 * the registry, under the address of its place in stl_handle_keys. */
typedef enum stl_handle_kind {
  STL_HANDLE_RULES, /* these three point to an object */
  STL_HANDLE_WORLD,
  STL_HANDLE_COMPILED_EXPR,
  STL_HANDLE_ENTITY,
  STL_HANDLE_BASE_VALUES, /* what `card.base` gives */
  STL_HANDLE_EFFECT,
  STL_HANDLE_MARK,
  STL_HANDLE_OP,
  STL_HANDLE_EXPR,
  STL_HANDLE_EACH,             /* the word `each` */
  STL_HANDLE_FRAME,            /* the words `event` and `named` */
  STL_HANDLE_PREDICATE_ENTITY, /* an entity, as a predicate sees it */
  STL_HANDLE_HANDLER_CTX,      /* what a handler is given */
  STL_HANDLE_EVENT,            /* an event in flight */
  STL_HANDLE_FROZEN_TABLE,     /* a table that a handler has from outside */
  STL_HANDLE_DUMMY,            /* what a handler is given that is tried */
  STL_HANDLE_SET,              /* table: the value of a set */
  STL_HANDLE_ABILITIES, /* table: the value of an attribute of type abilities */
  STL_HANDLE_EXPLANATION, /* table: an explanation */
  STL_HANDLE_DECISION,    /* table: a decision */
  STL_HANDLE_DECISIONS,   /* table: the list of these that are open */
  STL_HANDLE_KIND_COUNT
} stl_handle_kind;

extern const char stl_handle_keys[STL_HANDLE_KIND_COUNT];

typedef struct stl_context stl_context;
typedef struct stl_rules stl_rules;
typedef struct stl_world stl_world;
typedef struct stl_compiled_expr stl_compiled_expr;
struct stl_running_world;
struct stl_handler_ctx;
struct stl_handler_call;
struct stl_capture_check;

/* User values of the context: 1 = hosted worlds by address, 2 = the shared
 * environment, 3 = the last traceback, 4 = packs by name, 5 = the module,
 * 6 = worlds in which actions run, by address. */
enum {
  STL_UV_HOST_WORLDS = 1,
  STL_UV_SHARED_ENV,
  STL_UV_TRACEBACK,
  STL_UV_PACKS,
  STL_UV_MODULE,
  STL_UV_RUNNING_WORLDS
};

struct stl_context {
  stl_world *worlds;
  stl_rules *rules;
  uint64_t action;      /* the innermost action's number, 0 outside */
  uint64_t action_call; /* the number of the running stl_action_call, or 0 */
  uint64_t last_action; /* numbers given so far; never used twice */
  strata_predicate_context
      *predicate_context;           /* of the predicate that runs, or NULL */
  const stl_rules *predicate_rules; /* its rules */
  struct stl_running_world *running_world; /* running.h: the innermost */
  struct stl_handler_call *handler_call;   /* likewise */
  uint64_t last_handler_call; /* numbers of handlers that ran so far */
  struct stl_capture_check
      *capture_check; /* of the handler that is tried, or NULL */
  strata_alloc_fn alloc;
  void *alloc_user;
  strata_print_fn print;
  void *print_user;
  strata_fault_fn on_fault; /* NULL: nobody is told */
  void *fault_user;
  bool strict;        /* an action in which a handler fails fails */
  strata_time_fn now; /* NULL: scripts have no clock */
  void *now_user;
  stl_budget budget;
  strata_limits action_limits,
      handler_limits;   /* of actions of the state; of what runs in them */
  strata_quotas quotas; /* of worlds that scripts make */
};

typedef struct stl_attr_name {
  const char *text; /* an anchored short string: equal means same address */
  strata_attr attr;
  strata_type type;
} stl_attr_name;

/* User values of rules: 1 = block behind `names` and `layers`, 2 = anchors,
 * 3 = the thread with the functions of predicates, 4 = that of handlers. */
enum { STL_UV_PREDICATES = 3, STL_UV_HANDLERS };

struct stl_rules {
  stl_context *context;
  stl_rules *next, **link;
  const strata_rules *rules; /* NULL once the host has freed them */
  strata_rules *owned;       /* the same, if they are ours to free */
  strata_builder *builder;   /* what they are frozen of, if it was kept */
  stl_compiled_expr *compiled;
  uint32_t uses;        /* by userdata, worlds, compiled expressions */
  stl_attr_name *names; /* open addressing by address, NULL ends a run */
  uintptr_t name_mask;  /* size of `names` - 1 */
  int64_t *layers;      /* [attr][op]: default layer, or STL_NO_LAYER; attribute
                           0 is for copies of all that is copiable */
  strata_attr display;  /* the text or sym attribute "name", or 0 */
  lua_State
      *predicates;     /* of predicates, by id; NULL: none, or they are gone */
  lua_State *handlers; /* the same of handlers; nil for those of hosts */
  const uint32_t
      *handler_max_steps; /* behind these: by id, what each can take */
  struct stl_handler_ctx
      *spare_ctx; /* behind it: what one after the other is given */
  const stl_world *spare_ctx_world; /* the world that it has, or NULL */
  lua_State *main;
  bool has_hidden_zones; /* something may be hidden, and scripts do not see all
                          */
  strata_attr face_down; /* the flag of whoever lies face down, or 0 */
};

#define STL_NO_LAYER INT64_MIN
enum { STL_OP_COUNT = STRATA_OP_BORROW + 1 };

/* User values of a world: 1 = rules, 2 = log function, 3 = policy, 4 = what its
 * last answer points to, 5 = views, 6 = what records it. */
enum { STL_UV_POLICY = 3, STL_UV_ANSWER, STL_UV_VIEWS, STL_UV_RECORDING };

struct stl_world {
  strata_world *world; /* NULL once let go */
  stl_rules *rules;
  stl_context *context;
  stl_world *next, **link;
  strata_world *backup; /* its state when the action began, if it committed */
  strata_mark mark;     /* of the outermost action */
  uint32_t depth;       /* of actions that hold a mark of it */
  uint32_t epoch;       /* how often it was reloaded */
  bool owned;
  bool strict;
  bool stops_on_fault;  /* an action in which a handler fails fails */
  uint64_t event_limit; /* of one action; 0: the engine's own */
  bool is_new;          /* in the running action: nobody outside knows it */
  bool observer;        /* stl_views_observe is told of its rows */
  bool is_read_only;    /* into the middle of an action: it can only be read */
};

/* An entity, its base values, or an effect. User value 1 = world. */
typedef struct stl_handle {
  stl_world *world;
  uint64_t id;
} stl_handle;

/* User value 1 = rules. */
struct stl_compiled_expr {
  strata_expr *expr; /* NULL once its rules are gone */
  bool is_nested;    /* it is asked of others, as inside count */
  stl_rules *rules;
  stl_compiled_expr *next, **link;
};

/* -- context.c: new objects are in the context's lists; they may raise ---- */

stl_rules *stl_rules_new(lua_State *L);
stl_world *stl_world_new(lua_State *L, stl_rules *rules);
stl_compiled_expr *stl_compiled_expr_new(lua_State *L, stl_rules *rules);

/** One use less; the last one frees. */
void stl_rules_release(stl_rules *rules);

/** Drop what hangs on rules that a host is about to free. */
void stl_rules_forget(stl_rules *rules);

/** Make the world stale: free it if it is ours. */
void stl_world_detach(stl_world *world);

void stl_world_delete(stl_world *world);
void stl_compiled_expr_delete(stl_compiled_expr *compiled);

/** Free what is left; no handle may be used after it. */
void stl_context_fini(stl_context *context);

/* -- module.c: contexts and kinds ---------------------------------------- */

/** Let a new state use a context of its host, which ends it after the state;
 * without this, stl_open makes one that ends with the state. */
void stl_context_set(lua_State *L, stl_context *context);

stl_context *stl_context_get(lua_State *L);

/** Push the context's user value. */
void stl_context_push(lua_State *L, int user_value);

/** Pop a value into the context's user value. */
void stl_context_store(lua_State *L, int user_value);

/** Register a kind: `meta` are the metatable's fields; its metatable is left
 * on the stack for more. */
void stl_handle_kind_new(lua_State *L, stl_handle_kind kind, const char *name,
                         const luaL_Reg *meta);

/** Give the value on the top the metatable of a kind. */
void stl_handle_kind_set(lua_State *L, stl_handle_kind kind);

/** Push a sorted array of the methods and fields that every value of the kind
 * has, as stl_push_names does. */
void stl_push_kind_names(lua_State *L, stl_handle_kind kind);

/** What the pointing userdata at `index` points to. */
void *stl_handle_unbox(lua_State *L, int index);

/** Push a userdata of the kind that points to `object`, which may be NULL. */
void **stl_handle_push_box(lua_State *L, stl_handle_kind kind, void *object);

/** The object, the userdata or, of a table kind, any non-NULL, if the value is
 * of that kind. */
void *stl_handle_test(lua_State *L, int index, stl_handle_kind kind);

/** As stl_handle_test, but raises an error that names the argument. */
void *stl_handle_check(lua_State *L, int index, stl_handle_kind kind);

/* Each adds its kinds to the registry, words to the module at the top. */
void stl_open_rules(lua_State *L);
void stl_open_world(lua_State *L);
void stl_open_action(lua_State *L);
void stl_open_entity(lua_State *L);
void stl_open_effect(lua_State *L);
void stl_open_op(lua_State *L);
void stl_open_expr(lua_State *L);
void stl_open_symbol_sets(lua_State *L);
void stl_open_explanations(lua_State *L);
void stl_open_predicates(lua_State *L);
void stl_open_decisions(lua_State *L);
void stl_open_frozen(lua_State *L);
void stl_open_capture_check(lua_State *L);
void stl_open_handler_ctx(lua_State *L);

/* -- rules.c -------------------------------------------------------------- */

/** Push rules of a host, wrapped; the same userdata while they are known. */
void stl_push_host_rules(lua_State *L, const strata_rules *rules);

/** The figures of a world. */
static inline strata_stats stl_stats(const strata_world *world) {
  strata_stats stats;
  strata_world_stats(world, &stats);
  return stats;
}

static inline uintptr_t stl_name_address_hash(const char *text) {
  const uintptr_t address = (uintptr_t)text;
  return address >> 4 ^ address >> 11;
}

/** The attribute whose anchored name has this address; else an empty one. */
static inline const stl_attr_name *stl_rules_find_name(const stl_rules *rules,
                                                       const char *text) {
  uintptr_t i = stl_name_address_hash(text) & rules->name_mask;
  while (rules->names[i].text != text && rules->names[i].text != NULL) {
    i = (i + 1) & rules->name_mask;
  }
  return &rules->names[i];
}

/** Whether a SET or ABILITIES can hold a symbol. Cost O(log n). */
bool stl_rules_in_domain(const strata_rules *rules, strata_attr attr,
                         strata_symbol symbol);

/** The first set attribute after `after` whose domain holds the symbol, or 0.
 * Cost: attributes times domains. */
strata_attr stl_rules_next_set(const stl_rules *rules, strata_symbol symbol,
                               strata_attr after);

/** Find an attribute by the string at `index`, NULL if there is none. The
 * result is in the rules or, for a long name, in `*spare`. */
const stl_attr_name *stl_rules_find_attr(lua_State *L, const stl_rules *rules,
                                         int index, stl_attr_name *spare);

/** As stl_rules_find_attr for text, but raises with the nearest name. */
strata_attr stl_rules_need_attr(lua_State *L, const stl_rules *rules,
                                const char *where, const char *name);

/** Raise: no such name of a kind, and the nearest one. */
int stl_rules_raise_unknown(lua_State *L, const stl_rules *rules,
                            strata_name_kind kind, const char *where,
                            const char *name);

/** True if a handle or an expression has a field of its own of this name, and
 * no attribute of this type can have it. */
bool stl_rules_is_reserved(const char *name, strata_type type);

/** Push a hash as 16 hexadecimal digits; returns 1. */
int stl_push_hash(lua_State *L, uint64_t hash);

/* -- world.c -------------------------------------------------------------- */

/** rules:world{...}, rules:load(bytes, {...}) */
int stl_rules_world(lua_State *L);

/** host.kept_rules(spec): as strata.rules, and the builder is kept, so that
 * rules can be made of them by host.revised_rules. */
int stl_host_rules_with_builder(lua_State *L);

/** host.revised_rules(spec, abilities, definitions, earlier): rules of a spec
 * that says the same as that of the earlier ones, but for the bodies of the
 * abilities and definitions whose names are in the lists. The builder becomes
 * theirs. Nothing if it was not kept. Raises as strata.rules. Cost O(what is
 * read) and the freezing. */
int stl_host_revise_rules(lua_State *L);
int stl_rules_load(lua_State *L);

/** The world of the userdata at `index`, which must be live. */
stl_world *stl_world_check(lua_State *L, int index);

/** Raise if the world was let go, or a predicate runs; a call that reaches into
 * it is counted. */
void stl_world_check_live(lua_State *L, const stl_world *world);

/** Let it count as a step for each entity of the world. */
void stl_world_charge_entities(lua_State *L, const stl_world *world);

/** What the engine has to say of the status that the last call gave. */
const char *stl_world_error_text(const stl_world *world, strata_status status);

/** Raise what a status says; `where` names function or argument. */
int stl_world_raise(lua_State *L, const stl_world *world, strata_status status,
                    const char *where);

/** Push the userdata of a world that no script has made or was given: the one
 * that is known of it, or else a new one, and true, for as long as it runs. */
bool stl_world_push_temporary(lua_State *L, strata_world *world);

/** Push the userdata of the world of a world, entity or effect. */
void stl_handle_push_world(lua_State *L, int index);

/** Let go of a hosted world; never raises. */
void stl_world_forget_host(lua_State *L, strata_world *host);

/* -- action.c ------------------------------------------------------------- */

/** Mark a world for the running action, if there is one; for new worlds. */
strata_status stl_action_join(stl_world *world);

/** world:action(f, ...), world:mark(), world:rollback(m), world:commit() */
int stl_world_action(lua_State *L);
int stl_world_mark(lua_State *L);
int stl_world_rollback(lua_State *L);
int stl_world_commit(lua_State *L);

/* -- act.c, decide.c, history.c ------------------------------------------- */

/** world:act(...), world:seed(n), world:note(...), world:noted(...) */
int stl_world_act(lua_State *L);
int stl_world_seed(lua_State *L);
int stl_world_note(lua_State *L);

/** Add the methods of chains of handlers to the table at the top: hook.c. */
void stl_add_chain_methods(lua_State *L);

/** world:pass(...), world:tick(clock) */
int stl_world_pass(lua_State *L);
int stl_world_tick(lua_State *L);
int stl_world_noted(lua_State *L);

/** Let the events of the world's last action count. */
void stl_charge_events(lua_State *L, const stl_world *world);

/** world:decisions(), world:answer(...), world:retract(), world:cancel() */
int stl_world_decisions(lua_State *L);
int stl_world_answer(lua_State *L);
int stl_world_retract(lua_State *L);
int stl_world_cancel(lua_State *L);

/** world:log(after), world:forget_log(before) */
int stl_world_log(lua_State *L);
int stl_world_forget_log(lua_State *L);

/** world:why(event), world:why_not(card, code, event), world:remember(n) */
int stl_world_why(lua_State *L);
int stl_world_why_not(lua_State *L);
int stl_world_remember(lua_State *L);

/** world:policy(f), world:view(f) */
int stl_world_policy(lua_State *L);
int stl_world_view(lua_State *L);

/** reload.c: world:reload(rules), world:lacks(rules) */
int stl_world_reload(lua_State *L);
int stl_world_lacks(lua_State *L);

/** Tell the views of a world, which is `user`, of a row. */
void stl_views_observe(void *user, strata_world *told,
                       const strata_log_row *row);

/** Whether an error says that a decision is needed: nobody may catch it. */
bool stl_is_suspension(lua_State *L, int index);

/** Read an event from the stack: its kind at `first`, fields, options, of which
 * "settling" is one if the event settles. What it is read to is pushed. */
void stl_event_read(lua_State *L, stl_world *world, const char *where,
                    int first, bool settles, strata_act_desc *out);

/** Push "done" or "decide"; returns 1. */
int stl_push_outcome(lua_State *L, strata_outcome outcome);

/** The entity, or nobody, in field `name` of the table at `index`. */
strata_entity stl_field_entity(lua_State *L, int index, const stl_world *world,
                               const char *where, const char *name);

/** Push a decision as a table. The world's userdata is at 1. */
void stl_push_decision(lua_State *L, const strata_decision *decision);

/** Read the value at `answer` as one to the decision whose table is at
 * `decision`. Raises what would be legal. What it is read to is pushed. */
void stl_read_answer(lua_State *L, stl_world *world, int decision, int answer,
                     strata_answer_desc *out);

/** Push a row of the log as a table; `owner` is where a handle of its world is.
 */
void stl_push_log_row(lua_State *L, int owner, const strata_rules *rules,
                      const strata_log_row *row);

/* -- purity.c ------------------------------------------------------------- */

/** Make the Lua function at the top one that keeps nothing between two calls:
 * a copy that shares nothing with what it was made of. Raises with file and
 * line where it would. `memo` is where a table for the copies of one set of
 * rules is; `allowed` where that is which every script can name, 0 for none.
 * Returns the most instructions that it can take (stl_budget_begin). */
uint32_t stl_capture_function(lua_State *L, int memo, int allowed);

/** A hash of what the Lua function at `index` says. */
uint64_t stl_function_hash(lua_State *L, int index);

/** Make a frozen table at `index` a table that holds the same; others stay. */
void stl_frozen_thaw(lua_State *L, int index);

/** Raise if the value at `index`, which is to be changed, is frozen. */
void stl_frozen_refuse_write(lua_State *L, int index);

/* -- entity.c, object.c, effect.c, change.c, op.c, why.c ------------------ */

/** Push an entity, nil for 0. `owner`: where a handle of its world is. */
void stl_push_entity(lua_State *L, int owner, strata_entity entity);

/** Push an effect, nil for 0. */
void stl_push_effect(lua_State *L, int owner, strata_effect effect);

/** Push "#3:1", as expressions write it. */
void stl_push_entity_id(lua_State *L, uint64_t id);

/** Read "#3:1" or "3:1" at the start of a text; `end` is behind it. 0, and NULL
 * there, if it is neither. */
strata_entity stl_parse_entity_id(const char *text, char **end);

/** Push "Grizzly Bears #3:1". */
void stl_push_entity_text(lua_State *L, stl_world *world, strata_entity entity);

/** The handle of an entity at `index`, whose world must be live; itself it may
 * be stale. */
stl_handle *stl_entity_check(lua_State *L, int index);

/** world:spawn, world:spawn_copy, world:zone, world:forget_gone */
int stl_world_spawn(lua_State *L);
int stl_world_spawn_copy(lua_State *L);
int stl_world_zone(lua_State *L);
int stl_world_forget_gone(lua_State *L);

/** entity:abilities(): a row for each of them. */
int stl_entity_abilities(lua_State *L);

/** Add what objects do, move and the like, to the table of methods at the
 * top. */
void stl_add_object_methods(lua_State *L);

/** world:effect{...} */
int stl_world_effect(lua_State *L);

/** The layer named at `index`. Raises with "where: what". `what` may be NULL.
 */
strata_layer stl_read_layer(lua_State *L, int index, const stl_rules *rules,
                            const char *where, const char *what);

typedef struct stl_op {
  strata_op op;
  strata_rounding rounding;
  int64_t divisor;
  strata_ability_kind kind; /* of what borrow takes; KEYWORD: all */
  bool locked;              /* the operand is computed once */
} stl_op;

/* User values of an op: 1 = operand; of substitute an array of both words;
 * 2 = layer or nil. */
enum { STL_OP_OPERAND = 1, STL_OP_LAYER };

const char *stl_op_name(strata_op op);

/** The operation of that name, -1 if there is none. */
int stl_op_find(const char *name);

/** The word for an operation that is nearest by spelling, or NULL. */
const char *stl_op_nearest(const char *name);

/** True of words that mean another operation where it is on abilities. */
bool stl_op_is_of_abilities(const char *name);

/** Push an operation whose operand is at `operand` (0: none). */
void stl_push_op(lua_State *L, const stl_op *op, int operand);

/** The names of the kinds of abilities, by their numbers, NULL at the end. */
extern const char *const stl_ability_kinds[];

/** entity:why(attribute), strata.why(entity, attribute) */
int stl_entity_why(lua_State *L);

/** entity:why_not(source or effect), world:graph(layer) */
int stl_entity_why_not(lua_State *L);
int stl_world_graph(lua_State *L);

/* -- profile.c ------------------------------------------------------------ */

/** world:profile(f, ...) */
int stl_world_profile(lua_State *L);

/** A clock for where scripts have one of their own. */
uint64_t stl_nanoseconds(void *user);

/* -- expr.c --------------------------------------------------------------- */

/** Compile the expression or text at `index` for a world, whose userdata is at
 * `owner`; the result lives as long as the value at `index`, which is replaced
 * by an expression if it was text. Raises with `where`. */
const strata_expr *stl_expr_compile(lua_State *L, int index, int owner,
                                    const char *where);

/** As stl_expr_compile for a predicate that is asked of others, as inside
 * count: `outer` is the one in question. */
const strata_expr *stl_expr_compile_within(lua_State *L, int index, int owner,
                                           const char *where);

/** True if the value is an expression that says nobody. */
bool stl_expr_is_none(lua_State *L, int index);

/** Push an expression: `function(argument, ...)` for the arguments from
 * `first` to the top. */
void stl_expr_push_call(lua_State *L, const char *function, int first);

/** world:select, world:count, world:eval */
int stl_world_select(lua_State *L);
int stl_world_count(lua_State *L);
int stl_world_eval(lua_State *L);

/* -- convert.c ------------------------------------------------------------ */

/** Push a value; `owner` is where a handle of its world is. */
void stl_push_value(lua_State *L, int owner, const strata_value *value);

/** Push the value of a set, sym or list of abilities. */
void stl_push_symbols(lua_State *L, const strata_rules *rules,
                      const strata_value *value);

/** Read the Lua value at `index` as one of an attribute; what must outlive the
 * call is pushed (at most one value). `world` may be NULL: then there are no
 * entities. Returns NULL, or what was expected. */
const char *stl_read_value(lua_State *L, int index, const stl_rules *rules,
                           const stl_world *world, strata_attr attr,
                           strata_value *out);

/** As stl_read_value for a field of an event, a note and the like, of type INT,
 * FLAG, REF or SYM; 0: of that which the value itself is. Who is gone is read
 * as others are. */
const char *stl_read_plain_value(lua_State *L, int index,
                                 const stl_world *world, strata_type type,
                                 strata_value *out);

/** Push "where: expected x, got y" for the value at `index`. */
void stl_push_mismatch(lua_State *L, const char *where, const char *expected,
                       int index);

/** Raise that a boolean stands where an expression belongs. */
int stl_raise_boolean_expr(lua_State *L, const char *where);

/** Read an integer field of the table at `index`; false if it is nil. */
bool stl_field_integer(lua_State *L, int index, const char *where,
                       const char *name, int64_t *out);

/** Read a boolean field of the table at `index`, false if it is nil. */
bool stl_field_boolean(lua_State *L, int index, const char *where,
                       const char *name);

/** Read the value at the top, which is field `name` of something, as text. */
const char *stl_field_text(lua_State *L, int index, const char *where,
                           const char *name);

/* -- fields.c: `words` end in a NULL -------------------------------------- */

/** The word nearest to `name` by spelling, NULL if none is near. */
const char *stl_nearest_word(const char *name, const char *const *words);

/** Push "one, two and three". */
void stl_push_words(lua_State *L, const char *const *words);

/** Raise: no field or option (`what`) of this name, and the nearest one. */
int stl_raise_unknown_word(lua_State *L, const char *where, const char *what,
                           const char *name, const char *const *words);

/** Raise unless all keys of the table at `index` are words, or places in its
 * list part, which has `listed` items. */
void stl_check_fields(lua_State *L, int index, const char *where,
                      const char *what, const char *const *words,
                      lua_Integer listed);

#endif
