/*
 * main.c - the program `strata`: options, verbs, help.
 *
 * A verb is one row of verbs. Rows are added, never changed: scripts and
 * build files call this program.
 */
#include "cli.h"
#include "folder.h"
#include "strata.h"
#include "text.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

typedef int (*verb_fn)(const stc_options *options, int argc, char **argv);

static int bench(const stc_options *options, int argc, char **argv) {
  (void)options;
  return stc_bench(argc, argv);
}

typedef struct verb {
  const char *name;
  verb_fn run;
  const char *usage;
  const char *summary;
  const char *help; /* what it does, and two examples */
} verb;

static const verb verbs[] = {
    {"repl", stc_repl, "repl", "explore a world, line by line (default)",
     "Reads statements and expressions and prints what they give. From a pipe\n"
     "it prints no prompt, and its exit status is 1 if a statement failed.\n"
     "\n"
     "Examples:\n"
     "  strata repl\n"
     "  echo ':why bear.power' | strata repl --pack tour\n"},
    {"run", stc_run, "run [--limited] FILE.lua [ARG...]", "run a script",
     "Runs a script in the sandbox; `-` reads it from standard input. The\n"
     "script finds its arguments in `...`. Ctrl-C stops it with status 130.\n"
     "With --limited it may take no more than a stranger's: 3 million steps,\n"
     "16 MiB, 256 KiB in one piece, 64 KiB of output.\n"
     "\n"
     "Examples:\n"
     "  strata run cards/tour/play.lua\n"
     "  strata run - < cards/tour/humility.lua\n"},
    {"test", stc_test, "test PATH... [--filter TEXT]", "run the tests of packs",
     "PATH is a pack's folder, whose tests/*.lua are run, or one file. A file\n"
     "returns scenarios, or is a script, which fails by an error. With\n"
     "--filter only tests with this text in their name or path are run. With\n"
     "--mutate each line that a scenario expects is also tried with one thing\n"
     "in it changed, and fails if it holds nevertheless. What is printed is\n"
     "TAP.\n"
     "\n"
     "Examples:\n"
     "  strata test cards/tour\n"
     "  strata test cards/classic --filter humility\n"},
    {"check", stc_check, "check PATH...", "check packs without running them",
     "Checks a pack's manifest, the syntax of each of its scripts, and what\n"
     "its cards say; names what is wrong as file:line.\n"
     "\n"
     "Examples:\n"
     "  strata check cards/tour\n"
     "  strata check cards/*\n"},
    {"why", stc_why, "why FILE WHAT",
     "explain a value or an event in a scenario",
     "Plays the first scenario of FILE, or that of --filter TEXT, to its end,\n"
     "and tells how WHAT came about. CARD.attribute is a value: its base "
     "value,\n"
     "and each effect in the order in which it applied. EVENT is the newest\n"
     "event of a kind, or a row of the log by its number: what it was to be,\n"
     "what was decided, and what replaced and prevented it. \"CARD.code not\n"
     "EVENT\" is why what a card says did nothing about one.\n"
     "\n"
     "Examples:\n"
     "  strata why cards/classic/tests/humility.lua \"Soul Warden.power\"\n"
     "  strata why cards/classic/tests/humility.lua Humility.abilities\n"
     "  strata why tests/life.lua gain_life\n"
     "  strata why tests/life.lua \"Soul Warden.soul_warden not move\"\n"},
    {"graph", stc_graph, "graph FILE LAYER [--dot]",
     "show the order in a layer",
     "Plays a scenario as why does, and shows which effects apply in a layer,\n"
     "in which order, and which of them wait for others (613.8). With --dot\n"
     "as a graph for Graphviz.\n"
     "\n"
     "Examples:\n"
     "  strata graph cards/classic/tests/blood_moon.lua type\n"
     "  strata graph cards/classic/tests/blood_moon.lua type --dot\n"},
    {"profile", stc_profile, "profile PATH... [--filter TEXT]",
     "show where the time of scenarios goes",
     "Plays the scenarios that test would run, and tells what evaluation took\n"
     "by layer, by effect and by card: how often it was applied, to how many,\n"
     "how often it was tried whether it waits for another (613.8), the time.\n"
     "--repeat N plays each N times; --json prints a line for each pack, with\n"
     "times in nanoseconds. Scripts are left out.\n"
     "\n"
     "Examples:\n"
     "  strata profile cards/classic\n"
     "  strata profile cards/classic --filter humility --repeat 100\n"},
    {"bench", bench, "bench [NAME...] [--json]", "measure the engine",
     "Runs the workloads with these names, or all of them.\n"
     "\n"
     "Examples:\n"
     "  strata bench\n"
     "  strata bench --json > figures.json\n"},
};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static void print_help(void) {
  stc_print(stdout,
            "Strata %s, a scriptable rules engine\n\n"
            "Usage: strata [--pack NAME|PATH]... [VERB] [ARG...]\n\n",
            STRATA_VERSION_TEXT);
  for (size_t i = 0; i < VERB_COUNT; i++) {
    stc_print(stdout, "  %-30s %s\n", verbs[i].usage, verbs[i].summary);
  }
  stc_print(
      stdout,
      "\n"
      "  --pack NAME|PATH               a pack to load; may be repeated\n"
      "  --version                      print the version\n"
      "  --help                         print this, or the help of a verb\n"
      "\n"
      "Exit status: 0 ok, 1 a script or test failed, 2 wrong usage,\n"
      "3 a pack or its manifest is wrong, 130 interrupted by Ctrl-C.\n");
}

