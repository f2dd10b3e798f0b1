/*
 * bench_world.h - worlds whose memory is counted, and checks of results.
 *
 * What a case makes by stb_alloc, stb_text, stb_parse, stb_keep_rules and
 * stb_world_new lives until stb_release, which the verb also calls behind each
 * workload.
 */
#ifndef STRATA_BENCH_MEASURE_BENCH_WORLD_H
#define STRATA_BENCH_MEASURE_BENCH_WORLD_H

#include "bench/measure/bench_run.h"
#include "bench/measure/plain_values.h"
#include "cli/common/safe_text.h"

#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

/* Allocate from a stb_heap; a strata_alloc_fn. */
void *stb_heap_alloc(void *user, void *ptr, size_t old_size, size_t size);

/* End the program with a message unless the status is OK: nothing that a
 * workload does may fail. */
void stb_must(strata_status status, const char *what);

/* Zeroed memory; a text in the manner of printf; a parsed expression; rules
 * that the caller has made. None is NULL. */
void *stb_alloc(stb_run *bench, size_t count, size_t size);
const char *stb_text(stb_run *bench, const char *format, ...) STC_PRINTF(2, 3);
strata_expr *stb_parse(stb_run *bench, const strata_rules *rules,
                       const char *text);
strata_rules *stb_keep_rules(stb_run *bench, strata_rules *rules);

/* Free all of these, the newest first. */
void stb_release(stb_run *bench);

/* Count and report a wrong result, unless it is right. */
void stb_expect(stb_run *bench, bool right, const char *what);

/* Check that no memory is allocated any more; all worlds and rules were freed.
 */
void stb_expect_no_leak(stb_run *bench);

strata_world_config stb_world_config(stb_run *bench);

strata_world *stb_world_new(stb_run *bench, const strata_rules *rules);

/* The bytes of a world's state and caches. */
double stb_world_bytes(const strata_world *world);

strata_entity stb_spawn(strata_world *world);

/* Set a base value that is a reference to an entity. */
strata_status stb_set_ref(strata_world *world, strata_entity entity,
                          strata_attr attr, strata_entity ref);

/* Add an effect with one part to one entity. */
strata_effect stb_add_effect(strata_world *world, strata_entity entity,
                             strata_attr attr, const stb_step *step);

#endif
