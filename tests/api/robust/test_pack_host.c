/* Games of packs, as a host plays them that knows no Lua. */
#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <strata/pack_files.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(pack_host, .timeout = 60);

/* Files of packs are made by the test, so that it needs no folder of the
 * checkout. Two seats; in turn they pay or not, and are asked how much. */
typedef struct file {
  const char *path, *text;
} file;

static const file files[] = {
    {"pay/pack.lua",
     "return { name = 'pay', version = '1.0.0', description = 'd', license = "
     "'MIT', api = 1, rules = 'rules.lua', events = 'events.lua', laws = "
     "'laws.lua', settings = { gold = { 'int', default = 10, startup = true } "
     "} }"},
    {"pay/rules.lua",
     "return ruleset { layers = { 'all' }, attributes = { name = 'sym', seat = "
     "{ 'int', unlayered = true }, gold = { 'int', unlayered = true }, owner = "
     "{ 'ref', unlayered = true }, controller = { 'ref', unlayered = true } },"
     "roles = { name = 'name', owner = 'owner', controller = 'controller' },"
     "zones = { table = { shared = true } }, home = 'table',"
     "nouns = { player = { where = 'seat > 0' } }, seats = { 'A', 'B' } }"},
    {"pay/events.lua",
     "return events { as_of = '0.4',\n"
     "event { 'begin', fields = { who = 'ref' }, affected = 'who', does = { "
     "base { event.who, gold = settings.gold } } },\n"
     "event { 'pay', fields = { who = 'ref', amount = 'int' }, affected = "
     "'who', does = { base { event.who, gold = sub(event.amount) } } },\n"
     "play { starts = 'begin' } }"},
    {"pay/laws.lua",
     "return laws { action { 'pay', by = each.player & it.gold:more_than(0), "
     "act = {\n choose { 'number', as = 'much', least = 1, most = 5 },\n"
     "handler { function(ctx)\n"
     "  while ctx.much == 5 do end\n"
     "  ctx:emit('pay', { who = ctx.you, amount = ctx.much })\n"
     "end, much = named.much } } } }"},
};

static char *work; /* of one test: Criterion runs each in a process */

static void write_file(const file *to) {
  FILE *out = fopen(to->path, "wb");
  cr_assert(ne(ptr, out, NULL));
  (void)fputs(to->text, out);
  cr_assert(eq(int, fclose(out), 0));
}

static void write_files(void) {
  static char folder[] = "strata-host-XXXXXX";
  work = mkdtemp(folder);
  cr_assert(ne(ptr, work, NULL));
  cr_assert(eq(int, chdir(work), 0));
  cr_assert(eq(int, mkdir("pay", 0700), 0));
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    write_file(&files[i]);
  }
}

static void remove_files(void) {
  char command[64];
  cr_assert(eq(int, chdir(".."), 0));
  (void)snprintf(command, sizeof command, "rm -r '%s'", work);
  cr_assert(eq(int, system(command), 0));
}

