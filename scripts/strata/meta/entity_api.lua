---@meta
-- luacheck: ignore 111 112 211 212 241
--- Entities, sets, effects, and explanations of values. Nothing in this file runs.

---@class strata
local strata = {}

-- -- Entities ----------------------------------------------------------------

--- A handle of an entity. When the entity is gone the handle is stale, and every use of it raises
--- unless a function says otherwise. Two handles of one entity are equal by `==`, but are different
--- keys of a table. `tostring` gives "Grizzly Bears #3:1", with the value of the attribute `name`.
---
--- Each declared attribute is a field with its current value, by type: int an integer; flag a
--- boolean; set an array of names in alphabetical order; abilities an array in the order of
--- acquisition; ref an entity or nil; sym a name or nil; text a string. Cost of a read O(1) if the
--- value is cached.
---@class strata.Entity
--- base values, readable and assignable; assigning a value of the wrong type or range raises
---@field base table<string, strata.Value>
---@field id string "#3:1": slot and generation
---@field world strata.World the world of the entity
---@field [string] strata.Value
local Entity = {}

--- Removes the entity from its world; its handles become stale. Cost O(attributes + symbols +
--- effects on the entity).
---
--- ```lua
--- elf:remove()
--- elf:is_alive() --> false
--- ```
function Entity:remove() end

--- Returns whether the entity is in its world. Never raises for a stale handle. Cost O(1).
---
--- ```lua
--- bear:is_alive() --> true
--- ```
---@return boolean
function Entity:is_alive() end

--- Ends all effects whose affected entities were fixed when they started, for this entity. Cost
--- O(effects on the entity).
---
--- ```lua
--- bear:clear()
--- bear.power --> 3
--- ```
function Entity:clear() end

--- Returns whether any set attribute of the entity contains a symbol now. Cost O(1) for each set
--- whose domain contains the symbol.
---
--- ```lua
--- bear:has("bear") --> true
--- ```
---@param symbol string name of a symbol
---@return boolean
function Entity:has(symbol) end

--- Explains a current value: the base value, and each modification in order, whether it is applied
--- or was kept from that: its ability was lost, its condition does not hold, another of its group
--- counts, or an earlier one made its subject leave the entity out. Cost O(modifications of the
--- value), or an evaluation pass where some modification does not apply.
---
--- ```lua
--- bear:why("power")
--- --> power = 6
--- -->   base              -> 2
--- -->   pt.modify  add 1  -> 3  Glorious Anthem from #6:1, timestamp 7
--- -->   pt.modify  add 3  -> 6  Giant Growth, timestamp 8
--- ```
---@param attribute string name of an attribute
---@return strata.Why
function Entity:why(attribute) end

--- Explains what the abilities and effects of an entity, or one effect, do to this entity: one row
--- for each modification, applied or with the reason why not. Cost: one evaluation pass with a
--- trace.
---
--- ```lua
--- giant:why_not(anthem)[1].step --> "subject"
--- ```
---@param source strata.Entity|strata.Effect the entity or effect to explain
---@return strata.Why
function Entity:why_not(source) end

--- Moves the entity to a zone, where it becomes a new object (400.7): base values of its definition
--- and values of attributes declared `kept`. Effects on the old object end, and its handle becomes
--- stale. Cost O(attributes), the evaluation of last known information, and O(position).
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- bear = bear:move("graveyard", { player = A })
--- bear.zone --> "graveyard"
--- ```
---@param zone string|strata.Expr name of a zone, or `none` to leave all zones
---@param options? strata.MoveOptions owner of the zone, position, identity
---@return strata.Entity a handle of the new object
function Entity:move(zone, options) end

--- Options of Entity:move.
---@class strata.MoveOptions
--- the player whose zone it is; not given for a zone that all players share
---@field player? strata.Entity
---@field position? integer from 1 at the bottom, or from -1 at the top down; default: on top
---@field same? boolean true keeps the object: handle, effects and counters stay; default false

--- Returns the object that this one became by moving, or nil if it has not moved or its last known
--- information was discarded. Never raises for a stale handle, except in a handler from which the
--- new object is hidden. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- card = bear:move("graveyard", { player = A })
--- bear:successor() == card --> true
--- ```
---@return strata.Entity|nil
function Entity:successor() end

--- Returns the value of an attribute just before the object left its zone (608.2h). Raises if no
--- last known information exists. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- card = bear:move("graveyard", { player = A })
--- bear:last_known("power") --> 2
--- ```
---@param attribute string name of an attribute
---@return strata.Value
function Entity:last_known(attribute) end

--- Turns the object to another face: its base values become those of the given definition, except
--- attributes declared `kept` or `stamps` and counters. The object gets a new timestamp (712.8,
--- 613.7g). Cost O(base values).
---
--- ```lua
--- -- strata --pack classic repl
--- wolf = game:put("Kruin Outlaw")
--- wolf:transform("classic:kruin_outlaw_back")
--- wolf.name --> "Terror of Kruin Pass"
--- ```
---@param face string name of a definition
function Entity:transform(face) end

--- Returns the name of the definition that the entity was created from, or nil. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Grizzly Bears"):definition() --> "classic:grizzly_bears"
--- ```
---@return string|nil
function Entity:definition() end

