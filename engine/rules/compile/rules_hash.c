/*
 * rules_hash.c - the hash of frozen rules.
 *
 * The hash covers everything that a player could notice, in the order of ids,
 * which does not depend on the order of declaration. Ids themselves may be
 * mixed in, because the names behind them are too. Texts are hashed as they
 * are and expressions as canonical texts, so blanks make no difference. Held
 * by test unit.rules_hash.
 *
 * Features that older versions lacked add nothing if they are unused, so the
 * hash of old rules stays the same.
 */
#include "rules/compile/rules_hash.h"

#include "base/hash.h"
#include "rules/model/clause.h"
#include "rules/model/period.h"
#include "rules/model/sba_def.h"
#include "rules/model/watcher_def.h"

#include <string.h>

static uint64_t pack_flags(const bool *flags, unsigned count) {
  uint64_t all = 0;
  for (unsigned i = 0; i < count; i++) {
    all |= (uint64_t)flags[i] << i;
  }
  return all;
}

static uint64_t mix_text_or_none(uint64_t h, const char *text) {
  return text ? st_mix(h, st_hash_bytes(text, strlen(text), 0)) : st_mix(h, 1);
}

static uint64_t mix_expr(uint64_t h, const strata_expr *expr) {
  return mix_text_or_none(h, expr ? expr->text : NULL);
}

static uint64_t mix_words(uint64_t h, const uint64_t *words, uint32_t count) {
  for (uint32_t i = 0; words && i < count; i++) {
    h = st_mix(h, words[i]);
  }
  return h;
}

/* Mix ids of a feature that older rules lack: no ids leave the hash as it
 * is. */
static uint64_t mix_ids(uint64_t h, const uint32_t *ids, uint32_t count) {
  if (count > 0) h = st_mix(h, count);
  for (uint32_t i = 0; i < count; i++) {
    h = st_mix(h, ids[i]);
  }
  return h;
}

static uint64_t mix_names(uint64_t h, const strata_rules *rules) {
  for (int kind = 0; kind <= STRATA_NAME_DEFINITION; kind++) {
    h = st_mix(h, rules->names[kind].count);
    for (size_t i = 0; i < rules->names[kind].count; i++) {
      h = st_mix(h, rules->names[kind].items[i].hash);
    }
  }
  return h;
}

static uint64_t mix_attr(uint64_t h, const st_attr *attr) {
  uint64_t flags =
      pack_flags((const bool[]){attr->layered, attr->copiable, attr->kept,
                                attr->stamps, attr->open, attr->counter},
                 6);
  h = st_mix(h, (uint64_t)attr->type << 32 | flags);
  h = st_mix(h, (uint64_t)attr->default_value);
  h = st_mix(h, (uint64_t)attr->min);
  h = st_mix(h, (uint64_t)attr->max);
  if (attr->counter_symbol != 0) h = st_mix(h, attr->counter_symbol);
  for (uint32_t n = 0; n < attr->domain_count; n++) {
    h = st_mix(h, attr->domain[n]);
  }
  return h;
}

static uint64_t mix_schema(uint64_t h, const strata_rules *rules) {
  for (uint32_t i = 0; i < st_attr_count(rules); i++) {
    h = mix_attr(h, &rules->attrs[i]);
  }
  for (size_t i = 0; i < rules->layer_count; i++) {
    h = st_mix(h, rules->layers[i].hash + (uint64_t)rules->layers[i].order);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_GROUP].count; i++) {
    h = st_mix(h, (uint64_t)rules->groups[i].stacking << 32 |
                      rules->groups[i].limit);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_ZONE].count; i++) {
    const st_zone *zone = &rules->zones[i];
    h = st_mix(
        h, pack_flags((const bool[]){zone->shared, zone->ordered, zone->hidden},
                      3));
  }
  return st_mix(h, (uint64_t)rules->has_copiable_layer << 32 |
                       (uint32_t)rules->copiable_after);
}

static uint64_t mix_part(uint64_t h, const strata_rules *rules,
                         const st_clause_part *part) {
  const st_attr *attr = &rules->attrs[st_part_header_attr(part->flags) - 1];
  h = st_mix(h, (uint64_t)(uint32_t)st_part_header_layer(part->flags) << 32 |
                    (uint64_t)st_part_header_attr(part->flags) << 17 |
                    (part->flags & ST_PART_HEADER_LOW));
  /* a text counts by its content, not by its index among the texts of the
   * rules */
  h = st_mix(h, part->text ? 0 : part->value);
  h = mix_expr(h, part->operand);
  h = mix_words(h, part->words, attr->word_count);
  h = st_mix(h, part->ability_count);
  for (uint32_t i = 0; i < part->ability_count; i++) {
    h = st_mix(h, part->abilities[i]);
  }
  h = st_mix(h, (uint64_t)part->from << 32 | part->to);
  h = st_mix(h, (uint64_t)part->switched_attr << 32 |
                    (uint64_t)part->ability_kind);
  return mix_text_or_none(h, part->text);
}

