---@meta
-- luacheck: ignore 111 112 211 212 241
--- Chains of handlers, for editors and readers. Nothing here runs.
---
--- An event of a kind with phases passes along the chain of each: handlers of all (of the world),
--- of its affected's definition, and of that entity alone, the highest rank first. Handlers are
--- codes of the role "handle", and are called by name; a list of names is a group: all or none.
local World = {}
local Entity = {}
local Ctx = {}

---@class strata.Lasting
---@field clock string
---@field ticks? integer how often it ticks until they leave; 1

--- Let handlers join the chain of all. Raises if one is there already. Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- world:hook("delve:guarded") --> 1
--- world:is_hooked("delve:guarded") --> true
--- ```
---@param names string|string[]
---@param lasting? strata.Lasting for good
---@return integer how many
function World:hook(names, lasting) end

--- The same, but those that are there already are passed by. Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- world:try_hook("delve:guarded", { clock = "turn" }) --> 1
--- world:try_hook("delve:guarded") --> 0
--- ```
---@param names string|string[]
---@param lasting? strata.Lasting for good
---@return integer how many were not there
function World:try_hook(names, lasting) end

--- Let handlers leave the chain of all, also those that rules print there; what they have stored is
--- forgotten. A pass that is going on still calls them. Raises if one is not there, naming it. Cost
--- O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- world:unhook("delve:armor") --> 1
--- ```
---@param names string|string[]
---@return integer how many
function World:unhook(names) end

--- The same, but those that are not there are passed by. Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- world:try_unhook("delve:guarded") --> 0
--- ```
---@param names string|string[]
---@return integer how many were there
function World:try_unhook(names) end

--- Whether a handler is in the chain of all. Cost O(rows).
---
--- ```lua
--- -- strata --pack delve repl
--- world:is_hooked("delve:armor") --> true
--- ```
---@param name string
---@return boolean
function World:is_hooked(name) end

---@class strata.Link
---@field name string of the handler
---@field rank integer
---@field own boolean in the chain of its definition or its own, not in that of all
---@field hooked boolean not printed by the rules

--- All whom an event of a kind would meet in a phase that is about nobody, in order. Cost
--- O(n log n).
---
--- ```lua
--- -- strata --pack delve repl
--- world:chain("hit", "before")[1]
--- --> { hooked = false, name = "delve:shrugs_off", own = false, rank = 2000000 }
--- ```
---@param kind string
---@param phase string
---@return strata.Link[]
function World:chain(kind, phase) end

--- What a handler has stored in the chain of all, under a name of its code. Raises if it is not
--- there. Cost O(rows).
---
--- ```lua
--- -- strata --pack delve repl
--- pcall(world.hook_get, world, "delve:guarded", "count")
--- --> false, "hook_get: handler 'delve:guarded' is not in the chain hit.check of all"
--- ```
---@param handler string
---@param name string
---@return strata.Value
function World:hook_get(handler, name) end

--- Store a value for a handler in the chain of all, under a name of its code. Raises if the handler
--- is not there, or has no such name. Cost O(rows).
---
--- ```lua
--- -- strata --pack delve repl
--- pcall(world.hook_set, world, "delve:guarded", "count", 2)
--- --> false, "hook_set: handler 'delve:guarded' is not in the chain hit.check of all"
--- ```
---@param handler string
---@param name string
---@param value strata.Value
function World:hook_set(handler, name, value) end

---@class strata.PassOptions
---@field by? strata.Entity
---@field source? strata.Entity
---@field whole? boolean whoever stops it, all are called; false

---@class strata.Passed
---@field called integer so many handlers
---@field stopped boolean
---@field ended boolean the `until` of the phase holds
---@field by? string who has stopped it

--- Let an event pass along a chain, and not happen: an action. Cost: its handlers'.
---
--- ```lua
--- -- strata --pack delve repl
--- fields, passed = world:pass("hit", "before", { who = game:put("Knight"), amount = 9 })
--- fields.amount, passed.called --> 0, 2
--- ```
---@param kind string
---@param phase string
---@param fields? table<string, strata.Value>
---@param options? strata.PassOptions
---@return table<string, strata.Value>|nil fields as they were left; nil: a decision is open
---@return strata.Passed|"decide"
function World:pass(kind, phase, fields, options) end

--- As of a world, for the chain of one entity, which shares those of its definition until then.
--- Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- rat = game:put("Rat")
--- rat:hook("delve:guarded", { clock = "turn" }) --> 1
--- rat:is_hooked("delve:guarded") --> true
--- ```
---@param names string|string[]
---@param lasting? strata.Lasting for good
---@return integer how many
function Entity:hook(names, lasting) end

--- The same, but those that are there already are passed by. Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Rat"):try_hook("delve:guarded") --> 1
--- ```
---@param names string|string[]
---@param lasting? strata.Lasting for good
---@return integer how many were not there
function Entity:try_hook(names, lasting) end

--- Let handlers leave the chain of one entity, also those that its definition prints. Raises if one
--- is not there, naming it. Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Slime"):unhook("delve:rage") --> 1
--- ```
---@param names string|string[]
---@return integer how many
function Entity:unhook(names) end

--- The same, but those that are not there are passed by. Cost O(names * rows).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Rat"):try_unhook("delve:rage") --> 0
--- ```
---@param names string|string[]
---@return integer how many were there
function Entity:try_unhook(names) end

--- Whether a handler is in the chain of one entity. Cost O(rows).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Slime"):is_hooked("delve:rage") --> true
--- ```
---@param name string
---@return boolean
function Entity:is_hooked(name) end

--- All whom an event of a kind would meet in a phase that is about this entity, in order. Cost
--- O(n log n).
---
--- ```lua
--- -- strata --pack delve repl
--- game:put("Slime"):chain("hit", "after")[1].name --> "delve:rage"
--- ```
---@param kind string
---@param phase string
---@return strata.Link[]
function Entity:chain(kind, phase) end

--- What a handler has stored for this entity, under a name of its code. Raises if it is not there.
--- Cost O(rows).
---
--- ```lua
--- -- strata --pack delve repl
--- slime = game:put("Slime")
--- world:act("hit", { who = slime, amount = 4 }) --> "done"
--- slime:hook_get("delve:rage", "count") --> 0
--- ```
---@param handler string
---@param name string
---@return strata.Value
function Entity:hook_get(handler, name) end

--- Store a value for a handler in the chain of this entity. Raises if it is not there. Cost
--- O(rows).
---
--- ```lua
--- -- strata --pack delve repl
--- slime = game:put("Slime")
--- slime:hook_set("delve:rage", "count", 2)
--- slime:hook_get("delve:rage", "count") --> 2
--- ```
---@param handler string
---@param name string
---@param value strata.Value
function Entity:hook_set(handler, name, value) end

--- Of a handler of a chain: it leaves the chain when it is done, as if it returned "drop". That
--- nobody behind it is called says ctx:stop(), or returning false. Cost O(1).
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
