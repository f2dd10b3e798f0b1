/* game.h - a world for Criterion tests of the public API. */
#ifndef STRATA_TESTS_API_KIT_GAME_H
#define STRATA_TESTS_API_KIT_GAME_H

#include "kit.h"
#include "kit_objects.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>

/* Criterion 2.4.1's eq(str, ...) wants char *; this keeps literals const. */
#define TEXT(s) ((char *)(uintptr_t)(s))

typedef struct game {
  kit_mem mem;
  strata_rules *rules;
  strata_world *world;
  strata_entity card[3]; /* spawned, all defaults */
  int told;              /* lines that the log got */
} game;

/* Numbered layers, or the named ones of kit_rules. */
void game_open(game *g, bool named);

/* By kit_object_rules, and by kit_classic_rules. */
void game_open_objects(game *g);
void game_open_classic(game *g);

/* Last line of a test: checks that nothing leaked. */
void game_close(game *g);

strata_attr game_attr(const game *g, const char *name);
strata_symbol game_symbol(const game *g, const char *name);
strata_stacking_group game_group(const game *g, const char *name);
strata_clock game_clock(const game *g, const char *name);
strata_layer game_layer(const game *g, const char *name);

strata_entity game_spawn_as(game *g, const char *definition);

/* Move a card to a zone (NULL: no zone), to the top unless a position is given.
 * The second function requires success; after the third the card is the same
 * object. */
strata_status game_try_move(game *g, strata_entity entity, const char *zone,
                            strata_entity player, int32_t position,
                            strata_entity *out);
strata_entity game_move(game *g, strata_entity entity, const char *zone,
                        strata_entity player);
void game_shift(game *g, strata_entity entity, const char *zone,
                strata_entity player, int32_t position);

int64_t game_read(game *g, strata_entity entity, const char *attr);
bool game_has(game *g, strata_entity entity, const char *attr,
              const char *symbol);
void game_base(game *g, strata_entity entity, const char *attr, int64_t value);
void game_put(game *g, strata_entity entity, const char *attr,
              const char *symbol);

strata_expr *game_expr(game *g, const char *text);

/* An effect of one part on one card; may be changed before it is added. */
typedef struct game_effect {
  strata_part part;
  strata_effect_desc desc;
  strata_entity target;
} game_effect;

void game_describe(game *g, game_effect *e, strata_entity card,
                   const char *attr, strata_op op, int64_t value);
strata_effect game_add(game *g, const strata_effect_desc *desc);

/* Describe and add, in layer 1. */
strata_effect game_change(game *g, strata_entity card, const char *attr,
                          strata_op op, int64_t value);

/* A log function; `user` is the game, which counts the lines. */
void game_log(void *user, strata_status status, const char *line);

/* Check that the call just made was refused: its status is `want`, the hash is
 * unchanged, the log got a line, and the message contains each of the words,
 * which NULL ends. */
void game_refused(game *g, strata_status got, strata_status want, uint64_t hash,
                  const char *const *words);

#define REFUSED(g, call, want, ...)                                            \
  do {                                                                         \
    uint64_t hash_ = strata_hash((g)->world);                                  \
    strata_status got_ = (call);                                               \
    game_refused(g, got_, want, hash_,                                         \
                 (const char *const[]){__VA_ARGS__, NULL});                    \
  } while (0)

#define OK(call) cr_assert(eq(int, call, STRATA_OK), "%s", #call)

#endif
