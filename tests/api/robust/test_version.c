/* Versions of the headers, and the layout of their structs. */
#include "game.h"
#include "kit.h"

#include <string.h>

TestSuite(version, .timeout = 30);

typedef struct version_case {
  const char *name;
  uint32_t version;
  bool known;
  const char *words; /* of the version, as a message has it */
} version_case;

static const version_case cases[] = {
    {"0.3", 300, false, "0.3.0"},
    {"0.3.9", 309, false, "0.3.9"},
    {"0.4.0", 400, true, ""},
    {"its own", STRATA_VERSION, true, ""},
    {"another patch level", STRATA_VERSION + 1, true, ""},
    {"0.5", 500, false, "0.5.0"},
    {"1.0", 10000, false, "1.0.0"},
    {"none", 0, false, "0.0.0"},
};

Test(version, headers_of_another_version_are_refused) {
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const version_case *c = &cases[i];
    strata_status want = c->known ? STRATA_OK : STRATA_EINVAL;
    strata_builder *builder = NULL;
    strata_error error = {0};

    strata_status got =
        strata_builder_new_for(c->version, NULL, NULL, &builder, &error);

    cr_expect(eq(int, got, want), "%s", c->name);
    cr_expect(eq(int, strata_check_version(c->version, NULL), want), "%s",
              c->name);
    cr_expect(eq(int, builder != NULL, c->known), "%s", c->name);
    if (!c->known) {
      cr_expect(ne(ptr, strstr(error.text, c->words), NULL), "%s: %s", c->name,
                error.text);
      cr_expect(ne(ptr, strstr(error.text, STRATA_VERSION_TEXT), NULL), "%s",
                error.text);
    }
    strata_builder_free(builder);
  }
}

Test(version, images_are_opened_for_a_known_version_only) {
  strata_image_desc image = {.bytes = "image", .size = 5};
  strata_rules *rules = NULL;
  strata_error error = {0};

  strata_status got = strata_rules_from_image_for(500, &image, &rules, &error);

  cr_expect(eq(int, got, STRATA_EINVAL));
  cr_expect(ne(ptr, strstr(error.text, "0.5.0"), NULL), "%s", error.text);
  got = strata_rules_from_image_for(STRATA_VERSION, &image, &rules, &error);
  cr_expect(eq(int, got, STRATA_ECORRUPT));
  cr_expect(eq(ptr, rules, NULL));
}

/* Entities are numbers; a compiler refuses a handle of another kind where one
 * is expected, and an entity in its place. */
#define IS_NUMBER(handle) _Generic((handle), uint64_t : true, default : false)

Test(version, finding_EM25_handles_are_types_of_their_own) {
  cr_expect(IS_NUMBER((strata_entity)0));
  cr_expect(not(IS_NUMBER(STRATA_NO_EFFECT)));
  cr_expect(not(IS_NUMBER(STRATA_NO_WATCHER)));
  cr_expect(not(IS_NUMBER((strata_mark){0})));
}

Test(version, every_enum_has_texts) {
  const char *missing = kit_find_missing_text();

  cr_expect(eq(ptr, (void *)missing, NULL), "%s", missing ? missing : "");
}

/* A change of a struct makes another layout: STRATA_VERSION grows by a minor
 * version then, and the library converts or refuses what the older headers say
 * (strata_check_version). Sizes are those of 64-bit systems. */
typedef struct layout {
  const char *name;
  size_t size, recorded;
} layout;

#define SIZE(type, size)                                                       \
  { #type, sizeof(type), size }

static const layout layouts[] = {
    SIZE(strata_error, 248),
    SIZE(strata_effect, 8),
    SIZE(strata_watcher, 8),
    SIZE(strata_value, 56),
    SIZE(strata_named_value, 64),
    SIZE(strata_attribute, 72),
    SIZE(strata_seat_row, 40),
    SIZE(strata_zone_desc, 16),
    SIZE(strata_clause_part, 72),
    SIZE(strata_clause, 32),
    SIZE(strata_ability_desc, 72),
    SIZE(strata_default, 32),
    SIZE(strata_definition_desc, 40),
    SIZE(strata_law_desc, 72),
    SIZE(strata_predicate_desc, 40),
    SIZE(strata_argument, 32),
    SIZE(strata_instruction, 112),
    SIZE(strata_field_desc, 16),
    SIZE(strata_phase_desc, 32),
    SIZE(strata_event_type_desc, 152),
    SIZE(strata_event_test, 16),
    SIZE(strata_watcher_desc, 208),
    SIZE(strata_sba_desc, 72),
    SIZE(strata_play_rules_desc, 112),
    SIZE(strata_image_desc, 48),
    SIZE(strata_ability_info, 24),
    SIZE(strata_watcher_def_info, 32),
    SIZE(strata_quotas, 28),
    SIZE(strata_world_config, 80),
    SIZE(strata_autosave, 24),
    SIZE(strata_history_desc, 40),
    SIZE(strata_branch, 32),
    SIZE(strata_history_step_desc, 16),
    SIZE(strata_stats, 104),
    SIZE(strata_move_desc, 24),
    SIZE(strata_ability_row, 24),
    SIZE(strata_part, 96),
    SIZE(strata_effect_desc, 104),
    SIZE(strata_effect_info, 72),
    SIZE(strata_act_desc, 56),
    SIZE(strata_act_result, 16),
    SIZE(strata_period_desc, 96),
    SIZE(strata_open_period, 16),
    SIZE(strata_legal_action, 16),
    SIZE(strata_legal_choice, 48),
    SIZE(strata_legal_ways, 16),
    SIZE(strata_legal_way, 40),
    SIZE(strata_walk_desc, 72),
    SIZE(strata_walk_result, 24),
    SIZE(strata_option, 72),
    SIZE(strata_decision, 80),
    SIZE(strata_answer_desc, 40),
    SIZE(strata_fault, 32),
    SIZE(strata_handler_runner, 80),
    SIZE(strata_emit_result, 16),
    SIZE(strata_watcher_start_desc, 64),
    SIZE(strata_hook_desc, 48),
    SIZE(strata_chain_row, 32),
    SIZE(strata_log_row, 80),
    SIZE(strata_why_row, 256),
    SIZE(strata_field_change, 144),
    SIZE(strata_explained_event, 24),
    SIZE(strata_event_why_row, 72),
    SIZE(strata_profile_row, 112),
    SIZE(strata_profile, 64),
    SIZE(strata_mark, 8),
    SIZE(strata_limits, 40),
    SIZE(strata_vm_config, 200),
    SIZE(strata_pack_desc, 280),
};

Test(version, finding_EM29_structs_have_the_sizes_of_0_4) {
  if (sizeof(void *) != 8) return;
  for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
    cr_expect(eq(sz, layouts[i].size, layouts[i].recorded), "%s",
              layouts[i].name);
  }
}
