/*
 * pack_host.c - the games of packs, for hosts that know no Lua.
 *
 * A loaded pack lies in the memory of its own vm, and is freed with it. Worlds
 * are made by the library in Lua (strata.stage.hosted_game) and then given to
 * the host. For each later question of the host a world gets a userdata for
 * this call alone, so that forks, which no vm knows, can be asked too.
 */
/* strerror_r, since hosts in other threads may ask for such texts too */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,readability-*) */
#define _XOPEN_SOURCE 700

#include "lua/core/owned_objects.h"
#include "lua/files/pack_files.h"
#include "lua/handles/world_handle.h"
#include "lua/module/vm.h"
#include "lua/objects/pack_list.h"
#include "lua/objects/world_methods.h"

#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <strata/packs.h>
#include <string.h>

struct strata_pack {
  strata_vm *vm;
  const strata_rules *rules;
  size_t seat_count;
};

/* Registry: the loaded pack. Its user value 1 is the strata.Hosted. */
static const char pack_key = 0;

/* What a function wants, and what it gives. */
typedef struct pack_request {
  strata_vm *vm;
  strata_pack *pack;
  const strata_pack_desc *desc;
  strata_world *world;
  uint64_t seed;
  size_t seat;
  strata_entity entity;
  const char *saved; /* bytes of a save */
  void *buffer;      /* for a save */
  size_t size, capacity;
  bool allows_changed;
  strata_status status; /* why it failed, if it has raised */
} pack_request;

static strata_status call_request(lua_CFunction function, pack_request *r,
                                  strata_error *error) {
  r->status = STRATA_ESCRIPT;
  const strata_status status = stl_vm_call(r->vm, function, r, error);
  if (status != STRATA_ESCRIPT) return status;
  if (error != NULL) error->status = r->status;
  return r->status;
}

/* Call as one action, within the limits of the vm. Raises if it fails. */
static void call_as_action(lua_State *L, pack_request *r, int nargs) {
  const int status = stl_action_call(L, nargs, 1);
  if (status == LUA_ERRMEM) r->status = STRATA_ENOMEM;
  if (status != LUA_OK) lua_error(L);
}

/* Push a function of strata.stage.hosted_game. */
static void push_hosted_function(lua_State *L, const char *name) {
  stl_library_push(L, "strata.stage.hosted_game");
  (void)lua_getfield(L, -1, name);
  lua_remove(L, -2);
}

/* Push the strata.Hosted of the loaded pack. */
static void push_hosted(lua_State *L) {
  (void)lua_rawgetp(L, LUA_REGISTRYINDEX, &pack_key);
  (void)lua_getiuservalue(L, -1, 1);
  lua_remove(L, -2);
}

static void push_hosted_rules(lua_State *L) {
  push_hosted(L);
  (void)lua_getfield(L, -1, "rules");
  lua_remove(L, -2);
}

/* -- Loading -------------------------------------------------------------- */

static const char *pack_path(const strata_pack_desc *desc) {
  return desc->path != NULL ? desc->path : "memory.zip";
}

