/*
 * verb_table.c - the verbs of the program and their help: one row each.
 *
 * Rows are added, never changed: scripts and build files call this program.
 */
#include "cli/repl/verb_table.h"

#include "bench/verb/verb_bench.h"
#include "cli/common/safe_text.h"
#include "cli/repl/repl.h"
#include "cli/verbs/verbs.h"

#include <stdio.h>
#include <strata.h>
#include <string.h>

static const stc_verb_row verb_rows[] = {
    {"repl", stc_verb_repl, "repl [OPTION...] [FILE.lua...]",
     "explore a world, line by line (default)",
     "Reads statements and expressions and prints what they give. From a pipe\n"
     "it prints no prompt, and its exit status is 1 if a statement failed.\n"
     "With a pack of cards there is a game: game:put(\"Humility\") makes a "
     "card,\n"
     "game:step { destroy = \"Humility\" } does what a scenario's step does.\n"
     ":scenario FILE writes it as a test, :record FILE what was done, for\n"
     "strata replay; :save FILE its state. :open FILE goes on from a save, or "
     "from\n"
     "the end of a scenario.\n"
     ":reload reads the packs anew under it; with --watch that happens before "
     "a\n"
     "line, when their files have changed. With --json each answer is an "
     "object\n"
     "on a line of its own: values, print, text or error.\n"
     "Scripts that are named are run first, as by :load; what they made is\n"
     "there then. Each -e LINE is a line in place of those that are read.\n"
     "\n"
     "Examples:\n"
     "  strata repl\n"
     "  strata repl cards/tour/humility.lua\n"
     "  strata repl -e 'bear.base.power = 4' -e ':why bear.power'\n"
     "  echo ':why bear.power' | strata repl --pack tour\n"
     "  strata --pack classic repl --watch\n",
     STC_RUNS_SCRIPT},
    {"run", stc_verb_run, "run [--limited] FILE.lua [ARG...]", "run a script",
     "Runs a script in the sandbox; `-` reads it from standard input. The\n"
     "script finds its arguments in `...`. Ctrl-C stops it with status 130.\n"
     "With --limited it may take no more than a stranger's: 3 million steps,\n"
     "33 million small works of the engine, 16 MiB, 256 KiB in one piece, 64\n"
     "KiB of output; each of its worlds may hold 65,536 entities, notes and\n"
     "rows of the log, and 16,384 effects, watchers and hooks.\n"
     "\n"
     "Examples:\n"
     "  strata run cards/tour/play.lua\n"
     "  strata run - < cards/tour/humility.lua\n",
     STC_RUNS_SCRIPT},
    {"test", stc_verb_test, "test PATH... [--filter TEXT]",
     "run the tests of packs",
     "PATH is a pack's folder, whose tests/*.lua are run, or one file. A file\n"
     "returns scenarios, or is a script, which fails by an error. With\n"
     "--filter only tests with this text in their name or path are run. With\n"
     "--mutate each line that a scenario expects is also tried with one thing\n"
     "in it changed, and fails if it holds nevertheless. With --replay each\n"
     "scenario is recorded, and must be the same game once more. With --pack\n"
     "other packs are in the game too; without a PATH it is their tests that "
     "are\n"
     "run. What is printed is TAP, or with --format junit or json JUnit's XML "
     "or a\n"
     "line of JSON for each test; with --output FILE it goes there. Of a "
     "whole\n"
     "pack each card is also put into a small world, in each zone of both\n"
     "players, and nothing may fail; not so with --no-smoke. --coverage tells "
     "which\n"
     "cards were in no scenario, and which abilities never did anything. With "
     "--watch\n"
     "they are run again whenever a file of the packs changes, until Ctrl-C.\n"
     "\n"
     "--explore N plays N random games of a pack's cards in place of its "
     "tests;\n"
     "--seed S (1) says which. After each step no function may have failed, "
     "the\n"
     "properties of tests/properties.lua must hold, and what is taken back, "
     "copied,\n"
     "saved and worked out anew must be the same. What fails is made short, "
     "and\n"
     "written as a scenario into the pack's tests, or with --found to a FILE.\n"
     "\n"
     "Examples:\n"
     "  strata test cards/tour\n"
     "  strata test cards/craft_tax --shuffle 7\n"
     "  strata test cards/classic --filter Humility\n"
     "  strata test cards/craft --explore 100 --seed 7\n"
     "  strata test cards/arena --format junit --output arena.xml\n",
     STC_RUNS_GAMES},
    {"new", stc_verb_new, "new pack NAME | game NAME | card PACK:NAME",
     "begin a pack, a game, or a card",
     "new pack makes a folder NAME with a manifest, for cards of the rules of\n"
     "--pack, or of classic. new game makes a pack with rules of its own: a\n"
     "small game from its start to its end, to change. new card makes a card "
     "of the pack in the folder\n"
     "PACK, as most cards of its game are, and a scenario that says what is\n"
     "true of it. What is made passes check and test at once; what is there\n"
     "is never written over.\n"
     "\n"
     "Examples:\n"
     "  strata new pack mine && strata new card mine:hill_captain\n"
     "  strata new pack raid --pack skirmish\n"
     "  strata new game nim && strata test nim\n",
     STC_RUNS_FILES},
    {"check", stc_verb_check, "check PATH... [--json] [--werror]",
     "check packs without playing them",
     "Checks a pack's manifest, the packs that it needs, the syntax of each "
     "of\n"
     "its scripts, what its cards and tests say, and what functions name and\n"
     "keep; names what is wrong as file:line, with what to do about it.\n"
     "If nothing is, it warns of what can never do anything, of cards that no\n"
     "test names, and of cards without a text among others; `allow` of the\n"
     "manifest says where that is right.\n"
     "Several packs with --pack are checked as one game, loaded in some of "
     "the\n"
     "orders that their manifests allow, and each with no more than what it\n"
     "declares.\n"
     "  --json    one document of JSON: a list of objects with file, line,\n"
     "            column, severity, code, message, card, scenario, remedy\n"
     "  --werror  warnings count as errors\n"
     "The exit status is 0 if there are no errors, 1 if there are, 2 for "
     "wrong\n"
     "usage, 3 if a pack or its manifest is wrong.\n"
     "\n"
     "Examples:\n"
     "  strata check cards/tour\n"
     "  strata check --json cards/classic\n"
     "  strata check --pack craft --pack craft_tax\n"
     "  strata check cards/craft cards/craft_tax\n",
     STC_RUNS_GAMES},
    {"packs", stc_verb_packs, "packs PATH... [--order|--why|--lock]",
     "show which packs a game has",
     "Lists the packs of the game that PATHs and --pack make, with what they\n"
     "require; without any, the packs that are installed. With --order in the\n"
     "order in which they are loaded: after what they require, and then by\n"
     "name. With --why it is told why each is there and stands where it does.\n"
     "All that stands against the game is told at once, with status 3.\n"
     "With --lock as a lock: with --lock FILE other verbs refuse packs that "
     "are\n"
     "not in it, or have other versions, files or startup settings.\n"
     "\n"
     "Examples:\n"
     "  strata packs\n"
     "  strata packs cards/craft_tax --why\n"
     "  strata packs cards/craft_tax --lock > game.lock\n"
     "  strata packs --pack craft --pack craft_tax --shuffle 7\n",
     STC_RUNS_NOTHING},
    {"why", stc_verb_why, "why FILE WHAT [--json|--html]",
     "explain a value or an event in a scenario",
     "Plays the first scenario of FILE, or that of --filter TEXT, to its end,\n"
     "and tells how WHAT came about. CARD.attribute is a value: its base "
     "value,\n"
     "and each effect in the order in which it applied. EVENT is the newest\n"
     "event of a kind, or a row of the log by its number: what it was to be,\n"
     "what was decided, and what replaced and prevented it. \"CARD.ability\n"
     "not EVENT\" is why an ability did nothing about one: its place in the\n"
     "card, its name, or the name of its watcher in the log. With --json a\n"
     "value's account is one JSON object; with --html a page for a browser,\n"
     "which needs no other file.\n"
     "\n"
     "Examples:\n"
     "  strata why cards/classic/tests/power.lua \"Grizzly Bears.power\"\n"
     "  strata why cards/classic/tests/types.lua Karakas.subtypes --html > "
     "page.html\n"
     "  strata why cards/classic/tests/abilities.lua move\n"
     "  strata why cards/classic/tests/abilities.lua \"Soul Warden.soul_warden "
     "not move\"\n",
     STC_RUNS_GAMES},
    {"graph", stc_verb_graph, "graph FILE LAYER [--dot]",
     "show the order in a layer",
     "Plays a scenario as why does, and shows which effects apply in a layer,\n"
     "in which order, and which of them wait for others (613.8). With --dot\n"
     "as a graph for Graphviz.\n"
     "\n"
     "Examples:\n"
     "  strata graph cards/classic/tests/types.lua type\n"
     "  strata graph cards/classic/tests/types.lua type --dot\n",
     STC_RUNS_GAMES},
    {"serve", stc_verb_serve, "serve PACK...",
     "play a game by lines of JSON, for other programs",
     "Begins a game of a pack and answers each line of standard input by one "
     "of\n"
     "standard output, both objects of JSON: what may be done, an action, an "
     "answer,\n"
     "a save. What is refused is answered with the reason, and changes "
     "nothing.\n"
     "The page `clients` of the cards describes the lines. The exit status is "
     "0\n"
     "at the end of the input, and 3 if the pack is wrong.\n"
     "\n"
     "Examples:\n"
     "  echo '{\"legal\":true}' | strata serve noughts\n",
     STC_RUNS_GAMES},
    {"replay", stc_verb_replay, "replay FILE [--output FILE]",
     "verify a record of a game, or make one",
     "Plays what was recorded of a game with the packs of --pack, and "
     "compares\n"
     "the world with what it was then after each step: 1 is the exit status "
     "if\n"
     "it is not, and the first step that differs is told; 3 if the packs are\n"
     "others, unless --allow-changed is given. Of a file of scenarios the "
     "first\n"
     "one, or that of --filter TEXT, is recorded and written to --output; to "
     "verify that, --scenarios "
     "names\n"
     "the file, as it may add to the rules.\n"
     "\n"
     "Examples:\n"
     "  strata replay cards/delve/tests/bearing.lua --output game.replay\n"
     "  strata replay game.replay --pack delve --scenarios "
     "cards/delve/tests/bearing.lua\n",
     STC_RUNS_GAMES},
    {"why-def", stc_verb_why_def, "why-def PATH... NAME",
     "tell which pack made what, and who changed it",
     "Loads packs together, and tells of a card, law, keyword, event, "
     "handler,\n"
     "attribute or other rule of a NAME which pack made it and where, and "
     "each\n"
     "change that others have made to it: what it was, what it is, and where\n"
     "that is said. A card is called by its id or its name. --json prints a\n"
     "line for each.\n"
     "\n"
     "Examples:\n"
     "  strata why-def cards/classic Humility\n"
     "  strata why-def --json cards/craft cards/craft_tax craft\n",
     STC_RUNS_FILES},
    {"conflicts", stc_verb_conflicts, "conflicts PATH... [--pairs N]",
     "show what packs disagree about",
     "Loads packs together. What two of them say of one field without naming\n"
     "each other is a conflict; and so is what two of their cards do, if it\n"
     "depends on which was there first: each pair is put into a small world\n"
     "and tried, with a scenario that shows what comes of it. At most N pairs\n"
     "(1000) are tried; what was not is said. 1 is the exit status if there\n"
     "are conflicts.\n"
     "\n"
     "Examples:\n"
     "  strata conflicts cards/craft_tax cards/craft_fame\n"
     "  strata conflicts cards/classic --pairs 100\n",
     STC_RUNS_GAMES},
    {"profile", stc_verb_profile, "profile PATH... [--filter TEXT]",
     "show where the time of scenarios goes",
     "Plays the scenarios that test would run, and tells what evaluation took\n"
     "by layer, by effect and by card: how often it was applied, to how many,\n"
     "how often it was tried whether it waits for another (613.8), the time.\n"
     "--repeat N plays each N times; --json prints a line for each pack, with\n"
     "times in nanoseconds. Scripts are left out.\n"
     "\n"
     "Examples:\n"
     "  strata profile cards/classic\n"
     "  strata profile cards/classic --filter Humility --repeat 100\n",
     STC_RUNS_GAMES},
    {"pack", stc_verb_pack, "pack build|image|list|check|hash PATH",
     "ship a pack in one file",
     "build FOLDER [-o FILE.zip] packs a pack's files; equal files give equal\n"
     "archives. list PATH prints what is in an archive or a folder, check "
     "PATH\n"
     "checks it as check does, and hash PATH prints what saves know it by.\n"
     "image PATH... [-o FILE.image] makes rules of packs, for programs in C: "
     "see\n"
     "strata_rules_from_image.\n"
     "list, hash and build run nothing, image runs the files, check both.\n"
     "Whatever takes a pack's folder takes its archive too.\n"
     "\n"
     "Examples:\n"
     "  strata pack build mine\n"
     "  strata test mine.zip\n",
     STC_RUNS_GAMES},
    {"help", stc_verb_help, "help [NAME|--all|--json]",
     "explain a function, a word, or what a pack has",
     "Tells of a function of scripts, a word of cards, events or scenarios, or "
     "a\n"
     "class what it does, takes, gives, raises and costs, with an example. "
     "With\n"
     "--pack also of what the packs have: events, attributes, keywords, cards\n"
     "and so on. A NAME that nothing has is looked for in all texts. Without "
     "one\n"
     "it lists what there is; --all is all of it as a page of Markdown, --json "
     "as\n"
     "a line of JSON for each name. In the REPL ?NAME says the same.\n"
     "\n"
     "Examples:\n"
     "  strata help whenever\n"
     "  strata --pack classic help damage\n",
     STC_RUNS_FILES},
    {"bench", stc_verb_bench, "bench [NAME...] [--against BINARY]",
     "measure the engine",
     "Runs the workloads with these names, or all of them; --list lists them.\n"
     "Each row is an operation of the engine beside a plain loop that does "
     "the\n"
     "least that a machine must. 1 is the exit status if a result is wrong.\n"
     "--against BINARY runs each row in this program and in another build in\n"
     "turns, --runs N (5) times each, and prints both medians, their ratio "
     "and\n"
     "how far the other's runs are apart: a row is slower if it differs by\n"
     "more than three times that. A figure in bytes is larger only from a\n"
     "thousandth on. The exit status is 1 if a row is slower or larger.\n"
     "--quick measures for a shorter time.\n"
     "--json prints a line of JSON for each row.\n"
     "\n"
     "Examples:\n"
     "  strata bench\n"
     "  strata bench --json > figures.json\n"
     "  strata bench attr_set board --against /usr/bin/strata\n",
     STC_RUNS_OWN},
};