--- Returns the player whose zone the entity is in, or nil in a shared zone or in none. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Forest", "hand", "B"):zone_player() --> B #3:1
--- ```
---@return strata.Entity|nil
function Entity:zone_player() end

--- Returns the timestamp of the object: when it entered its zone, or last got a new one. Objects
--- and effects share one sequence. Cost O(1).
---
--- ```lua
--- bear:timestamp() < giant:timestamp() --> true
--- ```
---@return integer
function Entity:timestamp() end

--- Gives the object a new timestamp (613.7d-j). Cost O(1).
---
--- ```lua
--- bear:restamp()
--- bear:timestamp() > giant:timestamp() --> true
--- ```
function Entity:restamp() end

--- Returns the abilities of the object in order, with the origin of each. Cost O(abilities), and
--- one evaluation pass if the state has changed.
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Soul Warden"):abilities()[1]
--- --> { name = "classic:soul_warden.1", origin = "printed", timestamp = 5 }
--- ```
---@return strata.AbilityRow[]
function Entity:abilities() end

--- One ability of an object.
---@class strata.AbilityRow
---@field name string name of the ability
--- "printed": a base value, or copied; "intrinsic": from a law; "granted": from an effect
---@field origin "printed"|"intrinsic"|"granted"
---@field giver strata.Entity|nil the source of the effect that granted it
---@field timestamp integer timestamp that an effect of this ability has (613.7a)

--- Returns the value of an attribute as it is after a layer. Base power, for example, is the power
--- after the layer that sets it (208.4b). Cost as for Entity:why.
---
--- ```lua
--- bear:value_after("pt.set", "power") --> 2
--- ```
---@param layer strata.Layer name or number of a layer
---@param attribute string name of an attribute
---@return strata.Value
function Entity:value_after(layer, attribute) end

--- An array of names. `tostring` gives "{creature, elf}", and `==` compares the contents. The value
--- of an attribute of type abilities is a set that keeps its own order.
---@class strata.Set: string[]
local Set = {}

--- Returns whether the set contains a name. Cost O(size of the set).
---
--- ```lua
--- bear.types:has("creature") --> true
--- ```
---@param name string name of a symbol or an ability
---@return boolean
function Set:has(name) end

-- -- Effects -----------------------------------------------------------------

--- A handle of a continuous effect.
---@class strata.Effect
---@field name string name given at creation, or ""
---@field id string "~3:1": slot and generation
---@field world strata.World the world of the effect
---@field source strata.Entity|nil entity that `this` denotes
---@field timestamp integer position in the sequence of timestamps
---@field clock string|nil clock whose ticks end the effect
---@field ticks_left integer remaining ticks, 0 if the clock does not end it
---@field group string|nil stacking group
---@field priority integer order within a layer that sorts by priority
---@field parts integer number of modifications
--- number of affected entities if they are fixed, 0 if a predicate selects them
---@field targets integer
---@field subject string text of the predicate, "" if the affected entities are fixed
local Effect = {}

--- Ends the effect. Cost O(modifications * affected entities).
---
--- ```lua
--- world:effects()[2]:remove()
--- bear.power --> 3
--- ```
function Effect:remove() end

--- Returns whether the effect is in force. Never raises for a stale handle. Cost O(1).
---
--- ```lua
--- world:effects()[1]:is_alive() --> true
--- ```
---@return boolean
function Effect:is_alive() end

--- Restarts the duration of the effect. Raises if the effect was created without a clock. Cost
--- O(1).
---
--- ```lua
--- world:effects()[2]:refresh(2)
--- world:effects()[2].ticks_left --> 2
--- ```
---@param ticks integer number of ticks after which the effect ends, 0 for never
function Effect:refresh(ticks) end

-- -- Explanations ------------------------------------------------------------

--- The explanation of a value, or of the order within a layer: rows in order of application.
--- `tostring` gives the text. It remains valid after its world is gone.
---@class strata.Why
---@field [integer] strata.WhyRow
---@field base strata.Value from Entity:why: the base value
---@field value strata.Value from Entity:why: the current value
---@field text string the explanation as lines of text
---@field entity strata.Entity from Entity:why and Entity:why_not: the explained entity
---@field attribute string from Entity:why: the explained attribute
--- from Entity:why_not: the entity or effect whose modifications are explained
---@field of strata.Entity|strata.Effect
---@field layer strata.Layer from World:graph: the explained layer
---@field dot string|nil from World:graph: the text of a graph for Graphviz

--- One modification in an explanation.
---@class strata.WhyRow
---@field layer string name of the layer
---@field op string name of the operation
---@field attr string name of the attribute
--- "applied", or the first reason why it was not
---@field step "applied"|"condition"|"subject"|"stacking"|"lost"|"zone"
--- the reason for its position in the order
---@field because "timestamp"|"priority"|"cda"|"law"|"depends"|"loop"
--- for "depends" and "loop" (613.8): the modification that had to come first; else ""
---@field waited_for string
--- for "depends": what the other modification would have changed; else ""
---@field difference string
--- for "lost": the effect that removed the ability; for "subject": the effect by which its subject
--- came to leave the entity out; else ""
---@field taken_by string
--- the rule of its position, or by which it does nothing, such as "613.6"; "" if there is none
---@field rule string
--- of an effect that is locked to one entity: that entity
---@field target strata.Entity|nil
---@field name string name of the effect
---@field operand string the operand, such as "+3"
---@field formula string the expression that the operand was computed from, or ""
---@field before strata.Value value before the modification
---@field after strata.Value value after the modification
---@field effect strata.Effect the effect that the modification belongs to
---@field source strata.Entity|nil entity that `this` denotes
---@field timestamp integer timestamp of the effect

--- Explains a current value; the same as Entity:why. Cost O(modifications that could affect the
--- attribute).
---
--- ```lua
--- strata.why(elf, "power")
--- --> power = 2
--- -->   base              -> 1
--- -->   pt.modify  add 1  -> 2  Glorious Anthem from #6:1, timestamp 7
--- ```
---@param entity strata.Entity the entity to explain
---@param attribute string name of an attribute
---@return strata.Why
function strata.why(entity, attribute) end