static void push_texts(lua_State *L, const char *const *texts, size_t count) {
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushstring(L, texts[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
}

/* Push the paths of all packs that are asked for. */
static void push_asked(lua_State *L, const strata_pack_desc *desc) {
  lua_createtable(L, (int)desc->other_count + 1, 0);
  lua_pushstring(L, pack_path(desc));
  lua_rawseti(L, -2, 1);
  for (size_t i = 0; i < desc->other_count; i++) {
    lua_pushstring(L, desc->others[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 2);
  }
}

static void prepare_packs(lua_State *L, const strata_pack_desc *desc) {
  stl_message message;
  if (desc->bytes != NULL &&
      !stl_files_add_archive(stl_files_get(L), pack_path(desc), desc->bytes,
                             desc->size, &message)) {
    luaL_error(L, "%s", message.text);
  }
  if (desc->folder != NULL) stl_set_pack_folder(L, desc->folder);
  for (size_t i = 0; i < desc->setting_count; i++) {
    stl_set_pack_setting(L, desc->settings[i]);
  }
}

static int load_pack(lua_State *L) {
  pack_request *r = lua_touserdata(L, 1);
  strata_pack *pack = lua_newuserdatauv(L, sizeof *pack, 1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &pack_key);
  prepare_packs(L, r->desc);
  push_hosted_function(L, "load");
  push_asked(L, r->desc);
  if (r->desc->seats != NULL) {
    push_texts(L, r->desc->seats, r->desc->seat_count);
  } else {
    lua_pushnil(L);
  }
  call_as_action(L, r, 2);
  (void)lua_getfield(L, -1, "seats");
  (void)lua_getfield(L, -2, "rules");
  *pack = (strata_pack){.vm = r->vm,
                        .rules = stl_to_rules(L, -1),
                        .seat_count = (size_t)lua_rawlen(L, -2)};
  lua_pop(L, 2);
  lua_setiuservalue(L, -2, 1);
  r->pack = pack;
  return 0;
}

strata_status strata_pack_load_for(uint32_t version,
                                   const strata_pack_desc *desc,
                                   strata_pack **out, strata_error *error) {
  if (error != NULL) *error = (strata_error){.status = STRATA_OK};
  const strata_status known = strata_check_version(version, error);
  if (known != STRATA_OK) return known;
  if (desc == NULL || out == NULL ||
      (desc->path == NULL && desc->bytes == NULL)) {
    return STRATA_EINVAL;
  }
  pack_request r = {.desc = desc};
  strata_status status = strata_vm_new_for(version, &desc->vm, &r.vm, error);
  if (status != STRATA_OK) return status;
  status = call_request(load_pack, &r, error);
  if (status != STRATA_OK) {
    strata_vm_free(r.vm);
    return status;
  }
  *out = r.pack;
  return STRATA_OK;
}

void strata_pack_free(strata_pack *pack) {
  if (pack != NULL) strata_vm_free(pack->vm);
}

const strata_rules *strata_pack_rules(const strata_pack *pack) {
  return pack->rules;
}

strata_vm *strata_pack_vm(strata_pack *pack) {
  return pack->vm;
}

size_t strata_pack_seat_count(const strata_pack *pack) {
  return pack->seat_count;
}

/* -- Games ---------------------------------------------------------------- */

static int begin_pack_game(lua_State *L) {
  pack_request *r = lua_touserdata(L, 1);
  push_hosted_function(L, "begin");
  push_hosted(L);
  lua_pushinteger(L, (lua_Integer)r->seed);
  call_as_action(L, r, 2);
  r->world = stl_world_give_to_host(L, -1);
  return 0;
}

strata_status strata_pack_begin(strata_pack *pack, uint64_t seed,
                                strata_world **out, strata_error *error) {
  if (pack == NULL || out == NULL) return STRATA_EINVAL;
  pack_request r = {.vm = pack->vm, .pack = pack, .seed = seed};
  const strata_status status = call_request(begin_pack_game, &r, error);
  if (status == STRATA_OK) *out = r.world;
  return status;
}

/* rules:load, as one action: what a pack migrates may fail. */
static int resume_pack_game(lua_State *L) {
  pack_request *r = lua_touserdata(L, 1);
  lua_pushcfunction(L, stl_rules_load);
  push_hosted_rules(L);
  lua_pushlstring(L, r->saved, r->size);
  lua_createtable(L, 0, 1);
  lua_pushboolean(L, r->allows_changed);
  lua_setfield(L, -2, "allow_changed");
  call_as_action(L, r, 3);
  r->world = stl_world_give_to_host(L, -1);
  return 0;
}

strata_status strata_pack_resume(strata_pack *pack, const void *bytes,
                                 size_t size, bool allow_changed,
                                 strata_world **out, strata_error *error) {
  if (pack == NULL || bytes == NULL || out == NULL) return STRATA_EINVAL;
  pack_request r = {.vm = pack->vm,
                    .pack = pack,
                    .saved = bytes,
                    .size = size,
                    .allows_changed = allow_changed};
  const strata_status status = call_request(resume_pack_game, &r, error);
  if (status == STRATA_OK) *out = r.world;
  return status;
}

void strata_pack_end(strata_pack *pack, strata_world *world) {
  strata_vm_forget(pack->vm, world);
  strata_world_free(world);
}

/* -- Questions about a game ------------------------------------------------ */

/* (hosted, world, seat) */
static int find_pack_seat(lua_State *L) {
  pack_request *r = lua_touserdata(L, 1);
  push_hosted_function(L, "seat");
  push_hosted(L);
  push_hosted_rules(L);
  stl_world *asked = stl_world_push_new(L, -1);
  lua_remove(L, -2);
  asked->world = r->world;
  lua_pushinteger(L, (lua_Integer)r->seat + 1);
  const int status = lua_pcall(L, 3, 1, 0);
  strata_world *of = NULL;
  if (status == LUA_OK) r->entity = stl_to_entity(L, -1, &of);
  stl_world_detach(asked);
  return status == LUA_OK ? 0 : lua_error(L);
}

strata_status strata_pack_seat(strata_pack *pack, strata_world *world,
                               size_t seat, strata_entity *out) {
  if (pack == NULL || world == NULL || out == NULL) return STRATA_EINVAL;
  if (seat >= pack->seat_count || strata_world_rules(world) != pack->rules) {
    return STRATA_ENOENT;
  }
  pack_request r = {.vm = pack->vm, .pack = pack, .world = world, .seat = seat};
  const strata_status status = call_request(find_pack_seat, &r, NULL);
  if (status != STRATA_OK) return status;
  if (r.entity == 0) return STRATA_ENOENT;
  *out = r.entity;
  return STRATA_OK;
}

/* Raise for a call of the engine that has failed. */
static void need_saved(lua_State *L, pack_request *r, strata_status status) {
  if (status == STRATA_OK) return;
  r->status = status;
  luaL_error(L, "%s", strata_status_text(status));
}

static int save_pack_game(lua_State *L) {
  pack_request *r = lua_touserdata(L, 1);
  push_hosted_rules(L);
  size_t size = 0;
  need_saved(L, r, strata_save(r->world, NULL, 0, &size));
  char *state = lua_newuserdatauv(L, size, 0);
  need_saved(L, r, strata_save(r->world, state, size, &size));
  stl_save_packs_push(L, -2, state, size);
  const char *all = lua_tolstring(L, -1, &r->size);
  if (r->buffer == NULL) return 0;
  if (r->size > r->capacity) need_saved(L, r, STRATA_ERANGE);
  memcpy(r->buffer, all, r->size);
  return 0;
}

strata_status strata_pack_save(strata_pack *pack, strata_world *world,
                               void *buffer, size_t capacity, size_t *size) {
  if (pack == NULL || world == NULL || size == NULL ||
      (buffer == NULL && capacity > 0) ||
      strata_world_rules(world) != pack->rules) {
    return STRATA_EINVAL;
  }
  pack_request r = {.vm = pack->vm,
                    .pack = pack,
                    .world = world,
                    .buffer = buffer,
                    .capacity = capacity};
  const strata_status status = call_request(save_pack_game, &r, NULL);
  if (status == STRATA_OK || status == STRATA_ERANGE) *size = r.size;
  return status;
}

/* -- Files ----------------------------------------------------------------- */

/* A path with a few letters behind it; NULL: no memory. */
static char *path_beside(const char *path) {
  const size_t size = strlen(path) + sizeof ".new";
  char *beside = malloc(size);
  if (beside != NULL) (void)snprintf(beside, size, "%s.new", path);
  return beside;
}

/* `what`: "written". */
static strata_status refuse_file(strata_error *error, const char *path,
                                 const char *what) {
  char why[56];
  if (error == NULL) return STRATA_EREFUSED;
  *error = (strata_error){.status = STRATA_EREFUSED};
  if (strerror_r(errno, why, sizeof why) != 0) why[0] = '\0';
  (void)snprintf(error->text, sizeof error->text,
                 "%.140s: the file cannot be %s: %s", path, what, why);
  return STRATA_EREFUSED;
}

static bool write_whole(const char *path, const char *beside, const void *bytes,
                        size_t size) {
  FILE *file = fopen(beside, "wb");
  if (file == NULL) return false;
  const bool is_written = fwrite(bytes, 1, size, file) == size;
  if (fclose(file) == 0 && is_written && rename(beside, path) == 0) return true;
  const int why = errno;
  (void)remove(beside);
  errno = why;
  return false;
}

static strata_status tell_status(strata_error *error, strata_status status) {
  if (status == STRATA_OK || error == NULL) return status;
  *error = (strata_error){.status = status};
  (void)snprintf(error->text, sizeof error->text, "%s",
                 strata_status_text(status));
  return status;
}

strata_status strata_pack_save_file(strata_pack *pack, strata_world *world,
                                    const char *path, strata_error *error) {
  size_t size = 0;
  if (path == NULL) return tell_status(error, STRATA_EINVAL);
  strata_status status = strata_pack_save(pack, world, NULL, 0, &size);
  if (status != STRATA_OK) return tell_status(error, status);
  char *beside = path_beside(path);
  void *bytes = malloc(size);
  if (beside == NULL || bytes == NULL) status = STRATA_ENOMEM;
  if (status == STRATA_OK) {
    status = strata_pack_save(pack, world, bytes, size, &size);
  }
  if (status != STRATA_OK) {
    status = tell_status(error, status);
  } else if (!write_whole(path, beside, bytes, size)) {
    status = refuse_file(error, path, "written");
  }
  free(bytes);
  free(beside);
  return status;
}

/* All bytes of a file, which the caller frees; NULL, and `errno` says why. */
static char *read_whole(FILE *file, size_t *size) {
  size_t capacity = 4096;
  char *bytes = malloc(capacity);
  *size = 0;
  while (bytes != NULL) {
    *size += fread(bytes + *size, 1, capacity - *size, file);
    if (*size < capacity) break;
    capacity *= 2;
    char *more = realloc(bytes, capacity);
    if (more == NULL) free(bytes);
    bytes = more;
  }
  if (bytes == NULL || !ferror(file)) return bytes;
  free(bytes);
  return NULL;
}

strata_status strata_pack_resume_file(strata_pack *pack, const char *path,
                                      bool allow_changed, strata_world **out,
                                      strata_error *error) {
  size_t size = 0;
  if (path == NULL) return tell_status(error, STRATA_EINVAL);
  FILE *file = fopen(path, "rb");
  char *bytes = file != NULL ? read_whole(file, &size) : NULL;
  const int why = errno;
  if (file != NULL) (void)fclose(file);
  errno = why;
  if (bytes == NULL) return refuse_file(error, path, "read");
  const strata_status status =
      strata_pack_resume(pack, bytes, size, allow_changed, out, error);
  free(bytes);
  return status;
}