enum { VERB_COUNT = sizeof verb_rows / sizeof verb_rows[0] };

void stc_verbs_print_help(void) {
  stc_print(stdout,
            "Strata %s, a scriptable rules engine\n\n"
            "Usage: strata [OPTION...] [VERB] [ARG...]\n\n",
            STRATA_VERSION_TEXT);
  for (size_t i = 0; i < VERB_COUNT; i++) {
    stc_print(stdout, "  ");
    stc_print_cell(stdout, verb_rows[i].usage, -30);
    stc_print(stdout, " %s\n", verb_rows[i].summary);
  }
  stc_print(
      stdout,
      "\n"
      "strata help VERB tells more of a verb, strata help NAME of a function "
      "or "
      "word:\n"
      "strata help scripts, cards, events and scenarios list them.\n"
      "\n"
      "  --pack NAME|PATH               a pack to load; may be repeated\n"
      "  --set PACK:NAME=VALUE          a setting of a pack; may be repeated\n"
      "  --lock FILE                    refuse packs that are not in a lock\n"
      "  --shuffle SEED                 load packs in another order that fits\n"
      "  --strict                       a handler that fails stops its action\n"
      "  --steps N                      what a file of a pack may take\n"
      "  --memory MIB                   what may be held while one runs\n"
      "  --version                      print the version\n"
      "  --help                         print this, or the help of a verb\n"
      "\n"
      "Exit status: 0 ok, 1 a script or test failed, 2 wrong usage,\n"
      "3 a pack or its manifest is wrong, 130 interrupted by Ctrl-C.\n");
}