static void print_verb_help(const verb *v) {
  stc_print(stdout, "Usage: strata %s\n\n%s", v->usage, v->help);
}

static const verb *find_verb(const char *name) {
  for (size_t i = 0; i < VERB_COUNT; i++) {
    if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
  }
  return NULL;
}

static const verb *nearest_verb(const char *name) {
  const verb *best = &verbs[0];
  for (size_t i = 1; i < VERB_COUNT; i++) {
    if (stc_distance(name, verbs[i].name) < stc_distance(name, best->name)) {
      best = &verbs[i];
    }
  }
  return best;
}

static int unknown_verb(const char *name) {
  stc_text text;
  stc_text_clear(&text);
  stc_text_escaped(&text, name, strlen(name), STC_ESCAPE_PLAIN);
  if (stc_is_script(name)) {
    stc_print(stderr, "strata: no verb '%s'; to run a script: strata run %s\n",
              text.at, text.at);
  } else {
    stc_print(stderr,
              "strata: no verb '%s'; the nearest is '%s' "
              "(strata --help lists them)\n",
              text.at, nearest_verb(name)->name);
  }
  return STC_EXIT_USAGE;
}

static int usage_error(const char *what, const char *word) {
  stc_print(stderr, "strata: %s '%s' (see strata --help)\n", what, word);
  return STC_EXIT_USAGE;
}

static int no_pack(void) {
  return usage_error("a name or path must follow", "--pack");
}

/* Take --pack at `*i`, with its value, if it stands there. */
static bool take_pack(stc_options *options, int argc, char **argv, int *i,
                      bool *is_wrong) {
  const char *word = argv[*i];
  const char *value = NULL;
  if (strncmp(word, "--pack=", 7) == 0) {
    value = word + 7;
  } else if (strcmp(word, "--pack") == 0) {
    *i += 1;
    value = *i < argc ? argv[*i] : NULL;
  } else {
    return false;
  }
  *is_wrong =
      value == NULL || value[0] == '\0' || options->pack_count == STC_PACKS_MAX;
  if (!*is_wrong) options->packs[options->pack_count++] = value;
  return true;
}

/* Take the common options out of a verb's arguments; those of a script, which
 * follow its name, are its own. */
static bool take_options(stc_options *options, int *argc, char **argv) {
  const bool is_run = strcmp(argv[0], "run") == 0;
  int kept = 1;
  for (int i = 1; i < *argc; i++) {
    bool is_wrong = false;
    if ((is_run && kept > 1) ||
        !take_pack(options, *argc, argv, &i, &is_wrong)) {
      argv[kept++] = argv[i];
    }
    if (is_wrong) return false;
  }
  argv[kept] = NULL;
  *argc = kept;
  return true;
}

static int run_verb(const verb *v, stc_options *options, int argc,
                    char **argv) {
  if (!take_options(options, &argc, argv)) return no_pack();
  if (argc > 1 && strcmp(argv[1], "--help") == 0) {
    print_verb_help(v);
    return STC_EXIT_OK;
  }
  return v->run(options, argc, argv);
}

static int help_about(const char *name) {
  const verb *v = find_verb(name);
  if (v == NULL) return unknown_verb(name);
  print_verb_help(v);
  return STC_EXIT_OK;
}

int main(int argc, char **argv) {
  static char repl[] = "repl";
  char *only_repl[] = {repl, NULL};
  stc_options options = {.program = argc > 0 ? argv[0] : NULL};
  /* LC_CTYPE only: numbers and the order of strings stay those of Lua. */
  /* NOLINTNEXTLINE(concurrency-mt-unsafe): this program has one thread */
  (void)setlocale(LC_CTYPE, "");
  int i = 1;
  for (bool is_wrong = false; i < argc; i++) {
    if (!take_pack(&options, argc, argv, &i, &is_wrong)) break;
    if (is_wrong) return no_pack();
  }
  if (i >= argc) return stc_repl(&options, 1, only_repl);
  const char *word = argv[i];
  if (strcmp(word, "--version") == 0) {
    stc_print(stdout, "strata %s\n", STRATA_VERSION_TEXT);
    return STC_EXIT_OK;
  }
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
      strcmp(word, "help") == 0) {
    if (i + 1 < argc) return help_about(argv[i + 1]);
    print_help();
    return STC_EXIT_OK;
  }
  if (word[0] == '-') return usage_error("no option", word);
  const verb *v = find_verb(word);
  return v != NULL ? run_verb(v, &options, argc - i, argv + i)
                   : unknown_verb(word);
}