static strata_pack *load(const strata_pack_desc *desc) {
  strata_pack *pack = NULL;
  strata_error error = {0};
  strata_status status = strata_pack_load(desc, &pack, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  return pack;
}

static strata_world *begin(strata_pack *pack) {
  strata_world *game = NULL;
  strata_error error = {0};
  strata_status status = strata_pack_begin(pack, 1, &game, &error);
  cr_assert(eq(int, status, STRATA_OK), "%s", error.text);
  return game;
}

static strata_entity seat_of(strata_pack *pack, strata_world *game, size_t n) {
  strata_entity player = 0;
  cr_assert(eq(int, strata_pack_seat(pack, game, n, &player), STRATA_OK));
  return player;
}

static int64_t gold_of(strata_pack *pack, strata_world *game, size_t seat) {
  int64_t gold = -1;
  strata_attr attr = kit_attr(strata_pack_rules(pack), "gold");
  cr_assert(eq(int,
               strata_get_int(game, seat_of(pack, game, seat), attr, &gold),
               STRATA_OK));
  return gold;
}

/* The first player begins to pay, and is asked how much. */
static void begin_paying(strata_pack *pack, strata_world *game) {
  const strata_legal_action *list = NULL;
  size_t count = 0;
  strata_entity first = seat_of(pack, game, 0);
  cr_assert(
      eq(int, strata_legal_actions(game, first, &list, &count), STRATA_OK));
  cr_assert(eq(sz, count, 1));
  const strata_act_desc pay = {.watcher_def = list[0].action, .you = first};
  strata_outcome outcome = STRATA_DONE;
  cr_assert(eq(int, strata_act(game, &pay, &outcome), STRATA_OK));
  cr_assert(eq(int, outcome, STRATA_DECIDE));
}

static strata_status pay(strata_world *game, int64_t amount) {
  return strata_answer(
      game, &(strata_answer_desc){.amounts = &amount, .count = 1}, NULL);
}

Test(pack_host, finding_EM20_a_game_is_played_by_its_list, .init = write_files,
     .fini = remove_files) {
  strata_pack *pack = load(&(strata_pack_desc){.path = "pay"});
  strata_world *game = begin(pack);
  strata_entity nobody = 0;

  cr_expect(eq(sz, strata_pack_seat_count(pack), 2));
  cr_expect(eq(i64, gold_of(pack, game, 0), 10)); /* it has begun */
  cr_expect(eq(i64, gold_of(pack, game, 1), 0));
  cr_expect(eq(int, strata_pack_seat(pack, game, 2, &nobody), STRATA_ENOENT));
  begin_paying(pack, game);
  cr_expect(eq(int, pay(game, 3), STRATA_OK));
  cr_expect(eq(i64, gold_of(pack, game, 0), 7));

  strata_pack_end(pack, game);
  strata_pack_free(pack);
}

Test(pack_host, finding_EM24_a_handler_that_fails_is_told, .init = write_files,
     .fini = remove_files) {
  strata_pack *pack = load(&(strata_pack_desc){.path = "pay"});
  strata_world *game = begin(pack);
  begin_paying(pack, game);
  const uint64_t before = strata_hash(game);

  cr_expect(eq(int, pay(game, 5), STRATA_ESCRIPT)); /* it needs all its steps */
  const char *why = strata_world_error(game);
  cr_expect(ne(ptr, (void *)strstr(why, "pay/laws.lua:4"), NULL), "%s", why);
  cr_expect(eq(u64, strata_hash(game), before));
  cr_expect(eq(int, pay(game, 4), STRATA_OK));
  cr_expect(eq(i64, gold_of(pack, game, 0), 6));

  strata_pack_end(pack, game);
  strata_pack_free(pack);
}

Test(pack_host, a_question_is_saved_and_answered_elsewhere, .init = write_files,
     .fini = remove_files) {
  char bytes[20000];
  size_t size = 0, asked = 0;
  strata_pack *pack = load(&(strata_pack_desc){.path = "pay"});
  strata_world *game = begin(pack), *again = NULL;
  begin_paying(pack, game);
  const uint64_t hash = strata_hash(game);
  cr_assert(eq(int, strata_pack_save(pack, game, NULL, 0, &asked), STRATA_OK));
  cr_expect(eq(int, strata_pack_save(pack, game, bytes, asked - 1, &size),
               STRATA_ERANGE));
  cr_expect(eq(sz, size, asked));
  cr_assert(eq(int, strata_pack_save(pack, game, bytes, sizeof bytes, &size),
               STRATA_OK));
  strata_pack_end(pack, game);
  strata_pack_free(pack);

  strata_error error = {0};
  pack = load(&(strata_pack_desc){.path = "pay"});
  cr_assert(eq(int,
               strata_pack_resume(pack, bytes, size, false, &again, &error),
               STRATA_OK),
            "%s", error.text);
  cr_expect(eq(u64, strata_hash(again), hash));
  cr_expect(eq(int, pay(again, 2), STRATA_OK));
  cr_expect(eq(i64, gold_of(pack, again, 0), 8));
  strata_pack_end(pack, again);

  bytes[size - 1] ^= 1;
  again = NULL;
  cr_expect(eq(int,
               strata_pack_resume(pack, bytes, size, false, &again, &error),
               STRATA_ESCRIPT));
  cr_expect(eq(ptr, again, NULL));
  strata_pack_free(pack);
}

Test(pack_host, a_game_is_kept_in_a_file, .init = write_files,
     .fini = remove_files) {
  strata_error error = {0};
  strata_pack *pack = load(&(strata_pack_desc){.path = "pay"});
  strata_world *game = begin(pack), *again = NULL;
  begin_paying(pack, game);
  const uint64_t hash = strata_hash(game);

  cr_assert(eq(int, strata_pack_save_file(pack, game, "pay/game.save", &error),
               STRATA_OK),
            "%s", error.text);
  cr_assert(eq(int, strata_pack_save_file(pack, game, "pay/game.save", &error),
               STRATA_OK),
            "%s", error.text);
  cr_assert(
      eq(int,
         strata_pack_resume_file(pack, "pay/game.save", false, &again, &error),
         STRATA_OK),
      "%s", error.text);
  cr_expect(eq(u64, strata_hash(again), hash));
  strata_pack_end(pack, again);
  again = NULL;
  cr_expect(
      eq(int,
         strata_pack_resume_file(pack, "pay/none.save", false, &again, &error),
         STRATA_EREFUSED));
  cr_expect(ne(ptr, strstr(error.text, "pay/none.save"), NULL), "%s",
            error.text);
  cr_expect(eq(int,
               strata_pack_save_file(pack, game, "no/such/game.save", &error),
               STRATA_EREFUSED));
  cr_expect(ne(ptr, strstr(error.text, "no/such"), NULL), "%s", error.text);
  cr_expect(
      eq(int, strata_pack_save_file(pack, game, NULL, &error), STRATA_EINVAL));
  cr_expect(eq(ptr, again, NULL));

  (void)remove("pay/game.save");
  strata_pack_end(pack, game);
  strata_pack_free(pack);
}

Test(pack_host, a_save_of_other_packs_is_refused_unless_it_is_allowed,
     .init = write_files, .fini = remove_files) {
  char bytes[20000];
  size_t size = 0;
  strata_error error = {0};
  strata_pack *pack = load(&(strata_pack_desc){.path = "pay"});
  strata_world *game = begin(pack), *again = NULL;
  cr_assert(eq(int, strata_pack_save(pack, game, bytes, sizeof bytes, &size),
               STRATA_OK));
  strata_pack_end(pack, game);
  strata_pack_free(pack);

  const char *const rich[] = {"pay:gold=50"};
  pack = load(
      &(strata_pack_desc){.path = "pay", .settings = rich, .setting_count = 1});
  cr_expect(eq(int,
               strata_pack_resume(pack, bytes, size, false, &again, &error),
               STRATA_ESCRIPT));
  cr_expect(ne(ptr, strstr(error.text, "gold"), NULL), "%s", error.text);
  cr_expect(eq(int, strata_pack_resume(pack, bytes, size, true, &again, &error),
               STRATA_OK));
  cr_expect(eq(i64, gold_of(pack, again, 0), 10));
  game = begin(pack);
  cr_expect(eq(i64, gold_of(pack, game, 0), 50));
  strata_pack_end(pack, game);
  strata_pack_end(pack, again);
  strata_pack_free(pack);
}

/* Games of one pack, one of which waits, and games of two packs. */
Test(pack_host, several_games_are_apart, .init = write_files,
     .fini = remove_files) {
  strata_pack *pack = load(&(strata_pack_desc){.path = "pay"});
  const char *const names[] = {"Ada", "Ben", "Cem"};
  strata_pack *other =
      load(&(strata_pack_desc){.path = "pay", .seats = names, .seat_count = 3});
  strata_world *waits = begin(pack);
  begin_paying(pack, waits);
  strata_world *second = begin(pack), *third = begin(other), *fork = NULL;
  begin_paying(pack, second);
  cr_assert(eq(int, strata_fork(second, NULL, &fork), STRATA_OK));

  cr_expect(eq(int, pay(second, 4), STRATA_OK));
  strata_pack_end(pack, second);
  cr_expect(eq(int, pay(fork, 3), STRATA_OK)); /* its handlers still run */
  cr_expect(eq(i64, gold_of(pack, fork, 0), 7));
  cr_expect(eq(int, pay(waits, 1), STRATA_OK));
  cr_expect(eq(i64, gold_of(pack, waits, 0), 9));
  cr_expect(eq(i64, gold_of(other, third, 0), 10));
  cr_expect(ne(u64, seat_of(other, third, 2), 0));
  cr_expect(eq(int, strata_pack_save(other, waits, NULL, 0, &(size_t){0}),
               STRATA_EINVAL)); /* of the other pack */

  strata_world_free(fork);
  strata_pack_end(pack, waits);
  strata_pack_end(other, third);
  strata_pack_free(other);
  strata_pack_free(pack);
}

/* The same pack as a folder, as an archive, and as an archive in memory: the
 * game is the same, and a save of one goes on in the other. */
Test(pack_host, a_pack_in_memory_is_the_same_pack, .init = write_files,
     .fini = remove_files) {
  stl_tree tree = {0};
  stl_message message;
  unsigned char *zip = NULL;
  size_t zip_size = 0, size = 0;
  char bytes[20000];
  stl_files *from = stl_files_new();
  cr_assert(stl_files_content(from, "pay", &tree, &message));
  if (!stl_archive_write(&tree, "pay.zip", &zip, &zip_size, &message)) {
    cr_skip_test("built without archives");
  }
  stl_tree_free(&tree);
  stl_files_free(from);
  strata_pack *folder = load(&(strata_pack_desc){.path = "pay"});
  strata_pack *memory =
      load(&(strata_pack_desc){.bytes = zip, .size = zip_size});
  free(zip); /* it was copied */
  strata_world *game = begin(folder), *again = NULL;
  begin_paying(folder, game);
  cr_assert(eq(int, strata_pack_save(folder, game, bytes, sizeof bytes, &size),
               STRATA_OK));

  strata_error error = {0};
  cr_assert(eq(int,
               strata_pack_resume(memory, bytes, size, false, &again, &error),
               STRATA_OK),
            "%s", error.text);
  cr_expect(eq(u64, strata_hash(again), strata_hash(game)));
  cr_expect(eq(int, pay(again, 2), STRATA_OK));
  cr_expect(eq(i64, gold_of(memory, again, 0), 8));

  strata_pack_end(memory, again);
  strata_pack_end(folder, game);
  strata_pack_free(memory);
  strata_pack_free(folder);
}

typedef struct wrong_case {
  const char *name, *path, *text, *told;
} wrong_case;

static void keep_message(void *user, const char *message) {
  char *told = user;
  (void)snprintf(told, 1024, "%s", message);
}

Test(pack_host, what_is_wrong_is_told_with_its_place, .init = write_files,
     .fini = remove_files) {
  static const wrong_case cases[] = {
      {"a word", "pay/laws.lua", "return laws {\n  actoin { 'pay' } }",
       "pay/laws.lua:2"},
      {"no beginning", "pay/events.lua",
       "return events { as_of = '0.4', event { 'pay', fields = { who = 'ref', "
       "amount = 'int' }, affected = 'who', does = {} },"
       "play { starts = 'begin' } }",
       "no event 'begin'"},
      {"no end", "pay/rules.lua", "while true do end", "instruction budget"},
      {"a long word", "pay/laws.lua",
       "return laws { a_word_that_is_so_long_that_a_message_about_it_would_not_"
       "fit_into_the_place_that_a_text_of_an_error_has_for_it_which_is_as_much_"
       "as_a_few_lines_of_a_terminal_and_which_names_the_file_first_and_last_"
       "what_may_be_done_about_it_as_a_rule { 'pay' } }",
       "pay/laws.lua:1"},
  };
  char told[1024];
  const strata_pack_desc desc = {.path = "pay",
                                 .vm = {.run = {.steps = 1000000},
                                        .failed = keep_message,
                                        .failed_user = told}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const wrong_case *c = &cases[i];
    strata_pack *pack = NULL;
    strata_error error = {0};
    write_file(&(file){c->path, c->text});
    told[0] = '\0';

    strata_status status = strata_pack_load(&desc, &pack, &error);

    cr_expect(eq(int, status, STRATA_ESCRIPT), "%s", c->name);
    cr_expect(eq(int, error.status, STRATA_ESCRIPT), "%s", c->name);
    cr_expect(eq(ptr, pack, NULL), "%s", c->name);
    cr_expect(ne(ptr, strstr(error.text, c->told), NULL), "%s: %s", c->name,
              error.text);
    cr_expect(ne(ptr, strstr(told, c->told), NULL), "%s: %s", c->name, told);
    cr_expect(eq(ptr, strstr(error.text, "`strata help` lists all"), NULL),
              "%s: %s", c->name, error.text);
    for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
      write_file(&files[f]);
    }
  }
  cr_expect(ne(ptr, strstr(told, "`strata help` lists all words"), NULL), "%s",
            told); /* the end of a message that is cut otherwise */
  strata_pack_free(load(&desc)); /* as it was */
}