static uint64_t mix_clause(uint64_t h, const strata_rules *rules,
                           const st_clause *clause) {
  h = mix_expr(h, clause->subject);
  h = mix_expr(h, clause->condition);
  h = st_mix(h, clause->part_count);
  for (uint32_t i = 0; i < clause->part_count; i++) {
    h = mix_part(h, rules, &clause->parts[i]);
  }
  return h;
}

static uint64_t mix_ability(uint64_t h, const strata_rules *rules,
                            const st_ability *ability) {
  h = st_mix(h, (uint64_t)ability->kind << 32 | ability->clause_count);
  h = mix_text_or_none(h, ability->text);
  h = st_mix(h, ability->zone_count);
  for (uint32_t i = 0; i < ability->zone_count; i++) {
    h = st_mix(h, ability->zones[i]);
  }
  for (uint32_t i = 0; i < ability->clause_count; i++) {
    h = mix_clause(h, rules, &ability->clauses[i]);
  }
  return mix_ids(h, ability->watcher_defs, ability->watcher_def_count);
}

static uint64_t mix_law(uint64_t h, const strata_rules *rules,
                        const st_law *law) {
  uint64_t flags = pack_flags((const bool[]){law->last, law->is_intrinsic}, 2);
  h = mix_text_or_none(h, law->name);
  h = st_mix(h, (uint64_t)law->counter << 32 | flags);
  h = mix_clause(h, rules, &law->clause);
  return mix_ids(h, law->watcher_defs, law->watcher_def_count);
}

static uint64_t mix_definition(uint64_t h, const strata_rules *rules,
                               const st_definition *definition) {
  h = st_mix(h, definition->default_count);
  for (uint32_t i = 0; i < definition->default_count; i++) {
    const st_default *value = &definition->defaults[i];
    h = st_mix(h, value->attr);
    h = st_mix(h, (uint64_t)value->value);
    h = mix_words(h, value->words, rules->attrs[value->attr - 1].word_count);
    h = mix_text_or_none(h, value->text);
  }
  if (definition->handler_count == 0) return h;
  return mix_ids(h, definition->handlers, definition->handler_count);
}

/* Rules without predicates keep their hash. A host's function has no hash, so
 * only its name and reads count. */
static uint64_t mix_predicates(uint64_t h, const strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_PREDICATE];
  for (size_t i = 0; i < names->count; i++) {
    const st_predicate *predicate = &rules->predicates[i];
    h = st_mix(h, names->items[i].hash);
    h = st_mix(h, predicate->read_count);
    for (uint32_t r = 0; r < predicate->read_count; r++) {
      h = st_mix(h, predicate->reads[r]);
    }
  }
  return h;
}

/* -- Events -- */

static uint64_t mix_argument(uint64_t h, const st_argument *argument) {
  h = st_mix(h, (uint64_t)argument->kind << 32 | argument->target_id);
  h = mix_expr(h, argument->value);
  return mix_ids(h, argument->symbols, argument->symbol_count);
}

/* Programs without BEGIN keep their hash. */
static uint64_t mix_effect_templates(uint64_t h, const st_program *program) {
  for (uint32_t i = 0; i < program->effect_template_count; i++) {
    const st_effect_template *effect = &program->effect_templates[i];
    h = mix_text_or_none(h, effect->title);
    h = mix_clause(h, program->rules, &effect->clause);
    h = mix_expr(h, effect->lasts);
    for (uint32_t p = 0; p < effect->clause.part_count; p++) {
      h = st_mix(h, effect->clause.parts[p].capture);
    }
  }
  return h;
}

