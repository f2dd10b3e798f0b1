/*
 * verb_image.c - pack image: the rules of packs as bytes, which a program in C
 * opens without Lua and without the packs.
 *
 * Handlers that are functions of scripts are in the image by name only: the
 * program that opens it runs them itself, or goes without.
 */
#include "cli/verbs/verb_image.h"

#include "cli/common/game_packs.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/vm_host.h"
#include "cli/common/write_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata.h>
#include <strata/lua.h>
#include <string.h>

typedef struct image_request {
  stc_options asked; /* PATHs are packs like those of --pack */
  stc_path packs[STC_PACKS_MAX];
  stc_path named; /* the path without -o */
  const char *path;
  void *bytes;
  size_t size;
  size_t functions; /* handlers that are not in it */
  strata_status status;
} image_request;

static const char image_suffix[] = ".image";

static stc_exit image_misuse(const char *problem, const char *word) {
  stc_print(stderr, "strata pack image: %s '%s' (strata pack --help)\n",
            problem, word);
  return STC_EXIT_USAGE;
}

/* -- The rules --------------------------------------------------------------
 */

/* How many functions a table has; 0 if it is none. */
static size_t count_functions(lua_State *L, int table) {
  size_t count = 0;
  if (!lua_istable(L, table)) return 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    count += lua_isfunction(L, -1);
    lua_pop(L, 1);
  }
  return count;
}

static void write_image(image_request *m, const strata_rules *rules) {
  m->status = strata_rules_image(rules, NULL, 0, &m->size);
  if (m->status != STRATA_OK) return;
  m->bytes = malloc(m->size);
  m->status = m->bytes != NULL
                  ? strata_rules_image(rules, m->bytes, m->size, &m->size)
                  : STRATA_ENOMEM;
}

/* (image): load the packs, freeze them, and take the bytes. */
static int make_rules_image(lua_State *L) {
  image_request *m = lua_touserdata(L, 1);
  stl_library_push(L, "strata.link.linker");
  (void)lua_getfield(L, -1, "load");
  stc_game_packs_push(L, &m->asked, NULL);
  lua_call(L, 1, 1);
  (void)lua_getfield(L, -1, "freeze");
  lua_pushvalue(L, -2);
  lua_call(L, 1, 1);
  write_image(m, stl_to_rules(L, -1));
  (void)lua_getfield(L, -2, "spec");
  (void)lua_getfield(L, -1, "handlers");
  m->functions = count_functions(L, lua_gettop(L));
  return 0;
}

static void print_result(const image_request *m) {
  const bool is_one = m->functions == 1;
  stc_print(stdout, "%s: %zu bytes\n", m->path, m->size);
  if (m->functions == 0) return;
  stc_print(stdout,
            "%zu handler%s of its scripts not in it: who opens it runs %s\n",
            m->functions, is_one ? " is a function" : "s are functions",
            is_one ? "that one" : "those");
}

static stc_exit make_and_write(image_request *m) {
  stc_host host;
  if (!stc_host_open(&host, &m->asked, "", NULL)) return STC_EXIT_SCRIPT;
  stc_exit status = STC_EXIT_OK;
  if (!stc_game_packs_prepare(host.L, &m->asked)) {
    status = STC_EXIT_SCRIPT;
  } else if (!stc_call_protected(host.L, make_rules_image, m, 0)) {
    stc_report_error(host.L, false);
    status = STC_EXIT_PACK;
  } else if (m->status != STRATA_OK) {
    stc_print(stderr, "strata pack image: %s\n", strata_status_text(m->status));
    status = STC_EXIT_SCRIPT;
  }
  stc_host_close(&host);
  return status;
}

/* -- The command ------------------------------------------------------------
 */

static stc_exit add_image_pack(image_request *m, const char *word) {
  const size_t count = m->asked.pack_count;
  if (count == STC_PACKS_MAX) return image_misuse("too many packs, from", word);
  stc_path *pack = &m->packs[count];
  if (!stc_find_pack(m->asked.program, word, pack) ||
      !stc_path_set_folder(pack, pack->at)) {
    return STC_EXIT_PACK;
  }
  m->asked.packs[m->asked.pack_count++] = pack->at;
  return STC_EXIT_OK;
}

/* "cards/mine" goes into "mine.image", here. */
static bool name_image(const char *pack, stc_path *out) {
  const char *slash = strrchr(pack, '/');
  if (!stc_path_set(out, slash != NULL ? slash + 1 : pack)) return false;
  const size_t size = strlen(out->at);
  if (size == 0 || out->at[0] == '.' ||
      size + sizeof image_suffix > STC_PATH_MAX) {
    return false;
  }
  memcpy(out->at + size, image_suffix, sizeof image_suffix);
  return true;
}

static const stc_option image_options[] = {
    {.name = "-o",
     .type = STC_OPTION_TEXT,
     .at = offsetof(image_request, path),
     .expected = "a file"},
};

static stc_exit read_image_arguments(image_request *m, int argc, char **argv) {
  stc_exit status = STC_EXIT_OK;
  const stc_option_set set = {.command = "strata pack image",
                              STC_OPTION_ROWS(image_options),
                              .target = m};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    status = add_image_pack(m, argv[i]);
  }
  if (status != STC_EXIT_OK) return status;
  if (m->asked.pack_count == 0) {
    return image_misuse("a pack's folder must follow", "image");
  }
  if (m->path != NULL) return STC_EXIT_OK;
  m->path = m->named.at;
  return name_image(m->packs[0].at, &m->named)
             ? STC_EXIT_OK
             : image_misuse("write -o FILE.image for", m->packs[0].at);
}

stc_exit stc_verb_pack_image(const stc_options *options, int argc,
                             char **argv) {
  image_request *m = calloc(1, sizeof *m);
  if (m == NULL) {
    stc_print(stderr, "strata pack image: out of memory\n");
    return STC_EXIT_SCRIPT;
  }
  m->asked = *options;
  stc_exit status = read_image_arguments(m, argc, argv);
  if (status == STC_EXIT_OK) status = make_and_write(m);
  if (status == STC_EXIT_OK) {
    status = stc_write_file("strata pack image", m->path, m->bytes, m->size);
  }
  if (status == STC_EXIT_OK) print_result(m);
  free(m->bytes);
  free(m);
  return status;
}
