---@meta
-- luacheck: ignore 111 112 211 212 241
--- Entities, sets, effects and explanations: more of world_api.lua, for editors and readers.
--- Nothing here runs.

---@class strata
local strata = {}

-- -- Entities ----------------------------------------------------------------

--- A handle: it stays one when the entity is gone, and then every use of it raises. Two handles of
--- one entity are equal by ==, but not as keys of a table. tostring gives "Grizzly Bears #3:1", by
--- the text or sym attribute `name`.
---
--- Each attribute is a field with its current value: int an integer, flag a boolean, set an array
--- of names in their order, abilities one in the order in which it has them, ref an entity or nil,
--- sym a name or nil, text a string. Cost O(1) if cached.
---@class strata.Entity
--- Base values, also to be assigned. Raises for a wrong type or range.
---@field base table<string, strata.Value>
---@field id string "#3:1": slot and generation
---@field world strata.World
---@field [string] strata.Value
local Entity = {}

--- Remove it from the world. Cost O(attributes + symbols + its effects).
---
--- ```lua
--- elf:remove()
--- elf:is_alive() --> false
--- ```
function Entity:remove() end

--- Whether it is still in its world. Never raises for a stale handle. Cost O(1).
---
--- ```lua
--- bear:is_alive() --> true
--- ```
---@return boolean
function Entity:is_alive() end

--- End all effects that are locked to it, for it. Cost O(its effects).
---
--- ```lua
--- bear:clear()
--- bear.power --> 3
--- ```
function Entity:clear() end

--- Whether one of its sets holds a symbol now. Cost O(1) per set whose domain holds it.
---
--- ```lua
--- bear:has("bear") --> true
--- ```
---@param symbol string
---@return boolean
function Entity:has(symbol) end

--- Explain a current value. Cost O(parts that could touch it).
---
--- ```lua
--- bear:why("power")
--- --> power = 6
--- -->   base              -> 2
--- -->   pt.modify  add 1  -> 3  Glorious Anthem from #6:1, timestamp 7
--- -->   pt.modify  add 3  -> 6  Giant Growth, timestamp 8
--- ```
---@param attribute string
---@return strata.Why
function Entity:why(attribute) end

--- Explain what somebody's abilities and effects, or one effect, do to this entity, and why not: a
--- row for each of their parts. Cost: one pass with a trace.
---
--- ```lua
--- giant:why_not(anthem)[1].step --> "subject"
--- ```
---@param source strata.Entity|strata.Effect
---@return strata.Why
function Entity:why_not(source) end

--- Move it: it becomes a new object with the base values of its definition and those that are
--- kept; effects on the old one end, and its handle is stale (400.7). Cost O(attributes), and what
--- they read; O(position).
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- bear = bear:move("graveyard", { player = A })
--- bear.zone --> "graveyard"
--- ```
---@param zone string|strata.Expr `none`: out of all zones
---@param options? strata.MoveOptions
---@return strata.Entity moved its new handle
function Entity:move(zone, options) end

---@class strata.MoveOptions
---@field player? strata.Entity whose zone; of a shared one nobody's
---@field position? integer from 1 at the bottom, from -1 at the top; on top
---@field same? boolean it stays the same object: handle, effects, counters; false

--- What it has become by moving; nil if it has not moved, or what it was is forgotten. Never raises
--- for a stale handle, but in a handler if what it has become is hidden from it. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- card = bear:move("graveyard", { player = A })
--- bear:successor() == card --> true
--- ```
---@return strata.Entity|nil
function Entity:successor() end

--- A value as it was just before it moved and became another (608.2h). Raises if nothing is known
--- of it. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- bear = game:put("Grizzly Bears")
--- card = bear:move("graveyard", { player = A })
--- bear:last_known("power") --> 2
--- ```
---@param attribute string
---@return strata.Value
function Entity:last_known(attribute) end

--- Turn to another face: base values become those of a definition, but for what is kept, counters,
--- and what stamps. It gets a new timestamp (712.8, 613.7g). Cost O(base values).
---
--- ```lua
--- -- strata --pack classic repl
--- wolf = game:put("Kruin Outlaw")
--- wolf:transform("classic:kruin_outlaw_back")
--- wolf.name --> "Terror of Kruin Pass"
--- ```
---@param face string
function Entity:transform(face) end

--- The definition that it was spawned from. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Grizzly Bears"):definition() --> "classic:grizzly_bears"
--- ```
---@return string|nil
function Entity:definition() end

