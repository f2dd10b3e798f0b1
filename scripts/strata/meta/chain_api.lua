---@meta
-- luacheck: ignore 111 112 211 212 241
--- Handler chains. An event whose type has phases walks along the chain of each phase: the handlers
--- of the world (the chain of all), of the definition of the affected entity, and of that entity
--- alone, highest rank first. A handler is a watcher definition with the role "handle", and is
--- called by its name. A list of names is hooked as a group: all of them or none. Nothing in this
--- file runs.
local World = {}
local Entity = {}
local Ctx = {}

--- The duration of a hooked handler.
---@class strata.Lasting
---@field clock string name of a clock
---@field ticks? integer number of ticks after which the handlers are unhooked; default 1

--- Hooks handlers into the chain of all. Raises if one of them is already in the chain. Cost
--- O(names * chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- world:hook("delve:guarded") --> 1
--- world:is_hooked("delve:guarded") --> true
--- ```
---@param names string|string[] names of handlers
---@param lasting? strata.Lasting duration; default: until they are unhooked
---@return integer number of hooked handlers
function World:hook(names, lasting) end

--- Hooks those of the handlers that are not in the chain of all yet. Cost O(names * chain
--- overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- world:try_hook("delve:guarded", { clock = "turn" }) --> 1
--- world:try_hook("delve:guarded") --> 0
--- ```
---@param names string|string[] names of handlers
---@param lasting? strata.Lasting duration; default: until they are unhooked
---@return integer number of handlers that were not in the chain
function World:try_hook(names, lasting) end

--- Removes handlers from the chain of all, including those that the rules print there, and discards
--- the values that they stored. A walk that has started still calls them. Raises an error with the
--- name of a handler that is not in the chain. Cost O(names * chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- world:unhook("delve:armor") --> 1
--- ```
---@param names string|string[] names of handlers
---@return integer number of removed handlers
function World:unhook(names) end

--- Removes those of the handlers that are in the chain of all. Cost O(names * chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- world:try_unhook("delve:guarded") --> 0
--- ```
---@param names string|string[] names of handlers
---@return integer number of handlers that were in the chain
function World:try_unhook(names) end

--- Returns whether a handler is in the chain of all. Cost O(chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- world:is_hooked("delve:armor") --> true
--- ```
---@param name string name of a handler
---@return boolean
function World:is_hooked(name) end

--- One handler of a chain.
---@class strata.Link
---@field name string name of the handler
---@field rank integer its rank; a handler with a higher rank is called earlier
---@field own boolean true in the chain of the entity or its definition, false in the chain of all
---@field hooked boolean false if the rules print the handler in the chain

--- Returns the handlers that an event would walk along in a phase that concerns no entity, in
--- order. Cost O(n log n).
---
--- ```lua
--- -- strata --pack delve repl
--- world:chain("hit", "before")[1]
--- --> { hooked = false, name = "delve:shrugs_off", own = false, rank = 2000000 }
--- ```
---@param kind string name of an event type
---@param phase string name of one of its phases
---@return strata.Link[]
function World:chain(kind, phase) end

--- Returns a value that a handler has stored in the chain of all. Raises if the handler is not in
--- the chain. Cost O(chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- pcall(world.hook_get, world, "delve:guarded", "count")
--- --> false, "hook_get: handler 'delve:guarded' is not in the chain hit.check of all"
--- ```
---@param handler string name of a handler
---@param name string name of a variable that the handler declares in `store`
---@return strata.Value
function World:hook_get(handler, name) end

--- Stores a value for a handler in the chain of all. Raises if the handler is not in the chain, or
--- does not declare the variable. Cost O(chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- pcall(world.hook_set, world, "delve:guarded", "count", 2)
--- --> false, "hook_set: handler 'delve:guarded' is not in the chain hit.check of all"
--- ```
---@param handler string name of a handler
---@param name string name of a variable that the handler declares in `store`
---@param value strata.Value the new value
function World:hook_set(handler, name, value) end

--- Options of World:pass.
---@class strata.PassOptions
---@field by? strata.Entity entity that makes the event: its field `by`
---@field source? strata.Entity cause of the event: its field `cause`
---@field whole? boolean true calls all handlers even if one stops the walk; default false

--- The result of a walk along a chain.
---@class strata.Passed
---@field called integer number of handlers that were called
---@field stopped boolean true if a handler stopped the walk
---@field ended boolean true if the condition `ends` of the phase holds
---@field by? string name of the handler that stopped the walk
---@field partly boolean true if handlers that have failed were left out: see World:faults

--- Lets an event walk along a chain without happening, as an action. Cost: that of the called
--- handlers.
---
--- ```lua
--- -- strata --pack delve repl
--- fields, passed = world:pass("hit", "before", { who = game:put("Knight"), amount = 9 })
--- fields.amount, passed.called --> 7, 1
--- ```
---@param kind string name of an event type
---@param phase string name of one of its phases
---@param fields? table<string, strata.Value> values of the event's fields, by name
---@param options? strata.PassOptions originator, cause, and whether a stop counts
---@return table<string, strata.Value>|nil fields after the walk; nil if a decision is open
---@return strata.Passed|"decide"
function World:pass(kind, phase, fields, options) end

--- Hooks handlers into the chain of this entity, which until then shares the chain of its
--- definition. Raises if one of them is already in the chain. Cost O(names * chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- rat = game:put("Rat")
--- rat:hook("delve:guarded", { clock = "turn" }) --> 1
--- rat:is_hooked("delve:guarded") --> true
--- ```
---@param names string|string[] names of handlers
---@param lasting? strata.Lasting duration; default: until they are unhooked
---@return integer number of hooked handlers
function Entity:hook(names, lasting) end

--- Hooks those of the handlers that are not in the chain of this entity yet. Cost O(names * chain
--- overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Rat"):try_hook("delve:guarded") --> 1
--- ```
---@param names string|string[] names of handlers
---@param lasting? strata.Lasting duration; default: until they are unhooked
---@return integer number of handlers that were not in the chain
function Entity:try_hook(names, lasting) end

--- Removes handlers from the chain of this entity, including those that its definition prints.
--- Raises an error with the name of a handler that is not in the chain. Cost O(names * chain
--- overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Slime"):unhook("delve:rage") --> 1
--- ```
---@param names string|string[] names of handlers
---@return integer number of removed handlers
function Entity:unhook(names) end

--- Removes those of the handlers that are in the chain of this entity. Cost O(names * chain
--- overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Rat"):try_unhook("delve:rage") --> 0
--- ```
---@param names string|string[] names of handlers
---@return integer number of handlers that were in the chain
function Entity:try_unhook(names) end

--- Returns whether a handler is in the chain of this entity. Cost O(chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Slime"):is_hooked("delve:rage") --> true
--- ```
---@param name string name of a handler
---@return boolean
function Entity:is_hooked(name) end

--- Returns the handlers that an event would walk along in a phase that concerns this entity, in
--- order. Cost O(n log n).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Slime"):chain("hit", "after")[1].name --> "delve:rage"
--- ```
---@param kind string name of an event type
---@param phase string name of one of its phases
---@return strata.Link[]
function Entity:chain(kind, phase) end

--- Returns a value that a handler has stored for this entity. Raises if the handler is not in the
--- chain. Cost O(chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- slime = game:put("Slime")
--- world:act("hit", { who = slime, amount = 4 }) --> "done"
--- slime:hook_get("delve:rage", "count") --> 1
--- ```
---@param handler string name of a handler
---@param name string name of a variable that the handler declares in `store`
---@return strata.Value
function Entity:hook_get(handler, name) end

--- Stores a value for a handler in the chain of this entity. Raises if the handler is not in the
--- chain. Cost O(chain overrides).
---
--- ```lua
--- -- strata --pack delve repl
--- slime = game:put("Slime")
--- slime:hook_set("delve:rage", "count", 2)
--- slime:hook_get("delve:rage", "count") --> 2
--- ```
---@param handler string name of a handler
---@param name string name of a variable that the handler declares in `store`
---@param value strata.Value the new value
function Entity:hook_set(handler, name, value) end

--- Removes the running chain handler from its chain when it is done; returning "drop" does the
--- same. To end the walk instead, so that no later handler is called, use ctx:stop() or return
--- false. Cost O(1).
---
--- ```lua
--- handlers = {
---   first_gain = function(ctx)
---     ctx:note(nil, "amount", ctx.event.amount)
---     ctx:drop()
---   end,
--- }
--- ```
function Ctx:drop() end
