/* policies.h - functions of scripts that answer decisions or observe events. */
#ifndef STRATA_LUA_ACTIONS_POLICIES_H
#define STRATA_LUA_ACTIONS_POLICIES_H

#include <lua.h>
#include <strata.h>

/** Answer a decision by the world's policy. */
strata_status stl_policy_decide(void *user, strata_world *world,
                                const strata_decision *decision,
                                strata_answer_desc *answer);

/** world:policy(f), world:view(f) */
int stl_world_policy(lua_State *L);
int stl_world_view(lua_State *L);

/** Tell the views of a world, which is `user`, of a row. */
void stl_views_observe(void *user, strata_world *told,
                       const strata_log_row *row);

#endif
