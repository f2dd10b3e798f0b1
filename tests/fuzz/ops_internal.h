/* ops_internal.h - functions that the files of ops share. */
#ifndef STRATA_TESTS_FUZZ_OPS_INTERNAL_H
#define STRATA_TESTS_FUZZ_OPS_INTERNAL_H

#include "ops.h"

uint8_t ops_byte(ops *o);   /* 0 past the end */
int64_t ops_number(ops *o); /* small ones and extreme ones */
uint64_t ops_handle(ops *o, const uint64_t *handles, size_t count);
strata_effect ops_effect(ops *o);
strata_entity ops_entity(ops *o);
strata_attr ops_attr(ops *o);
strata_symbol ops_symbol(ops *o);
const strata_expr *ops_expr(ops *o, strata_type type);

/* Count a result; a call that failed must have left the hash alone. */
bool ops_done(ops *o, strata_status status, uint64_t hash_before);
void ops_break(ops *o, const char *law);

/* One call each; `ops_effect.c` has those of effects. */
void ops_add_effect(ops *o);
void ops_remove_effect(ops *o);
void ops_clear_effects(ops *o);
void ops_refresh_effect(ops *o);
void ops_describe_effect(ops *o);
void ops_tick(ops *o);
void ops_explain(ops *o);

/* `ops_object.c` */
void ops_spawn_as(ops *o);
void ops_spawn_copy(ops *o);
void ops_transform(ops *o);
void ops_restamp(ops *o);
void ops_move(ops *o);
void ops_look_back(ops *o);
void ops_forget_gone(ops *o);
void ops_abilities(ops *o);
void ops_explain_more(ops *o);
void ops_keep(ops *o, strata_entity entity); /* replaces a remembered entity */

/* Check that the zone of each entity and the order of each zone agree: NULL, or
 * the law that is broken. */
const char *ops_check_zones(const strata_world *world);

/* `ops_journal.c` */
void ops_mark(ops *o);
void ops_rollback(ops *o);
void ops_commit(ops *o);
void ops_fork(ops *o);
void ops_save(ops *o);
void ops_load(ops *o);
void ops_forget_marks(ops *o);

#endif
