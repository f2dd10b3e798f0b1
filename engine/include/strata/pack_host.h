/* strata/pack_host.h - the games of packs, for hosts that know no Lua. */
#ifndef STRATA_PACK_HOST_H
#define STRATA_PACK_HOST_H

#include "strata/vm.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A loaded pack: the packs of one game, joined; their rules; and a vm in which
 * their handlers run. Games are worlds of these rules: strata_legal_actions,
 * strata_act, strata_answer and all other functions take them as they are. One
 * loaded pack serves any number of games.
 *
 * A loaded pack and all of its games belong to one thread at a time, since
 * their handlers run in its vm. Whoever plays in several threads loads the pack
 * once for each: two loaded packs share nothing. The functions are part of the
 * library strata-lua.
 */
typedef struct strata_pack strata_pack;

typedef struct strata_pack_desc {
  /* A folder or a .zip. Of a pack in memory a name that ends in ".zip", by
   * which messages call it; NULL: "memory.zip". */
  const char *path;
  const void *bytes; /* a .zip in memory, copied; NULL: it is at `path` */
  size_t size;
  const char *const *others; /* paths of further packs of the same game */
  size_t other_count;
  /* Packs that these require are looked for in the folders in which these are,
   * and then here. NULL: nowhere else. */
  const char *folder;
  const char *const *settings; /* each "pack:name=value" */
  size_t setting_count;
  const char *const *seats; /* names of the players in turn order; NULL: those
                               that the rules say (`seats`), or "A" and "B" */
  size_t seat_count;
  /* Its `run` limits what loading, beginning and resuming may use; its
   * `handler` what each handler may. Its `failed` is told also why the pack
   * cannot be loaded. */
  strata_vm_config vm;
} strata_pack_desc;

/**
 * Load a pack, for callers whose structs are those of a version of the headers.
 *
 * version  STRATA_VERSION of the headers; strata_pack_load gives it
 * desc     as the other arguments, those of strata_pack_load
 * Errors   EINVAL for a version that strata_check_version refuses; those of
 *          strata_pack_load
 * Cost     that of strata_pack_load
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_pack_load_for(uint32_t version, const strata_pack_desc *desc,
                     strata_pack **out, strata_error *error);

/**
 * Load a pack and those that it requires, and make rules of them.
 *
 * desc     borrowed; see strata_pack_desc
 * out      owned: free it with strata_pack_free
 * error    may be NULL; gets the message, with the file and its line, cut if it
 *          does not fit; strata_vm_config.failed gets all of it
 * Errors   ESCRIPT for a pack that is wrong or not there, or that needs more
 *          than `run` allows; EINVAL if neither a path nor bytes are given;
 *          ENOMEM
 * Cost     that of compiling its scripts, about 25 us a card; see
 *          strata_vm_new_for
 * Since    0.4
 */
STRATA_MUST_CHECK STRATA_INLINE strata_status strata_pack_load(
    const strata_pack_desc *desc, strata_pack **out, strata_error *error) {
  return strata_pack_load_for(STRATA_VERSION, desc, out, error);
}

/** Free a pack, after all of its games and their forks. NULL is allowed. */
STRATA_API void strata_pack_free(strata_pack *pack);

/** The rules of a pack; they live as long as it. Cost O(1). */
STRATA_API const strata_rules *strata_pack_rules(const strata_pack *pack);

/** The vm of a pack, for strata_vm_run; it lives as long as the pack. Cost
 * O(1). */
STRATA_API strata_vm *strata_pack_vm(strata_pack *pack);

/** How many players sit at a game of this pack. Cost O(1). */
STRATA_API size_t strata_pack_seat_count(const strata_pack *pack);

/**
 * Begin a game: a world with the players, in which the event that the rules
 * name has happened (`begins = "start_game"`). If it asks something, that
 * decision is open.
 *
 * seed     of the game's generator: see strata_seed
 * out      owned: free it with strata_pack_end
 * error    may be NULL; gets the text of a failure
 * Errors   ESCRIPT, with the reason, if the game cannot begin so; ENOMEM
 * Cost     that of its beginning
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_pack_begin(
    strata_pack *pack, uint64_t seed, strata_world **out, strata_error *error);

/**
 * Find the player of a seat, in a game that was begun or resumed, or in a fork.
 *
 * seat     from 0, below strata_pack_seat_count
 * out      the player
 * Errors   ENOENT for no such seat, or none of this world; ENOMEM
 * Cost     O(entities)
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_pack_seat(strata_pack *pack,
                                                            strata_world *world,
                                                            size_t seat,
                                                            strata_entity *out);

/**
 * Write a game as bytes, with the names, versions and hashes of the packs in
 * front, as world:save of scripts does. A game that waits for a decision is
 * saved as it waits.
 *
 * buffer    room for `capacity` bytes; NULL, with a capacity of 0, to ask for
 *           the size alone
 * size      bytes needed; written also if they do not fit
 * Errors    ERANGE if there is a buffer and they do not fit in it; ESCRIPT if a
 *           pack cannot be read any more; ENOMEM
 * Cost      O(state), and once O(bytes of the packs)
 * Since     0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status strata_pack_save(strata_pack *pack,
                                                            strata_world *world,
                                                            void *buffer,
                                                            size_t capacity,
                                                            size_t *size);

/**
 * Go on with a saved game, in this process or another one. Every byte is
 * checked. A save of other packs, or of other versions of these that they do
 * not migrate from, is refused with what differs.
 *
 * bytes          what strata_pack_save or world:save wrote
 * allow_changed  go on though the packs differ, as far as the rules have every
 *                name that the state uses
 * out            owned: free it with strata_pack_end
 * error          may be NULL; gets the text of a failure
 * Errors         ESCRIPT for bytes that are refused; ENOMEM
 * Cost           O(size)
 * Since          0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_pack_resume(strata_pack *pack, const void *bytes, size_t size,
                   bool allow_changed, strata_world **out, strata_error *error);

/**
 * Save a game to a file, which is written beside its place and moved there: so
 * one that is there already stays whole if this fails.
 *
 * path     borrowed
 * error    may be NULL; gets the text of a failure
 * Errors   EREFUSED if the file cannot be written; those of strata_pack_save
 * Cost     that of strata_pack_save
 * Since    0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_pack_save_file(strata_pack *pack, strata_world *world, const char *path,
                      strata_error *error);

/**
 * Go on with a game that strata_pack_save_file has saved.
 *
 * path           borrowed
 * allow_changed  as for strata_pack_resume
 * out            owned: free it with strata_pack_end
 * error          may be NULL; gets the text of a failure
 * Errors         EREFUSED if the file cannot be read; those of
 *                strata_pack_resume
 * Cost           that of strata_pack_resume
 * Since          0.4
 */
STRATA_API STRATA_MUST_CHECK strata_status
strata_pack_resume_file(strata_pack *pack, const char *path, bool allow_changed,
                        strata_world **out, strata_error *error);

/** Free a game that strata_pack_begin or strata_pack_resume made. NULL is
 * allowed. Forks of it are freed with strata_world_free. */
STRATA_API void strata_pack_end(strata_pack *pack, strata_world *world);

#ifdef __cplusplus
}
#endif

#endif
