/* rules_handle.h - rules as userdata: attributes found by name. */
#ifndef STRATA_LUA_HANDLES_RULES_HANDLE_H
#define STRATA_LUA_HANDLES_RULES_HANDLE_H

#include "lua/core/state.h"

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <strata.h>

static inline uintptr_t stl_name_address_hash(const char *text) {
  const uintptr_t address = (uintptr_t)text;
  return address >> 4 ^ address >> 11;
}

/** The attribute whose anchored name has this address; a name with a NULL text
 * if there is none. */
static inline const stl_attr_name *stl_rules_find_name(const stl_rules *rules,
                                                       const char *text) {
  uintptr_t i = stl_name_address_hash(text) & rules->name_mask;
  while (rules->names[i].text != text && rules->names[i].text != NULL) {
    i = (i + 1) & rules->name_mask;
  }
  return &rules->names[i];
}

/** Push rules of a host as userdata: the same userdata as long as a world with
 * these rules is known. */
void stl_push_host_rules(lua_State *L, const strata_rules *rules);

/** Whether a SET or ABILITIES attribute can hold a symbol. Cost O(log
 * symbols). */
bool stl_rules_in_domain(const strata_rules *rules, strata_attr attr,
                         strata_symbol symbol);

/** The first set attribute after `after` whose domain holds the symbol, 0 if
 * there is none. Cost O(attributes * log symbols). */
strata_attr stl_rules_next_set(const stl_rules *rules, strata_symbol symbol,
                               strata_attr after);

/** Find an attribute by the string at `index`, NULL if there is none. The
 * result lies in the rules or, for a long name, in `*spare`. */
const stl_attr_name *stl_rules_find_attr(lua_State *L, const stl_rules *rules,
                                         int index, stl_attr_name *spare);

/** Find an attribute by its name. Raises an error with the nearest name if
 * there is none. */
strata_attr stl_rules_need_attr(lua_State *L, const stl_rules *rules,
                                const char *where, const char *name);

/** Find what a name of a kind stands for, never 0. Raises an error with the
 * nearest name of this kind if it is not declared. */
uint32_t stl_rules_need(lua_State *L, const stl_rules *rules,
                        strata_name_kind kind, const char *where,
                        const char *name);

/** Charge for all names of a kind, of which the one nearest to another is
 * searched, or which are looked up. */
void stl_rules_charge_names(lua_State *L, const strata_rules *rules,
                            strata_name_kind kind);

/** The declared name nearest to another, NULL if none is near. Charges for all
 * names of the kind, which are compared. */
const char *stl_rules_nearest(lua_State *L, const strata_rules *rules,
                              strata_name_kind kind, const char *name);

/** Raise an error for a name that is not declared, with the nearest name of
 * this kind. */
int stl_rules_raise_unknown(lua_State *L, const stl_rules *rules,
                            strata_name_kind kind, const char *where,
                            const char *name);

/** Whether handles or expressions have a field of this name, so that no
 * attribute of this type may have it. */
bool stl_rules_is_reserved(const char *name, strata_type type);

/** Push a hash as 16 hexadecimal digits. Returns 1. */
int stl_push_hash(lua_State *L, uint64_t hash);

/** Build the table that finds attributes by the address of their name. The
 * userdata of the rules is at the top; its `rules` is set. */
void stl_rules_index_names(lua_State *L, stl_rules *rules);

/** Push the userdata of new rules, which have nothing yet. */
stl_rules *stl_rules_push_new(lua_State *L);

#endif
