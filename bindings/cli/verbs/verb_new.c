/*
 * verb_new.c - the verb new: the first files of a pack, a game, or a card.
 *
 * The library module strata.tools.scaffold makes their texts. They are written
 * here: all or none, and never over an existing file.
 */
#include "cli/common/cli.h"
#include "cli/common/file_names.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/protected.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/suite/pack_suite.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata/lua.h>
#include <string.h>

static stc_exit new_misuse(const char *problem, const char *word) {
  stc_print(stderr, "strata new: %s '%s' (strata new --help)\n", problem, word);
  return STC_EXIT_USAGE;
}

/* -- Writing -------------------------------------------------------------- */

static bool is_folder_path(const char *path) {
  const size_t size = strlen(path);
  return size > 0 && path[size - 1] == '/';
}

/* The text at a place of the list on the top; it stays in the list. */
static const char *list_text_at(lua_State *L, size_t place) {
  (void)lua_rawgeti(L, -1, (lua_Integer)place);
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 1);
  return text;
}

/* Write the files of the list on the top: path, text, path, text, ... */
static stc_exit write_listed_files(lua_State *L) {
  const size_t count = (size_t)lua_rawlen(L, -1);
  for (size_t i = 1; i < count; i += 2) {
    const char *path = list_text_at(L, i);
    if (!is_folder_path(path) && (stc_is_file(path) || stc_is_folder(path))) {
      stc_print(stderr,
                "strata new: '%s' is there already; nothing was written\n",
                path);
      return STC_EXIT_SCRIPT;
    }
  }
  for (size_t i = 1; i < count; i += 2) {
    const char *path = list_text_at(L, i);
    if (!stc_write_new_file(path, list_text_at(L, i + 1))) {
      stc_print(stderr, "strata new: cannot write '%s'\n", path);
      return STC_EXIT_SCRIPT;
    }
    stc_print(stdout, "%s\n", path);
  }
  return STC_EXIT_OK;
}

/* -- What is asked for ---------------------------------------------------- */

/* Ask for the files of a new `what`, and write them. */
static stc_exit make_new_files(const stc_options *options, const stc_path *pack,
                               const char *what, const char *name) {
  const char *const texts[4] = {what, name, NULL, NULL};
  stc_pack_suite suite;
  stc_exit status = STC_EXIT_SCRIPT;
  if (stc_suite_new(&suite, options, pack)) {
    if (stc_suite_call(&suite, "fresh", texts)) {
      status = write_listed_files(suite.host.L);
    } else {
      stc_report_error(suite.host.L, false);
      status = STC_EXIT_PACK;
    }
  }
  stc_suite_free(&suite);
  return status;
}

/* A pack for the rules and cards of --pack, or of classic; a game has rules of
 * its own. */
static stc_exit new_folder(const stc_options *options, const char *what,
                           const char *name) {
  stc_path folder;
  stc_path first;
  const char *other = options->pack_count > 0 ? options->packs[0] : "classic";
  if (!stc_path_set_folder(&folder, name) || folder.at[0] == '\0') {
    return new_misuse("no name for a pack:", name);
  }
  if (!stc_find_pack(options->program, other, &first)) return STC_EXIT_PACK;
  return make_new_files(options, &first, what, folder.at);
}

/* True if there is a pack in a folder. */
static bool has_manifest(const stc_options *options, const char *folder) {
  stc_path manifest;
  return stc_path_set(&manifest, folder) &&
         stc_path_join(&manifest, "pack.lua") && stc_is_file(manifest.at) &&
         stl_files_path_kind(options->files, folder) == STL_PATH_FOLDER;
}

/* PACK:NAME, where PACK is a folder: a card is not added to an installed pack.
 */
static stc_exit new_card(const stc_options *options, const char *name) {
  const char *colon = strrchr(name, ':');
  stc_path folder;
  if (colon == NULL || colon == name || colon[1] == '\0') {
    return new_misuse("expected PACK:NAME, such as mine:hill_captain, got",
                      name);
  }
  if (!stc_path_set(&folder, name)) return new_misuse("too long a path", name);
  folder.at[colon - name] = '\0';
  if (!stc_path_set_folder(&folder, folder.at) ||
      !has_manifest(options, folder.at)) {
    stc_print(stderr,
              "strata new: there is no pack '%s' here; to make it: strata new "
              "pack %s\n",
              folder.at, folder.at);
    return STC_EXIT_PACK;
  }
  return make_new_files(options, &folder, "card", colon + 1);
}

int stc_verb_new(const stc_options *options, int argc, char **argv) {
  const stc_option_set none = {.command = "strata new"};
  if (!stc_options_read(&none, &argc, argv)) return STC_EXIT_USAGE;
  if (argc < 3) {
    return (int)new_misuse(
        "expected pack NAME, game NAME or card PACK:NAME, got",
        argc < 2 ? "" : argv[1]);
  }
  if (argc > 3) return (int)new_misuse("more than it can use:", argv[3]);
  if (strcmp(argv[1], "pack") == 0 || strcmp(argv[1], "game") == 0) {
    return (int)new_folder(options, argv[1], argv[2]);
  }
  if (strcmp(argv[1], "card") == 0) return (int)new_card(options, argv[2]);
  return (int)new_misuse("pack, game or card, not", argv[1]);
}
