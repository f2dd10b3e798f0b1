/*
 * bench_world.h - worlds whose memory is counted, and checks of results.
 */
#ifndef STRATA_BENCH_MEASURE_BENCH_WORLD_H
#define STRATA_BENCH_MEASURE_BENCH_WORLD_H

#include "bench/measure/bench_run.h"
#include "bench/measure/plain_values.h"

#include <stdbool.h>
#include <stddef.h>
#include <strata.h>

/* Allocate from a stb_heap; a strata_alloc_fn. */
void *stb_heap_alloc(void *user, void *ptr, size_t old_size, size_t size);

/* End the program with a message unless the status is OK: nothing that a
 * workload does may fail. */
void stb_must(strata_status status, const char *what);
void *stb_must_alloc(size_t count, size_t size); /* zeroed; free() it */

/* Count and report a wrong result, unless it is right. */
void stb_expect(stb_run *bench, bool right, const char *what);

/* Check that no memory is allocated any more; all worlds and rules were freed.
 */
void stb_expect_no_leak(stb_run *bench);

strata_world_config stb_world_config(stb_run *bench);

/* Rules with numbered layers and the int attributes a, b, c, d. */
strata_rules *stb_numbered_rules(stb_run *bench);
strata_world *stb_world_new(stb_run *bench, const strata_rules *rules);

/* The bytes of a world's state and caches. */
double stb_world_bytes(const strata_world *world);

strata_entity stb_spawn(strata_world *world);

/* Add an effect with one part to one entity. */
strata_effect stb_add_effect(strata_world *world, strata_entity entity,
                             strata_attr attr, const stb_step *step);

#endif