Test(pack_host, arguments_that_are_missing_are_refused) {
  strata_pack *pack = NULL;
  strata_error error = {0};
  const strata_pack_desc nothing = {0};
  const strata_pack_desc bare = {.path = "mine", .bytes = "PK", .size = 2};
  cr_expect(eq(int, strata_pack_load(NULL, &pack, &error), STRATA_EINVAL));
  cr_expect(eq(int, strata_pack_load(&nothing, &pack, &error), STRATA_EINVAL));
  cr_expect(eq(int, strata_pack_load(&bare, &pack, &error), STRATA_ESCRIPT));
  cr_expect(ne(ptr, strstr(error.text, ".zip"), NULL), "%s", error.text);
  cr_expect(eq(int, strata_pack_load_for(500, &nothing, &pack, &error),
               STRATA_EINVAL));
  cr_expect(ne(ptr, strstr(error.text, "0.5.0"), NULL), "%s", error.text);
  cr_expect(eq(ptr, pack, NULL));
  strata_pack_free(NULL);
}

/* From some allocation on, all of them fail: in loading, or in beginning. */
Test(pack_host, no_memory_is_a_status, .init = write_files,
     .fini = remove_files, .timeout = 300) {
  kit_mem mem = {0};
  const strata_pack_desc desc = {
      .path = "pay", .vm = {.alloc = kit_alloc, .alloc_user = &mem}};
  strata_status status = STRATA_ENOMEM;
  for (size_t step = 1; status != STRATA_OK; step += 1 + step / 4) {
    strata_pack *pack = NULL;
    strata_world *game = NULL;
    mem.fail_from = mem.calls + step;
    status = strata_pack_load(&desc, &pack, NULL);
    if (status == STRATA_OK) status = strata_pack_begin(pack, 1, &game, NULL);
    mem.fail_from = 0;
    cr_assert(lt(sz, step, (size_t)1 << 24), "%d for no want of memory",
              status);
    cr_assert(eq(int, status != STRATA_OK, game == NULL));
    if (game != NULL) strata_pack_end(pack, game);
    strata_pack_free(pack);
    cr_assert(eq(sz, mem.live_bytes, 0));
  }
}