static uint64_t mix_program(uint64_t h, const st_program *program) {
  h = st_mix(h, (uint64_t)program->parameter_count << 32 |
                    program->variables.count);
  for (uint32_t i = 0; i < program->variables.count; i++) {
    const st_expr_variable *name = &program->variables.variables[i];
    h = st_mix(mix_text_or_none(h, name->text), name->type);
  }
  h = st_mix(h, program->instruction_count);
  for (uint32_t i = 0; i < program->instruction_count; i++) {
    const st_instruction *instruction = &program->instructions[i];
    h = st_mix(h, (uint64_t)instruction->op << 40 |
                      (uint64_t)instruction->flags << 32 |
                      instruction->bound_variable);
    h = st_mix(h, (uint64_t)instruction->what << 32 | instruction->end);
    h = st_mix(h, (uint64_t)instruction->clock << 32 |
                      instruction->argument_count);
    h = mix_expr(h, instruction->who);
    h = mix_expr(h, instruction->when);
    h = mix_expr(h, instruction->times);
    h = st_mix(h, instruction->note_key);
  }
  for (uint32_t i = 0; i < program->argument_count; i++) {
    h = mix_argument(h, &program->arguments[i]);
  }
  return mix_effect_templates(h, program);
}

static uint64_t mix_event_type(uint64_t h, const st_event_type *type) {
  uint64_t flags =
      pack_flags((const bool[]){type->enters, type->look_back, type->quiet}, 3);
  h = st_mix(h, (uint64_t)type->unaliased << 32 | flags << 8 |
                    (uint64_t)type->contains);
  h = st_mix(h, (uint64_t)type->affected_index << 32 | type->amount_index);
  h = st_mix(h, (uint64_t)type->merge_by_index << 32 | type->merge_sum_index);
  h = mix_ids(h, type->fields, type->field_count);
  h = mix_expr(h, type->where);
  h = mix_expr(h, type->matters);
  h = mix_expr(h, type->can);
  h = st_mix(h, type->phase_count);
  for (uint32_t i = 0; i < type->phase_count; i++) {
    const st_event_phase *phase = &type->phases[i];
    uint64_t ways =
        pack_flags((const bool[]){phase->is_unranked, phase->is_reentrant}, 2);
    h = st_mix(mix_text_or_none(h, phase->name),
               ways << 32 | phase->chain_owner_index);
    h = mix_expr(h, phase->until);
  }
  h = mix_program(h, &type->contained_program);
  return mix_program(h, &type->perform_program);
}

static uint64_t mix_watcher_def(uint64_t h, const st_watcher_def *def) {
  uint64_t flags =
      pack_flags((const bool[]){def->once_per_batch, def->look_back,
                                def->optional, def->affects_own_entry,
                                def->immediate, def->may_apply_again,
                                def->always_ask, def->tests_unmodified_entry,
                                def->counts_done, def->bars_prevention},
                 10);
  h = st_mix(h, (uint64_t)def->role << 32 | flags);
  h = st_mix(h, (uint64_t)def->replacement_class << 32 | def->event_type);
  h = st_mix(h, def->test_count);
  for (uint32_t i = 0; i < def->test_count; i++) {
    h = mix_expr(st_mix(h, def->tests[i].field), def->tests[i].predicate);
  }
  h = mix_expr(h, def->when);
  h = mix_expr(h, def->only_if);
  h = mix_expr(h, def->amount);
  h = st_mix(h, def->zone_count);
  h = mix_ids(h, def->zones, def->zone_count);
  h = st_mix(h, (uint64_t)def->uses << 32 | def->uses_per_clock);
  h = st_mix(h, def->clock);
  if (def->role == STRATA_ROLE_HANDLE) {
    h = st_mix(h, (uint64_t)def->phase << 33 | (uint64_t)def->everywhere << 32 |
                      (uint32_t)def->chain_rank);
  }
  if (def->role == STRATA_ROLE_ACTION) {
    h = mix_expr(mix_expr(h, def->actor), def->subject);
    h = st_mix(h, (uint64_t)def->stacked << 32 | def->program.effect_first);
    if (def->unlisted) h = st_mix(h, 1);
    if (def->pays != 0) h = st_mix(h, (uint64_t)def->pays << 1);
  }
  return mix_program(h, &def->program);
}

static uint64_t mix_sbas_and_settings(uint64_t h, const strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_SBA];
  for (size_t i = 0; i < names->count; i++) {
    const st_sba *sba = &rules->sbas[i];
    h = mix_expr(st_mix(h, names->items[i].hash), sba->subject);
    h = mix_ids(st_mix(h, sba->keep_newest), sba->keep_by, sba->keep_count);
    h = mix_ids(st_mix(h, sba->reset_count), sba->resets, sba->reset_count);
    h = mix_program(h, &sba->program);
  }
  const st_play_rules *play = rules->play;
  if (!play->declared) return h;
  h = mix_expr(st_mix(h, play->always_ask), play->turn_player);
  h = st_mix(h, (uint64_t)play->next_player << 32 | play->stack);
  h = st_mix(h, (uint64_t)play->resolved << 32 | play->on_loop);
  if (play->triggered != 0) h = st_mix(h, play->triggered);
  if (play->on_fault != STRATA_ON_FAULT_STOP) {
    h = st_mix(h, UINT64_C(1) << 32 | (uint64_t)play->on_fault);
  }
  if (play->ends != 0) h = st_mix(h, UINT64_C(2) << 32 | play->ends);
  if (play->targeted != 0) h = st_mix(h, UINT64_C(3) << 32 | play->targeted);
  if (play->starts != 0) h = st_mix(h, UINT64_C(4) << 32 | play->starts);
  if (play->acting != 0) h = st_mix(h, UINT64_C(5) << 32 | play->acting);
  if (play->log_lasts != STRATA_LOG_LASTS_GAME) {
    h = st_mix(h, UINT64_C(6) << 32 | (uint64_t)play->log_lasts);
  }
  return st_mix(h, play->log_clock);
}

