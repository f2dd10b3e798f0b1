/*
 * declare_sba.c - declarations of state-based actions and of the rules of
 * play.
 *
 * As in declare_objects.c, texts are kept unread until the rules are frozen.
 */
#include "rules/declare/declare_events.h"
#include "rules/model/sba_def.h"

#include <string.h>

/* -- State-based actions -- */

static void copy_sba_desc(st_declared_copy *p, const void *declared) {
  strata_sba_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_sba_desc desc = *(const strata_sba_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.who = st_declared_copy_text(p, desc.who);
  for (size_t i = 0; i < ST_SBA_KEEP_KEYS; i++) {
    desc.keep_by[i] = st_declared_copy_text(p, desc.keep_by[i]);
  }
  desc.program =
      st_declared_copy_program(p, desc.program, desc.instruction_count);
  desc.resets = st_declared_copy_texts(p, desc.resets, desc.reset_count);
  if (copy) *copy = desc;
}

static const char *wrong_sba(const strata_sba_desc *desc) {
  if (!desc->who) return "say whom it is about: 'who' is a predicate";
  if (desc->instruction_count == 0) {
    return "say what happens to them: it has no deeds";
  }
  if (!desc->keep_by[0] && desc->keep_by[1]) {
    return "its first attribute to keep by is NULL, and the second is not";
  }
  if (desc->keep_newest && !desc->keep_by[0]) {
    return "it keeps the newest, and says of no attribute to keep by";
  }
  if (desc->keep_by[1] && strcmp(desc->keep_by[0], desc->keep_by[1]) == 0) {
    return "it keeps by one attribute twice";
  }
  return st_has_all_texts(desc->resets, desc->reset_count)
             ? NULL
             : "an attribute that it resets is NULL";
}

strata_status st_builder_sba(strata_builder *builder,
                             const strata_sba_desc *check) {
  if (!check) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_SBA];
  strata_status status = st_builder_check_name(builder, names, ST_SPELLED_TITLE,
                                               "check", check->name);
  if (status) return status;
  const char *wrong = wrong_sba(check);
  if (wrong) return st_builder_refuse(builder, "check", check->name, wrong);
  status = st_builder_check_program(builder, "check", check->name,
                                    check->program, check->instruction_count);
  if (status) return status;
  return st_builder_add_copy(builder, names, check->name, &builder->sbas,
                             copy_sba_desc, check);
}

/* -- Rules of play -- */

static void copy_play_rules_desc(st_declared_copy *p, const void *declared) {
  strata_play_rules_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_play_rules_desc desc = *(const strata_play_rules_desc *)declared;
  desc.turn_player = st_declared_copy_text(p, desc.turn_player);
  desc.next_player = st_declared_copy_text(p, desc.next_player);
  desc.stack = st_declared_copy_text(p, desc.stack);
  desc.resolved = st_declared_copy_text(p, desc.resolved);
  desc.on_loop = st_declared_copy_text(p, desc.on_loop);
  desc.log_clock = st_declared_copy_text(p, desc.log_clock);
  desc.triggered = st_declared_copy_text(p, desc.triggered);
  desc.ends = st_declared_copy_text(p, desc.ends);
  desc.targeted = st_declared_copy_text(p, desc.targeted);
  desc.starts = st_declared_copy_text(p, desc.starts);
  desc.acting = st_declared_copy_text(p, desc.acting);
  if (copy) *copy = desc;
}

strata_status st_builder_play_rules(strata_builder *builder,
                                    const strata_play_rules_desc *play) {
  static const char name[] = "play";
  if (!play) return STRATA_EINVAL;
  if (builder->play_rules_names.count > 0) {
    return ST_ERROR(&builder->error, STRATA_EEXIST, 0,
                    "how a game goes on is declared already, and is once");
  }
  if (play->next_player && !play->turn_player) {
    return st_builder_refuse(builder, "play", "next_player",
                             "it is who comes after the 'turn_player': say who "
                             "that is");
  }
  if (play->resolved && !play->stack) {
    return st_builder_refuse(builder, "play", "resolved",
                             "it is about what was on the 'stack': say which "
                             "zone that is");
  }
  if ((unsigned)play->on_fault > STRATA_ON_FAULT_DISABLE) {
    return st_builder_refuse(builder, "play", "on_fault",
                             "there is no such way to go on");
  }
  if ((unsigned)play->log_lasts > STRATA_LOG_LASTS_ACTION) {
    return st_builder_refuse(builder, "play", "log_lasts",
                             "there is no such time");
  }
  if (play->log_lasts == STRATA_LOG_LASTS_TICK && !play->log_clock) {
    return st_builder_refuse(builder, "play", "log_lasts",
                             "rows leave when the 'log_clock' has ticked: say "
                             "which clock that is");
  }
  return st_builder_add_copy(builder, &builder->play_rules_names, name,
                             &builder->play_rules, copy_play_rules_desc, play);
}
