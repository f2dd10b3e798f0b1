/* ops.h - a stream of bytes played as calls of the engine.
 *
 * The fuzzer, the golden run, the threads and the random property tests all
 * play by it: every byte string is a valid game. After each call the laws that
 * every function owes are checked; the first one broken is in `broken`. */
#ifndef STRATA_TESTS_FUZZ_OPS_H
#define STRATA_TESTS_FUZZ_OPS_H

#include "kit.h"
#include "kit_objects.h"

enum {
  OPS_ENTITIES = 8,
  OPS_EFFECTS = 24,
  OPS_MARKS = 4,
  OPS_GONE = 16,
  OPS_EXPRS = 40,
  OPS_ATTRS = 12 /* of kit_rules */
};

/* How the game is played, and which expensive checks are made. */
typedef struct ops_config {
  bool named;          /* the rules' layers: see kit_rules */
  bool objects;        /* by kit_object_rules, with calls on objects too */
  strata_rules *rules; /* borrowed, to be shared; NULL: rules of its own */
  bool why_all;        /* explain every value after every change */
  kit_mem *mem;        /* NULL: malloc */
  strata_log_fn log;   /* for the worlds */
} ops_config;

typedef struct ops {
  ops_config config;
  const uint8_t *at, *end;
  strata_rules *rules;
  strata_world *world;
  strata_world *spare; /* forks go here and are compared, or change places */
  strata_expr *expr[OPS_EXPRS];
  size_t expr_count;
  strata_expr *within; /* objects: for borrowing */
  strata_attr attrs;   /* of the rules */
  strata_entity entity[OPS_ENTITIES];
  strata_effect effect[OPS_EFFECTS];
  size_t next_effect;
  strata_entity gone[OPS_GONE]; /* those that moved */
  size_t next_gone;
  strata_mark mark[OPS_MARKS];
  uint64_t mark_hash[OPS_MARKS];
  uint64_t mark_values[OPS_MARKS];
  uint64_t trace;     /* every result so far, folded */
  uint64_t calls[12]; /* results by status */
  const char *broken; /* the law that was broken first, or NULL */
} ops;

/* Start a game; false if memory ran out. */
bool ops_open(ops *o, const ops_config *config);

/* Play bytes until they end or a law is broken. */
void ops_play(ops *o, const uint8_t *bytes, size_t size);

/* Fold every value of every entity into one number. */
uint64_t ops_values(strata_world *world);

/* Explain every value: NULL, or the mistake in an explanation. */
const char *ops_check_why(strata_world *world);

/* Check that a saved and loaded world is the same: NULL, or the difference. */
const char *ops_check_save(ops *o);

void ops_close(ops *o);

/* The last-known values of entities that are gone, as one number. */
uint64_t ops_gone(ops *o);

/* ops_rules.c: the part of the rules that a game does not change. */
const char *ops_look_at_rules(const strata_rules *rules, uint64_t *trace);

#endif