--- Whose zone it is in, nil in a shared one or none. Cost O(1).
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Forest", "hand", "B"):zone_player() --> B #3:1
--- ```
---@return strata.Entity|nil
function Entity:zone_player() end

--- When it entered its zone or was last renewed; of one sequence with those of effects. Cost O(1).
---
--- ```lua
--- bear:timestamp() < giant:timestamp() --> true
--- ```
---@return integer
function Entity:timestamp() end

--- Give it a new timestamp (613.7d-j). Cost O(1).
---
--- ```lua
--- bear:restamp()
--- bear:timestamp() > giant:timestamp() --> true
--- ```
function Entity:restamp() end

--- Its abilities, in order, with where they come from. Cost O(abilities), and a pass if something
--- has changed.
---
--- ```lua
--- -- strata --pack classic repl
--- game:put("Soul Warden"):abilities()[1]
--- --> { name = "classic:soul_warden.1", origin = "printed", timestamp = 5 }
--- ```
---@return strata.AbilityRow[]
function Entity:abilities() end

---@class strata.AbilityRow
---@field name string
---@field origin "printed"|"intrinsic"|"granted" base value or copied; a law's; an effect's
---@field giver strata.Entity|nil the source of the effect that granted it
---@field timestamp integer what an effect of it gets (613.7a)

--- A value as it stands after a layer: base power is power after the layer that sets it (208.4b).
--- Cost as of why.
---
--- ```lua
--- bear:value_after("pt.set", "power") --> 2
--- ```
---@param layer strata.Layer
---@param attribute string
---@return strata.Value
function Entity:value_after(layer, attribute) end

--- A plain array of names; tostring gives "{creature, elf}", == compares by content. A list of
--- abilities is one too, in its own order.
---@class strata.Set: string[]
local Set = {}

--- Whether the set holds a name. Cost O(its size).
---
--- ```lua
--- bear.types:has("creature") --> true
--- ```
---@param name string
---@return boolean
function Set:has(name) end

-- -- Effects -----------------------------------------------------------------

---@class strata.Effect
---@field name string "" for none
---@field id string "#3:1"
---@field world strata.World
---@field source strata.Entity|nil
---@field timestamp integer
---@field clock string|nil
---@field ticks_left integer 0: the clock does not end it
---@field group string|nil
---@field priority integer
---@field parts integer how many
---@field targets integer how many; 0 if it has a predicate
---@field subject string the predicate, "" if its targets are locked
local Effect = {}

--- End it. Cost O(parts * targets).
---
--- ```lua
--- world:effects()[2]:remove()
--- bear.power --> 3
--- ```
function Effect:remove() end

--- Whether it still lasts. Never raises for a stale handle. Cost O(1).
---
--- ```lua
--- world:effects()[1]:is_alive() --> true
--- ```
---@return boolean
function Effect:is_alive() end

--- Give it a new duration from now. Raises if it was made without a clock. Cost O(1).
---
--- ```lua
--- world:effects()[2]:refresh(2)
--- world:effects()[2].ticks_left --> 2
--- ```
---@param ticks integer 0: the clock does not end it
function Effect:refresh(ticks) end

-- -- Explanations ------------------------------------------------------------

--- Rows in the order of application; tostring gives the text. It outlives the world.
---@class strata.Why
---@field [integer] strata.WhyRow
---@field base strata.Value of `why`
---@field value strata.Value of `why`
---@field text string
---@field entity strata.Entity of `why` and `why_not`
---@field attribute string of `why`
---@field of strata.Entity|strata.Effect of `why_not`
---@field layer strata.Layer of `graph`
---@field dot string|nil of `graph`: for Graphviz

---@class strata.WhyRow
---@field layer string
---@field op string
---@field attr string the attribute
---@field step "applied"|"condition"|"subject"|"stacking"|"lost"|"zone" applied, or why not
--- Why it stands where it does.
---@field because "timestamp"|"priority"|"cda"|"law"|"depends"|"loop"
---@field waited_for string whom, where it depends or they wait for each other (613.8); else ""
---@field difference string what the other would have changed, or who took its ability; else ""
---@field name string of the effect
---@field operand string "+3"
---@field formula string the expression that gave the operand, or ""
---@field before strata.Value
---@field after strata.Value
---@field effect strata.Effect
---@field source strata.Entity|nil
---@field timestamp integer

--- The same as entity:why(attribute).
---
--- ```lua
--- strata.why(elf, "power")
--- --> power = 2
--- -->   base              -> 1
--- -->   pt.modify  add 1  -> 2  Glorious Anthem from #6:1, timestamp 7
--- ```
---@param entity strata.Entity
---@param attribute string
---@return strata.Why
function strata.why(entity, attribute) end
