---@meta
-- luacheck: ignore 111 112 211 212 241
--- Saves, change of rules in a running game, and disabled handlers. Nothing in this file runs.
local World = {}

--- A disabled handler. An effect that would call it does nothing.
---@class strata.Fault
---@field handler string name of the handler
---@field code? string name of the watcher that called it
--- how it failed; default "host": a call of World:disable
---@field kind? "host"|"error"|"budget"|"memory"|"stack"|"return"|"limit"
--- number of the action, from 1, in which it failed, or before which it was disabled
---@field action? integer
--- the error with its place and traceback; only in the world in which it happened
---@field text? string

--- Returns the disabled handlers in the order in which they were disabled. Cost O(disabled
--- handlers).
---
--- ```lua
--- world:faults() --> {}
--- ```
---@return strata.Fault[]
function World:faults() end

--- Disables a handler as if it had failed. Given a row of World:faults from another world, it leads
--- to the same state as in that world. A handler that is already disabled stays so. Raises while a
--- decision is open. Cost O(disabled handlers).
---
--- ```lua
--- -- strata --pack delve repl
--- world:disable("delve:leech_1_h1")
--- world:faults()[1].handler --> "delve:leech_1_h1"
--- ```
---@param handler string|strata.Fault name of a handler, or a row of World:faults
function World:disable(handler) end

--- Enables a disabled handler. Raises while a decision is open. Cost O(disabled handlers).
---
--- ```lua
--- -- strata --pack delve repl
--- world:disable("delve:leech_1_h1")
--- world:enable("delve:leech_1_h1")
--- world:faults() --> {}
--- ```
---@param handler string name of a handler
function World:enable(handler) end

--- Returns the state as bytes for Rules:load, preceded by the names and hashes of the packs that
--- the rules are made of. Cost O(state), and for the first call O(bytes of the packs).
---
--- ```lua
--- #world:save() > 0 --> true
--- ```
---@return string a versioned save
function World:save() end

--- Replaces the rules of the world in place, for example after a pack was edited. Values, handles
--- and the hash stay the same; abilities, handlers and laws are those of the new rules. An open
--- decision stays open, and its answer is applied under the new rules. Savepoints become stale, and
--- expressions compiled for the old rules cannot be used with this world any more.
---
--- Raises, and leaves the world unchanged, if the new rules lack a name that the world uses, if a
--- host gave the world to the script, or within an action, unless the world was created in that
--- action. Cost O(state).
---
--- ```lua
--- copy = world:fork() copy:reload(world.rules)
--- copy:hash() == world:hash() --> true
--- ```
---@param rules strata.Rules the new rules
function World:reload(rules) end

--- Returns the names that the world uses and other rules do not declare: the reason why it cannot
--- be reloaded or loaded under them. An attribute that has another type in the rules counts as
--- missing. Cost O(state).
---
--- ```lua
--- rules = strata.rules({ layers = "numbers", attributes = { name = "text" } })
--- world:lacks(rules)[1] --> { kind = "attribute", name = "abilities" }
--- ```
---@param rules strata.Rules the other rules
---@return { kind: string, name: string }[] missing names and their categories
function World:lacks(rules) end
