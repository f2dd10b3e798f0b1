---@meta
-- luacheck: ignore 111 112 211 212 241
--- Worlds that outlive what they were made with: saves, other rules, handlers that have failed; for
--- editors and readers. Nothing here runs.
local World = {}

--- A handler that is disabled: whatever would run it passes it over.
---@class strata.Fault
---@field handler string
---@field code? string what ran it
---@field kind? "host"|"error"|"budget"|"memory"|"stack"|"return"|"limit" "host"
---@field action? integer in which it failed, or before which it was disabled, from 1
---@field text? string what has failed, where and after what, in the world that saw it

--- The handlers that are disabled, in the order in which they were. Cost O(them).
---
--- ```lua
--- world:faults() --> {}
--- ```
---@return strata.Fault[]
function World:faults() end

--- Disable a handler, as if it had failed; what world:faults() says of one in another world gives
--- the same state. One that is disabled stays so. Raises while a decision is open.
--- Cost O(disabled).
---
--- ```lua
--- -- strata --pack delve repl
--- world:disable("delve:leech_1_h1")
--- world:faults()[1].handler --> "delve:leech_1_h1"
--- ```
---@param handler string|strata.Fault
function World:disable(handler) end

--- Let a handler run again. Raises while a decision is open. Cost O(disabled).
---
--- ```lua
--- -- strata --pack delve repl
--- world:disable("delve:leech_1_h1")
--- world:enable("delve:leech_1_h1")
--- world:faults() --> {}
--- ```
---@param handler string
function World:enable(handler) end

--- The state as bytes, for Rules:load, behind the names and hashes of the packs that the rules are
--- made of, if any. Cost O(state), the first time also of the packs' bytes.
---
--- ```lua
--- #world:save() > 0 --> true
--- ```
---@return string
function World:save() end

--- Put the world under other rules, in place, as when a pack has changed while its game runs:
--- values, handles and hash are as they were, and what the rules say is new. An open decision stays
--- open, and its answer is under the new rules. Marks become stale, and expressions that were
--- compiled for the old rules are not for this world any more. Raises, and leaves the world as it
--- was, if the rules lack a name that it uses; on a world that a host gave to a script; and in the
--- middle of an action, but for a world that was made in it. Cost O(state).
---
--- ```lua
--- copy = world:fork() copy:reload(world.rules)
--- copy:hash() == world:hash() --> true
--- ```
---@param rules strata.Rules
function World:reload(rules) end

--- The names that the world uses and other rules lack: what keeps it from being reloaded under
--- them, or loaded. An attribute of another type counts as lacking. Cost O(state).
---
--- ```lua
--- rules = strata.rules({ layers = "numbers", attributes = { name = "text" } })
--- world:lacks(rules)[1] --> { kind = "attribute", name = "colors" }
--- ```
---@param rules strata.Rules
---@return { kind: string, name: string }[] names by kinds: "attribute", "ability", ...
function World:lacks(rules) end
