/* Rows of who was shown an object. */
#include "state_stage.h"
#include "world/objects/knowledge.h"
#include "world/save/validate_world.h"

TestSuite(knowledge, .timeout = 60);

/* Entity 1 has been shown 2; 3 is gone; all have been shown 1. */
static void sample(state *s) {
  state_open(s, true);
  strata_entity player = state_spawn(s);
  (void)state_spawn(s);
  OK(st_entity_despawn(&s->store, st_slot_of(state_spawn(s))));
  OK(st_knowledge_add(&s->store, 2, player));
  OK(st_knowledge_add(&s->store, 1, ST_ALL_PLAYERS));
  OK(st_validate_world(&s->store));
}

Test(knowledge, a_row_for_all_stands_alone) {
  state s;
  state_open(&s, true);
  strata_entity one = state_spawn(&s);
  strata_entity other = state_spawn(&s);
  uint32_t card = st_slot_of(state_spawn(&s));
  cr_expect(not(st_knowledge_has(&s.store, card, one)));
  OK(st_knowledge_add(&s.store, card, one));
  cr_expect(st_knowledge_has(&s.store, card, one));
  cr_expect(not(st_knowledge_has(&s.store, card, other)));
  cr_expect(not(st_knowledge_has(&s.store, card, ST_ALL_PLAYERS)));
  uint64_t known = s.store.hash;
  OK(st_knowledge_add(&s.store, card, one));
  cr_expect(eq(u64, s.store.hash, known), "no second row");
  OK(st_knowledge_add(&s.store, card, ST_ALL_PLAYERS));
  cr_expect(st_knowledge_has(&s.store, card, other));
  uint32_t row = st_notes_first(&s.store, st_knowledge_of_entity(card));
  cr_expect(eq(u32, st_notes_next(&s.store, row), 0), "it is the only row");
  OK(st_validate_world(&s.store));
  OK(st_knowledge_forget(&s.store, card));
  cr_expect(not(st_knowledge_has(&s.store, card, one)));
  cr_expect(eq(u32, st_get32(&s.store, ST_COLUMN_ENTITY_KNOWN_BY, card), 0));
  cr_expect(ne(u64, s.store.hash, known));
  state_close(&s);
}

Test(knowledge, what_ceases_to_exist_is_known_to_nobody) {
  state s;
  sample(&s);
  OK(st_entity_despawn(&s.store, st_entity_handle(&s.store, 2)));
  cr_expect(eq(u32, st_get32(&s.store, ST_COLUMN_ENTITY_KNOWN_BY, 2), 0));
  OK(st_validate_world(&s.store));
  state_close(&s);
}

/* Row 1 is a player's, row 2 that of all. */
static const struct {
  const char *name;
  uint32_t column, row;
  uint64_t value;
} damages[] = {
    {"another key", ST_COLUMN_NOTE_KEY, 1, 2},
    {"a symbol for a player", ST_COLUMN_NOTE_SYMBOL, 2, 1},
    {"rows of a free slot", ST_COLUMN_ENTITY_KNOWN_BY, 3, 1},
    {"rows of two", ST_COLUMN_ENTITY_KNOWN_BY, 1, 1},
    {"rows lost", ST_COLUMN_ENTITY_KNOWN_BY, 2, 0},
};

Test(knowledge, each_planted_damage_is_refused) {
  state s;
  sample(&s);
  for (size_t i = 0; i < ST_COUNT_OF(damages); i++) {
    st_savepoint start = st_store_begin(&s.store);
    OK(st_put_any(&s.store, damages[i].column, damages[i].row,
                  damages[i].value));
    cr_expect(eq(int, st_validate_world(&s.store), STRATA_ECORRUPT), "%s",
              damages[i].name);
    st_store_undo(&s.store, start);
  }
  st_savepoint start = st_store_begin(&s.store);
  OK(st_put_any(&s.store, ST_COLUMN_NOTE_NEXT, 2, 1));
  OK(st_put_any(&s.store, ST_COLUMN_ENTITY_KNOWN_BY, 2, 0));
  cr_expect(eq(int, st_validate_world(&s.store), STRATA_ECORRUPT),
            "a player beside all");
  st_store_undo(&s.store, start);
  start = st_store_begin(&s.store);
  OK(st_put_any(&s.store, ST_COLUMN_NOTE_NUMBER, 1, UINT64_C(7) << 40));
  cr_expect(eq(int, st_validate_world(&s.store), STRATA_ECORRUPT),
            "a player who never was");
  st_store_undo(&s.store, start);
  start = st_store_begin(&s.store);
  OK(st_knowledge_add(&s.store, 2, st_entity_handle(&s.store, 2)));
  OK(st_validate_world(&s.store));
  OK(st_put_any(&s.store, ST_COLUMN_NOTE_NUMBER, 3,
                st_entity_handle(&s.store, 1)));
  cr_expect(eq(int, st_validate_world(&s.store), STRATA_ECORRUPT),
            "a player twice");
  st_store_undo(&s.store, start);
  OK(st_validate_world(&s.store));
  state_close(&s);
}
