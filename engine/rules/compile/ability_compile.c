/*
 * ability_compile.c - the compiler of abilities and laws.
 *
 * Nothing is freed here: if compiling fails, the rules are freed with their
 * region.
 */
#include "rules/compile/ability_compile.h"

#include "rules/compile/clause_compile.h"
#include "rules/compile/definition_compile.h"
#include "rules/model/watcher_def.h"

#include <string.h>

/* -- Clauses -- */

static strata_status compile_clause(st_compiler *compiler,
                                    const strata_clause *declared,
                                    st_clause *out) {
  strata_status status = st_compiler_predicate(
      compiler, "subject", declared->subject, &out->subject);
  if (!status) {
    status = st_compiler_predicate(compiler, "condition", declared->condition,
                                   &out->condition);
  }
  return status ? status : st_clause_compile_parts(compiler, declared, out);
}

/* -- Abilities -- */

/* An action says with whom it is done by who has it: an ability its object, a
 * law a subject; and a law says who does it. */
static strata_status check_actions(const st_compiler *compiler,
                                   const strata_watcher_def *defs,
                                   uint32_t count, bool of_law) {
  static const char no_actor[] =
      "' is of a law, and so says its 'actor': who may do it";
  static const char has_subject[] =
      "' is of an ability, and so is done with the object that has it; take "
      "'subject' out";
  for (uint32_t i = 0; i < count; i++) {
    const st_watcher_def *def = st_watcher_def_get(compiler->rules, defs[i]);
    if (def->role != STRATA_ROLE_ACTION) continue;
    const char *wrong = NULL;
    if (of_law && !def->actor) wrong = no_actor;
    if (!of_law && def->subject) wrong = has_subject;
    if (!wrong) continue;
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL, "action '", def->name,
                             wrong);
  }
  return STRATA_OK;
}

static strata_status compile_ability(st_compiler *compiler,
                                     const strata_ability_desc *declared,
                                     st_ability *out) {
  out->symbol =
      st_rules_find_name(compiler->rules, STRATA_NAME_SYMBOL, declared->name);
  assert(out->symbol != 0);
  out->kind = declared->kind;
  const char *text = declared->text ? declared->text : declared->name;
  out->text = st_mem_copy_text(&compiler->rules->mem, text, strlen(text));
  if (!out->text) return st_compiler_no_memory(compiler);
  strata_status status =
      st_compiler_find_zones(compiler, declared->zones, declared->zone_count,
                             &out->zones, &out->zone_count);
  if (!status) {
    status = st_compiler_find_watcher_defs(
        compiler, declared->watchers, declared->watcher_count,
        &out->watcher_defs, &out->watcher_def_count);
  }
  if (!status) {
    status = check_actions(compiler, out->watcher_defs, out->watcher_def_count,
                           false);
  }
  if (status || declared->clause_count == 0) return status;
  if (declared->clause_count > UINT32_MAX) {
    return st_compiler_no_memory(compiler);
  }
  out->clauses = st_mem_zeroed(&compiler->rules->mem, declared->clause_count,
                               sizeof out->clauses[0]);
  if (!out->clauses) return st_compiler_no_memory(compiler);
  out->clause_count = (uint32_t)declared->clause_count;
  for (uint32_t i = 0; i < out->clause_count && !status; i++) {
    compiler->clause_number = out->clause_count > 1 ? i + 1 : 0;
    status = compile_clause(compiler, &declared->clauses[i], &out->clauses[i]);
  }
  return status;
}

static strata_status compile_abilities(strata_builder *builder,
                                       st_expr_intern *interned,
                                       strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_ABILITY];
  if (names->count == 0) return STRATA_OK;
  rules->abilities =
      st_mem_zeroed(&rules->mem, names->count, sizeof(st_ability));
  if (!rules->abilities) return st_builder_no_memory(builder);
  rules->ability_count = (uint32_t)names->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < rules->ability_count && !status; i++) {
    st_compiler compiler =
        st_compiler_of(rules, &builder->error, "ability", names->items[i].text);
    compiler.interned = interned;
    status = compile_ability(&compiler,
                             st_declared_ability(builder, names->items[i].tag),
                             &rules->abilities[i]);
  }
  return status;
}

/* -- Laws -- */

static strata_status find_counter_attr(const st_compiler *compiler,
                                       const char *name, strata_attr *out) {
  strata_status status = st_compiler_find_attr(compiler, name, out);
  if (status || compiler->rules->attrs[*out - 1].counter) return status;
  return ST_COMPILER_ERROR(compiler, STRATA_ETYPE, "attribute '", name,
                           "' is no counter");
}

static strata_status compile_law(st_compiler *compiler,
                                 const strata_law_desc *declared, st_law *out) {
  out->name = st_mem_copy_text(&compiler->rules->mem, compiler->item_name,
                               strlen(compiler->item_name));
  if (!out->name) return st_compiler_no_memory(compiler);
  out->last = declared->last;
  out->is_intrinsic = declared->is_intrinsic;
  if (declared->counter) {
    strata_status status =
        find_counter_attr(compiler, declared->counter, &out->counter);
    if (status) return status;
  }
  strata_status status = st_compiler_find_watcher_defs(
      compiler, declared->watchers, declared->watcher_count, &out->watcher_defs,
      &out->watcher_def_count);
  if (!status) {
    status = check_actions(compiler, out->watcher_defs, out->watcher_def_count,
                           out->counter == 0);
  }
  return status ? status
                : compile_clause(compiler, &declared->clause, &out->clause);
}

static strata_status compile_laws(strata_builder *builder,
                                  st_expr_intern *interned,
                                  strata_rules *rules) {
  const st_names *names = &builder->law_names;
  if (names->count == 0) return STRATA_OK;
  rules->laws = st_mem_zeroed(&rules->mem, names->count, sizeof(st_law));
  if (!rules->laws) return st_builder_no_memory(builder);
  rules->law_count = (uint32_t)names->count;
  strata_status status = STRATA_OK;
  for (uint32_t i = 0; i < rules->law_count && !status; i++) {
    st_compiler compiler =
        st_compiler_of(rules, &builder->error, "law", names->items[i].text);
    compiler.interned = interned;
    status =
        compile_law(&compiler, st_declared_law(builder, names->items[i].tag),
                    &rules->laws[i]);
  }
  return status;
}

strata_status st_ability_compile_all(strata_builder *builder,
                                     strata_rules *rules) {
  st_expr_intern interned = {.mem = &builder->mem};
  strata_status status = compile_abilities(builder, &interned, rules);
  if (!status) status = compile_laws(builder, &interned, rules);
  if (!status) status = st_definition_compile_all(builder, &interned, rules);
  st_expr_intern_fini(&interned);
  return status;
}
