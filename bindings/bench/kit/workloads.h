/*
 * workloads.h - the functions of all workloads, which verb_bench.c lists.
 */
#ifndef STRATA_BENCH_KIT_WORKLOADS_H
#define STRATA_BENCH_KIT_WORKLOADS_H

#include "bench/measure/bench_run.h"

void stb_workload_attr_set(stb_run *bench);
void stb_workload_attr_get_cached(stb_run *bench);
void stb_workload_attr_add(stb_run *bench);
void stb_workload_attr_recompute(stb_run *bench);
void stb_workload_attr_add_get(stb_run *bench);
void stb_workload_entities_10k(stb_run *bench);
void stb_workload_entities_100k(stb_run *bench);
void stb_workload_lua_boundary(stb_run *bench);
void stb_workload_opaque_predicates(stb_run *bench);
void stb_workload_select_again(stb_run *bench);
void stb_workload_worst_effort(stb_run *bench);
void stb_workload_save_hash(stb_run *bench);
void stb_workload_fork_undo(stb_run *bench);
void stb_workload_memory(stb_run *bench);
void stb_workload_many_changed(stb_run *bench);
void stb_workload_explain(stb_run *bench);
void stb_workload_board(stb_run *bench);
void stb_workload_dependency_storm(stb_run *bench);
void stb_workload_humility_flip(stb_run *bench);
void stb_workload_lord_chain(stb_run *bench);
void stb_workload_anthems_1000(stb_run *bench);
void stb_workload_anthems_xmage(stb_run *bench);
void stb_workload_token_enters(stb_run *bench);
void stb_workload_idle_check(stb_run *bench);
void stb_workload_autobattler(stb_run *bench);
void stb_workload_replacement_storm(stb_run *bench);
void stb_workload_answers(stb_run *bench);
void stb_workload_waiting_handlers(stb_run *bench);
void stb_workload_token_doubler(stb_run *bench);
void stb_workload_trigger_storm(stb_run *bench);
void stb_workload_handler_limits(stb_run *bench);
void stb_workload_endless_loops(stb_run *bench);
void stb_workload_pack_load(stb_run *bench);
void stb_workload_scute_swarm(stb_run *bench);
void stb_workload_mass_death(stb_run *bench);
void stb_workload_legal_list(stb_run *bench);
void stb_workload_solved_costs(stb_run *bench);
void stb_workload_random_steps(stb_run *bench);
void stb_workload_load_game(stb_run *bench);
void stb_workload_long_game(stb_run *bench);
void stb_workload_any_step(stb_run *bench);

#endif
