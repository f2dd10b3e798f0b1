/*
 * verb_pack.c - the verb pack: packs in one file. Images of rules are made by
 * verb_image.c.
 */
#include "cli/common/cli.h"
#include "cli/common/options.h"
#include "cli/common/paths.h"
#include "cli/common/run_files.h"
#include "cli/common/safe_text.h"
#include "cli/common/write_file.h"
#include "cli/verbs/verb_image.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static stc_exit pack_misuse(const char *problem, const char *word) {
  stc_print(stderr, "strata pack: %s '%s' (strata pack --help)\n", problem,
            word);
  return STC_EXIT_USAGE;
}

static stc_exit report_refusal(const stl_message *message) {
  stc_print(stderr, "strata: %s\n", message->text);
  return STC_EXIT_PACK;
}

/* Read the files of a pack of the command line; `pack` gets its path. */
static stc_exit read_pack(const stc_options *options, const char *name,
                          stc_path *pack, stl_tree *out) {
  stl_message message;
  if (!stc_find_pack(options->program, name, pack) ||
      !stc_path_set_folder(pack, pack->at)) {
    return STC_EXIT_PACK;
  }
  if (!stl_files_content(options->files, pack->at, out, &message)) {
    return report_refusal(&message);
  }
  if (stl_tree_find(out, "pack.lua") != NULL) return STC_EXIT_OK;
  stl_tree_free(out);
  (void)stl_message_set(
      &message, "%.900s: it has no pack.lua, so it is no pack", pack->at);
  return report_refusal(&message);
}

/* -- build ---------------------------------------------------------------- */

/* "cards/mine" is packed into "mine.zip", here. */
static bool name_archive(const stc_path *pack, stc_path *out) {
  const char *slash = strrchr(pack->at, '/');
  if (!stc_path_set(out, slash != NULL ? slash + 1 : pack->at)) return false;
  const size_t size = strlen(out->at);
  if (size + 5 > STC_PATH_MAX || out->at[0] == '.' || size == 0) return false;
  memcpy(out->at + size, ".zip", 5);
  return true;
}

static stc_exit write_pack_archive(const stl_tree *tree, const stc_path *pack,
                                   const char *path) {
  stl_message message;
  unsigned char *bytes = NULL;
  size_t size = 0;
  if (!stl_archive_write(tree, pack->at, &bytes, &size, &message)) {
    return report_refusal(&message);
  }
  const stc_exit status = stc_write_file("strata pack", path, bytes, size);
  free(bytes);
  if (status == STC_EXIT_OK) {
    stc_print(stdout, "%s: %zu file%s, %s\n", path, tree->count,
              tree->count == 1 ? "" : "s", stl_pack_hash(tree).text);
  }
  return status;
}

typedef struct build_request {
  const char *output; /* NULL: named after the folder */
} build_request;

static const stc_option build_options[] = {
    {.name = "-o",
     .type = STC_OPTION_TEXT,
     .at = offsetof(build_request, output),
     .expected = "a file"},
};

static stc_exit build_archive(const stc_options *options, int argc,
                              char **argv) {
  build_request r = {.output = NULL};
  stc_path pack;
  stc_path out;
  stl_tree tree;
  const stc_option_set set = {
      .command = "strata pack", STC_OPTION_ROWS(build_options), .target = &r};
  if (!stc_options_read(&set, &argc, argv)) return STC_EXIT_USAGE;
  if (argc > 2) return pack_misuse("more than build can use:", argv[2]);
  const char *folder = argc > 1 ? argv[1] : NULL;
  if (folder == NULL) {
    return pack_misuse("a pack's folder must follow", "build");
  }
  const stc_exit status = read_pack(options, folder, &pack, &tree);
  if (status != STC_EXIT_OK) return status;
  const bool is_named = r.output != NULL ? stc_path_set(&out, r.output)
                                         : name_archive(&pack, &out);
  const stc_exit end = is_named ? write_pack_archive(&tree, &pack, out.at)
                                : pack_misuse("write -o FILE.zip for", folder);
  stl_tree_free(&tree);
  return end;
}

/* -- list, hash ----------------------------------------------------------- */

static void print_list(const stc_path *pack, const stl_tree *tree) {
  (void)pack;
  for (size_t i = 0; i < tree->count; i++) {
    stc_print(stdout, "%10zu  %s\n", tree->files[i].size, tree->files[i].name);
  }
  stc_print(stdout, "%10zu  %zu file%s\n", tree->total, tree->count,
            tree->count == 1 ? "" : "s");
}

static void print_hash(const stc_path *pack, const stl_tree *tree) {
  stc_print(stdout, "%s  %s\n", stl_pack_hash(tree).text, pack->at);
}

static stc_exit print_pack(const stc_options *options, int argc, char **argv,
                           void (*print)(const stc_path *, const stl_tree *)) {
  stc_exit status = STC_EXIT_OK;
  const stc_option_set none = {.command = "strata pack"};
  if (!stc_options_read(&none, &argc, argv)) return STC_EXIT_USAGE;
  if (argc < 2) {
    return pack_misuse("a pack's folder or archive must follow", argv[0]);
  }
  for (int i = 1; i < argc && status == STC_EXIT_OK; i++) {
    stc_path pack;
    stl_tree tree;
    status = read_pack(options, argv[i], &pack, &tree);
    if (status != STC_EXIT_OK) break;
    print(&pack, &tree);
    stl_tree_free(&tree);
  }
  return status;
}

int stc_verb_pack(const stc_options *options, int argc, char **argv) {
  if (argc < 2) {
    return (int)pack_misuse("build, image, list, check or hash must follow",
                            "pack");
  }
  const char *what = argv[1];
  argc--;
  argv++;
  if (strcmp(what, "build") == 0) {
    return (int)build_archive(options, argc, argv);
  }
  if (strcmp(what, "check") == 0) return stc_verb_check(options, argc, argv);
  if (strcmp(what, "image") == 0) {
    return (int)stc_verb_pack_image(options, argc, argv);
  }
  if (strcmp(what, "list") == 0) {
    return (int)print_pack(options, argc, argv, print_list);
  }
  if (strcmp(what, "hash") == 0) {
    return (int)print_pack(options, argc, argv, print_hash);
  }
  return (int)pack_misuse("build, image, list, check or hash, not", what);
}
