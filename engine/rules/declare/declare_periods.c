/*
 * declare_periods.c - declarations of the periods of a game.
 *
 * As in declare_objects.c, texts are kept unread until the rules are frozen. A
 * period is declared after the one around it, so that the tree has no circles.
 */
#include "rules/declare/declare_events.h"

#include <string.h>

static void copy_period_desc(st_declared_copy *p, const void *declared) {
  strata_period_desc *copy = st_declared_copy_reserve(p, 1, sizeof *copy);
  strata_period_desc desc = *(const strata_period_desc *)declared;
  desc.name = st_declared_copy_text(p, desc.name);
  desc.within = st_declared_copy_text(p, desc.within);
  desc.who = st_declared_copy_text(p, desc.who);
  desc.when = st_declared_copy_text(p, desc.when);
  desc.again = st_declared_copy_text(p, desc.again);
  desc.acts = st_declared_copy_text(p, desc.acts);
  desc.begins = st_declared_copy_program(p, desc.begins, desc.begins_count);
  desc.ends = st_declared_copy_program(p, desc.ends, desc.ends_count);
  if (copy) *copy = desc;
}

/* How many periods are open while one is, which is declared; 0 for none. */
static uint32_t depth_of(const strata_builder *builder, const char *name) {
  const st_names *names = &builder->names[STRATA_NAME_PERIOD];
  uint32_t depth = 0;
  while (name) {
    uint32_t n = st_names_find(names, name, strlen(name));
    name = st_declared_period(builder, names->items[n].tag)->within;
    depth++;
  }
  return depth;
}

static const char *wrong_period(const strata_period_desc *desc) {
  if ((unsigned)desc->whose > STRATA_WHOSE_EACH) {
    return "there is no such way to say whose it is";
  }
  if ((unsigned)desc->order > STRATA_ACTING_IN_SUCCESSION) {
    return "there is no such order of acting";
  }
  if ((desc->whose == STRATA_WHOSE_EACH) != (desc->who != NULL)) {
    return desc->who ? "it says for whom it comes, and not that it comes for "
                       "each of them"
                     : "it comes once for each player: say for which, in 'who'";
  }
  if (!desc->acts && desc->order != STRATA_ACTING_IN_TURN) {
    return "it says in which order players act, and nobody acts in it; say who "
           "in 'acts'";
  }
  return NULL;
}

static strata_status check_period_place(strata_builder *builder,
                                        const strata_period_desc *desc) {
  const st_names *names = &builder->names[STRATA_NAME_PERIOD];
  const char *within = desc->within;
  if (within && st_names_find(names, within, strlen(within)) == ST_NAME_NONE) {
    const char *near = st_names_nearest(names, within);
    return ST_ERROR(&builder->error, STRATA_ENOENT, 0, "period '", desc->name,
                    "': there is no period '", within,
                    near ? "' before it; did you mean '"
                         : "' before it; declare it first",
                    near ? near : "", near ? "'?" : "");
  }
  if (depth_of(builder, within) < STRATA_MOST_OPEN_PERIODS) return STRATA_OK;
  return st_builder_refuse(builder, "period", desc->name,
                           "periods are at most 12 deep");
}

strata_status st_builder_period(strata_builder *builder,
                                const strata_period_desc *period) {
  if (!period) return STRATA_EINVAL;
  st_names *names = &builder->names[STRATA_NAME_PERIOD];
  const char *name = period->name;
  strata_status status =
      st_builder_check_name(builder, names, ST_SPELLED_WORD, "period", name);
  if (status) return status;
  const char *wrong = wrong_period(period);
  if (wrong) return st_builder_refuse(builder, "period", name, wrong);
  status = check_period_place(builder, period);
  if (!status) {
    status = st_builder_check_program(builder, "period", name, period->begins,
                                      period->begins_count);
  }
  if (!status) {
    status = st_builder_check_program(builder, "period", name, period->ends,
                                      period->ends_count);
  }
  if (!status) status = st_builder_add_symbol(builder, NULL, name);
  return status ? status
                : st_builder_add_copy(builder, names, name, &builder->periods,
                                      copy_period_desc, period);
}