/* Rules without periods keep their hash. */
static uint64_t mix_periods(uint64_t h, const strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_PERIOD];
  for (size_t i = 0; i < names->count; i++) {
    const st_period *period = &rules->periods[i];
    h = st_mix(h, names->items[i].hash);
    h = st_mix(h, (uint64_t)period->within << 32 | period->sibling);
    h = st_mix(h, (uint64_t)period->whose << 32 | (uint64_t)period->order);
    h = mix_expr(mix_expr(h, period->who), period->when);
    h = mix_expr(mix_expr(h, period->again), period->acts);
    h = mix_program(mix_program(h, &period->begins), &period->ends);
  }
  return h;
}

static bool has_event_rules(const strata_rules *rules) {
  return rules->names[STRATA_NAME_EVENT_TYPE].count > 0 ||
         rules->names[STRATA_NAME_WATCHER_DEF].count > 0 ||
         rules->names[STRATA_NAME_HANDLER].count > 0 ||
         rules->replacement_classes.count > 0;
}

/* Mix events, watchers, replacement classes and handlers; called only if there
 * are any, so rules without them keep their hash. */
static uint64_t mix_event_rules(uint64_t h, const strata_rules *rules) {
  for (int kind = STRATA_NAME_EVENT_TYPE; kind <= STRATA_NAME_HANDLER; kind++) {
    h = st_mix(h, rules->names[kind].count);
    for (size_t i = 0; i < rules->names[kind].count; i++) {
      h = st_mix(h, rules->names[kind].items[i].hash);
    }
  }
  h = st_mix(h, rules->replacement_classes.count);
  for (size_t i = 0; i < rules->replacement_classes.count; i++) {
    const st_name *class = &rules->replacement_classes.items[i];
    h = st_mix(st_mix(h, class->hash), class->tag);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_FIELD].count; i++) {
    h = st_mix(h, rules->field_types[i]);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_EVENT_TYPE].count; i++) {
    h = mix_event_type(h, &rules->event_types[i]);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_WATCHER_DEF].count; i++) {
    h = mix_watcher_def(h, &rules->watcher_defs[i]);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_HANDLER].count; i++) {
    h = st_mix(h, rules->handlers[i].body_hash);
  }
  return h;
}

/* Rules without renames keep their hash. */
static uint64_t mix_old_names(uint64_t h, const strata_rules *rules) {
  for (int kind = 0; kind < ST_NAME_KIND_COUNT; kind++) {
    const st_names *names = &rules->old_names[kind];
    for (size_t i = 0; i < names->count; i++) {
      const st_name *old = &names->items[i];
      h = st_mix(h, old->hash);
      h = st_mix(h, (uint64_t)kind << 32 | old->tag);
    }
  }
  return h;
}

uint64_t st_rules_hash_compute(const strata_rules *rules) {
  uint64_t h = rules->numbered_layers ? 2 + (uint64_t)rules->numbered_order : 1;
  h = mix_names(h, rules);
  h = mix_schema(h, rules);
  for (uint32_t i = 0; i < rules->ability_count; i++) {
    h = mix_ability(h, rules, &rules->abilities[i]);
  }
  h = st_mix(h, rules->law_count);
  for (uint32_t i = 0; i < rules->law_count; i++) {
    h = mix_law(h, rules, &rules->laws[i]);
  }
  for (size_t i = 0; i < rules->names[STRATA_NAME_DEFINITION].count; i++) {
    h = mix_definition(h, rules, &rules->definitions[i]);
  }
  h = mix_predicates(h, rules);
  if (has_event_rules(rules)) h = mix_event_rules(h, rules);
  h = mix_sbas_and_settings(h, rules);
  h = mix_periods(h, rules);
  return mix_old_names(h, rules);
}
