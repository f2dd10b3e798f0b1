/* Keys: texts that call entities, in each copy of a state. */
#include "game.h"

#include <stdio.h>
#include <string.h>

TestSuite(entity_key, .timeout = 30);

static const char *key_of(strata_world *world, strata_entity entity) {
  static char key[64];
  size_t size = 0;
  cr_assert(eq(int, strata_entity_key(world, entity, key, sizeof key, &size),
               STRATA_OK));
  cr_expect(eq(sz, size, strlen(key) + 1));
  return key;
}

static strata_entity called(strata_world *world, const char *key) {
  strata_entity found = 0;
  strata_status status = strata_entity_find(world, key, &found);
  cr_expect(eq(int, status, found ? STRATA_OK : STRATA_ENOENT), "%s", key);
  return found;
}

Test(entity_key, keys_call_entities_by_their_definitions) {
  game g = {0};
  game_open_objects(&g);
  const char *name = strata_rules_name(g.rules, STRATA_NAME_DEFINITION, 1);
  char second[80];
  strata_entity one = game_spawn_as(&g, name);
  strata_entity two = game_spawn_as(&g, name);
  strata_entity other =
      game_spawn_as(&g, strata_rules_name(g.rules, STRATA_NAME_DEFINITION, 2));
  (void)snprintf(second, sizeof second, "%s#2", name);

  cr_expect(eq(str, TEXT(key_of(g.world, one)), TEXT(name)));
  cr_expect(eq(str, TEXT(key_of(g.world, two)), second));
  cr_expect(eq(str, TEXT(key_of(g.world, g.card[0])), TEXT("#1:1")));
  cr_expect(eq(u64, called(g.world, name), one));
  cr_expect(eq(u64, called(g.world, second), two));
  cr_expect(eq(u64, called(g.world, "#1:1"), g.card[0]));
  char longer[100];
  (void)snprintf(longer, sizeof longer, "%sx", second);
  cr_expect(eq(u64, called(g.world, longer), 0));
  cr_expect(eq(u64, called(g.world, key_of(g.world, other)), other));

  OK(strata_despawn(g.world, one)); /* now it is the first one */
  cr_expect(eq(str, TEXT(key_of(g.world, two)), TEXT(name)));
  cr_expect(eq(u64, called(g.world, second), 0));
  game_close(&g);
}

Test(entity_key, what_is_no_key_is_refused) {
  static const char *const none[] = {
      "",     "#",    "#1",     "#1:", "#1:1x",
      "#1:9", "#0:0", "nobody", "x#2", "#99999999999:1"};
  game g = {0};
  size_t size = 0;
  char small[3];
  strata_entity found = 0;
  game_open_objects(&g);
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
    cr_expect(eq(u64, called(g.world, none[i]), 0), "%s", none[i]);
  }
  cr_expect(
      eq(int, strata_entity_key(g.world, 0, NULL, 0, &size), STRATA_ESTALE));
  cr_expect(eq(int, strata_entity_key(g.world, g.card[0], NULL, 1, &size),
               STRATA_EINVAL));
  cr_expect(eq(int, strata_entity_key(g.world, g.card[0], NULL, 0, NULL),
               STRATA_EINVAL));
  cr_expect(eq(int, strata_entity_key(g.world, g.card[0], NULL, 0, &size),
               STRATA_OK));
  cr_expect(eq(sz, size, 5));
  size = 0;
  cr_expect(
      eq(int, strata_entity_key(g.world, g.card[0], small, sizeof small, &size),
         STRATA_ERANGE));
  cr_expect(eq(sz, size, 5));
  cr_expect(eq(int, strata_entity_find(g.world, NULL, &found), STRATA_EINVAL));
  game_close(&g);
}