#define RUNS_FILES                                                             \
  "\nThe files of packs are run to load them, each within 100 million steps\n" \
  "(--steps N), all of one load within ten times as many, and 1 GiB\n"         \
  "(--memory MIB)"
#define RUNS_GAMES                                                             \
  RUNS_FILES "; functions of their cards within a million steps a call.\n"

/* What others have written and a verb runs. */
static const char *const runs_texts[] = {
    [STC_RUNS_NOTHING] =
        "\nNothing that a pack says is run: its manifest is read as data.\n",
    [STC_RUNS_FILES] = RUNS_FILES ".\n",
    [STC_RUNS_GAMES] = RUNS_GAMES,
    [STC_RUNS_SCRIPT] =
        RUNS_GAMES "Your own script has no limits unless it is given some.\n",
    [STC_RUNS_OWN] = "\nPacks of the library are run, and no others.\n"};

void stc_verb_print_help(const stc_verb_row *v) {
  stc_print(stdout, "Usage: strata %s\n\n%s%s", v->usage, v->help,
            runs_texts[v->runs]);
}

const stc_verb_row *stc_verb_find(const char *name) {
  for (size_t i = 0; i < VERB_COUNT; i++) {
    if (strcmp(verb_rows[i].name, name) == 0) return &verb_rows[i];
  }
  return NULL;
}

const stc_verb_row *stc_verb_nearest(const char *name) {
  const stc_verb_row *best = &verb_rows[0];
  for (size_t i = 1; i < VERB_COUNT; i++) {
    if (stc_edit_distance(name, verb_rows[i].name) <
        stc_edit_distance(name, best->name)) {
      best = &verb_rows[i];
    }
  }
  return stc_is_near_word(name, best->name) ? best : NULL;
}
