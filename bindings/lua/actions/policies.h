/* policies.h - functions of scripts that answer decisions or observe events. */
#ifndef STRATA_LUA_ACTIONS_POLICIES_H
#define STRATA_LUA_ACTIONS_POLICIES_H

#include <lua.h>
#include <strata.h>

/** strata_handler_runner.decide: let the policy of the world answer a
 * decision. `user` is the rules. */
strata_status stl_policy_decide(void *user, strata_world *world,
                                const strata_decision *decision,
                                strata_answer_desc *answer);

/** lua_CFunction: world:policy(f), world:view(f). */
int stl_world_policy(lua_State *L);
int stl_world_view(lua_State *L);

/** strata_observer_fn: call the views of a world with a row of its log. `user`
 * is the stl_world. */
void stl_views_observe(void *user, strata_world *told,
                       const strata_log_row *row);

#endif
