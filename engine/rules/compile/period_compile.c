/*
 * period_compile.c - the compiler of the periods of a game.
 */
#include "rules/compile/period_compile.h"

#include "rules/compile/program_compile.h"
#include "rules/model/period.h"
#include "rules/model/sba_def.h"

/* -- One period -- */

static strata_status compile_conditions(const st_program_scope *scope,
                                        const strata_period_desc *declared,
                                        st_period *out) {
  strata_status status = st_program_scope_expr(scope, "who", declared->who,
                                               STRATA_FLAG, true, &out->who);
  if (!status) {
    status = st_program_scope_expr(scope, "when", declared->when, STRATA_FLAG,
                                   false, &out->when);
  }
  if (!status) {
    status = st_program_scope_expr(scope, "again", declared->again, STRATA_FLAG,
                                   false, &out->again);
  }
  if (!status) {
    status = st_program_scope_expr(scope, "acts", declared->acts, STRATA_FLAG,
                                   true, &out->acts);
  }
  return status;
}

static strata_status compile_period(st_compiler *compiler,
                                    const strata_period_desc *declared,
                                    st_period *out) {
  out->name = compiler->item_name;
  out->whose = declared->whose;
  out->order = declared->order;
  strata_status status =
      st_program_scope_init(compiler, NULL, 0, declared->begins,
                            declared->begins_count, &out->begins);
  st_program_scope scope = {.compiler = compiler, .program = &out->begins};
  if (!status) status = compile_conditions(&scope, declared, out);
  if (!status) {
    status = st_program_compile(&scope, ST_SITE_CONTAINED, "begins",
                                declared->begins, declared->begins_count);
  }
  if (!status) {
    status = st_program_scope_init(compiler, NULL, 0, declared->ends,
                                   declared->ends_count, &out->ends);
  }
  scope.program = &out->ends;
  return status ? status
                : st_program_compile(&scope, ST_SITE_CONTAINED, "ends",
                                     declared->ends, declared->ends_count);
}

/* -- The tree -- */

/* The id of the period whose declaration has this tag. */
static strata_period find_period_of_tag(const strata_rules *rules,
                                        uint32_t tag) {
  const st_names *names = &rules->names[STRATA_NAME_PERIOD];
  strata_period id = 1;
  while (names->items[id - 1].tag != tag) {
    id++;
  }
  return id;
}

/* Append a period to those of the period around it. */
static void link_period(strata_rules *rules, strata_period id,
                        strata_period within) {
  st_period *period = &rules->periods[id - 1];
  st_period *outer = within != 0 ? &rules->periods[within - 1] : NULL;
  strata_period *place = outer ? &outer->inner : &rules->play->first_period;
  while (*place != 0) {
    place = &rules->periods[*place - 1].sibling;
  }
  *place = id;
  period->within = within;
  period->depth = outer ? outer->depth + 1 : 1;
}

/* Refuse what only the whole tree shows. */
static strata_status check_linked_period(st_compiler *compiler,
                                         const strata_rules *rules,
                                         const st_period *period) {
  if (period->acts && period->inner != 0) {
    return ST_COMPILER_ERROR(
        compiler, STRATA_EINVAL, "players act in the period '",
        st_period_get(rules, period->inner)->name,
        "' and the others inside of it; say there who acts");
  }
  if (period->acts && rules->play->acting == 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "players act in it, and the rules of play name no "
                             "attribute 'acting' that says who does");
  }
  strata_period around = period->within;
  while (period->whose == STRATA_WHOSE_NEXT && around != 0) {
    const st_period *outer = st_period_get(rules, around);
    if (outer->whose == STRATA_WHOSE_NEXT) {
      return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                               "it is the next player's, and so is the one ",
                               "around it, '", outer->name, "'");
    }
    around = outer->within;
  }
  if (period->whose == STRATA_WHOSE_NEXT && rules->play->next_player == 0) {
    return ST_COMPILER_ERROR(compiler, STRATA_EINVAL,
                             "it is the next player's, and the rules of play "
                             "name no attribute 'next_player' that says who "
                             "that is");
  }
  return STRATA_OK;
}

strata_status st_period_compile_all(strata_builder *builder,
                                    strata_rules *rules) {
  const st_names *names = &rules->names[STRATA_NAME_PERIOD];
  uint32_t count = (uint32_t)names->count;
  if (count == 0) return STRATA_OK;
  rules->periods = st_mem_zeroed(&rules->mem, count, sizeof(st_period));
  if (!rules->periods) return st_builder_no_memory(builder);
  strata_status status = STRATA_OK;
  for (uint32_t tag = 0; !status && tag < count; tag++) {
    strata_period id = find_period_of_tag(rules, tag);
    const strata_period_desc *declared = st_declared_period(builder, tag);
    st_compiler compiler = st_compiler_of(rules, &builder->error, "period",
                                          names->items[id - 1].text);
    link_period(
        rules, id,
        st_rules_find_name(rules, STRATA_NAME_PERIOD, declared->within));
    status = compile_period(&compiler, declared, &rules->periods[id - 1]);
  }
  for (uint32_t i = 0; !status && i < count; i++) {
    st_compiler compiler =
        st_compiler_of(rules, &builder->error, "period", names->items[i].text);
    status = check_linked_period(&compiler, rules, &rules->periods[i]);
  }
  return status;
}
