---@meta
-- luacheck: ignore 111 112 211 212 241
--- Handlers: the context that a handler function receives. Nothing in this file runs.

-- -- Handlers ----------------------------------------------------------------

--- The context of a running handler: the argument of a function that the instruction "run" calls.
---
--- When an answer arrives, a handler goes on where it waits, or is executed again from its start,
--- as in a fork or a loaded world; it cannot tell which. So it must not keep state. The values of
--- its upvalues are fixed when the rules are created: tables are frozen (reading, #, ipairs and
--- pairs still work; `type` returns "userdata"), and rules with a handler that assigns to an
--- upvalue or global are refused, with file and line. State belongs into notes of the world. If a
--- handler raises, the action is taken back, and the error names the place.
---
--- Parameters and variables of the program are fields of the context (`ctx.target`). Assigning one
--- binds it for the following instructions. Any other name raises.
---
--- ```lua
--- handlers = {
---   grind = function(ctx)
---     local color = ctx:choose({ "red", "blue", by = ctx.you })
---     ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(ctx.event.player, "chosen", color)
---   end,
--- }
--- ```
---@class strata.Ctx
---@field this strata.Entity|nil object that has the handler, may be gone
---@field you strata.Entity|nil player who controls the program
---@field it strata.Entity|nil entity that the program is currently about
---@field event strata.Event|nil the event that the handler reacts to
---@field world strata.World the world: read-only, except where the instruction performs an event
---@field [string] strata.Value
local Ctx = {}

--- An event in progress; valid while the handler runs. Its fields are those of its event type. A
--- handler of a replacement effect can assign them, as long as the event has not happened (614.1).
--- Raises for a field that the event type does not have.
---@class strata.Event
---@field [string] strata.Value

--- Makes an event happen, with all events that it contains or that replace it. Inside "together"
--- and "instead" the event is only added to those that happen there. Omitted fields have the same
--- defaults, and cards are named in the same way, as for World:act. Raises as World:act does, and
--- where the handler modifies an event or writes. Cost: that of the event.
---
--- ```lua
--- handlers = {
---   gift = function(ctx)
---     ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---   end,
--- }
--- ```
---@param kind string name of an event type
---@param fields? table<string, strata.Value> values of the event's fields, by name
---@param options? strata.ActOptions originator and source; default: those of the handler
---@return integer number of events that happened: 1, or those in its place; 0: none, or not yet
---@return strata.Entity|nil the first entity that the event created or moved
---@return strata.Event the event
function Ctx:emit(kind, fields, options) end

--- Returns the events that happened within an event or in its place; each event stands before the
--- events that it contains. Cost O(events).
---
--- ```lua
--- handlers = {
---   gift = function(ctx)
---     local _, _, event = ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(nil, "contained", #ctx:came_of(event))
---   end,
--- }
--- ```
---@param event strata.Event an event that Ctx:emit returned
---@return strata.Event[]
function Ctx:came_of(event) end

--- Returns the event type of an event, never an alias. Cost O(1).
---
--- ```lua
--- handlers = {
---   gift = function(ctx)
---     local _, _, event = ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(nil, "is_gain", ctx:kind_of(event) == "gain")
---   end,
--- }
--- ```
---@param event strata.Event an event that Ctx:emit returned
---@return string
function Ctx:kind_of(event) end

--- Returns the entity that an event created, or the object that an entity became by moving in it.
--- Cost O(1).
---
--- ```lua
--- handlers = {
---   makes = function(ctx)
---     local _, _, event = ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(nil, "made_somebody", ctx:made_by(event) ~= nil)
---   end,
--- }
--- ```
---@param event strata.Event an event that Ctx:emit returned
---@return strata.Entity|nil
function Ctx:made_by(event) end

--- Prevents the event of a replacement effect from happening (614.6). Cost O(1).
---
--- ```lua
--- handlers = {
---   no_small_gains = function(ctx)
---     if ctx.event.amount < 2 then
---       ctx:stop()
---     end
---   end,
--- }
--- ```
function Ctx:stop() end

--- A question to a player. The list part holds the options: entities, numbers, symbols of the
--- rules, other texts, or tables { value = , text = , outcome = }. A question without options says
--- its `purpose` or a `prompt`; with a prompt alone it is for a "number" if `most` is given, and
--- else "may" (yes or no). So a list that happens to be empty is no question for yes or no.
---@class strata.Ask
---@field [integer] strata.Value|strata.Option
---@field by? strata.Entity player who decides, and not a card or token in a zone
---@field source? strata.Entity object that asks
---@field purpose? strata.Purpose what the answer is used for; default "choose"
---@field prompt? string text to show to the player
--- smallest number of options, default 1; for "order" default: all; for "number", "divide" and
--- "allocate" the smallest amount, default 0
---@field least? integer
--- largest number of options, default 1; for "order" default: all; for "divide" and "allocate"
--- default: the total
---@field most? integer
---@field total? integer for "divide" and "allocate": the sum of the amounts
---@field ordered? boolean true if the order of the chosen options matters; default false
--- true if other players may not see the answer before all answers are given; default false
---@field hidden? boolean

--- Asks a player and returns the answer: the chosen option; a list, if more than one may be chosen
--- or their order matters; nil, if no option is chosen. For "may" it is true or false, for "number"
--- the number, for "divide" and "allocate" the amount of each option.
---
--- Where the handler says what happens as an object enters, the object itself, objects that enter
--- at the same time and those that are taken already are left out of the options (614.13); then at
--- most as many are chosen as are left.
---
--- A question with one legal answer is not asked. If the answer is not known yet, the handler waits
--- at this call, or ends there, which pcall does not catch, and is executed again from its start
--- when the answer is known. Raises where an event is performed. Cost O(options).
---
--- ```lua
--- handlers = {
---   asks = function(ctx)
---     ctx:note(nil, "color", ctx:choose({ "red", "blue", by = ctx.you }))
---   end,
--- }
--- ```
---@param ask strata.Ask the question
---@return strata.Value|(strata.Value)[] the answer
function Ctx:choose(ask) end

--- Asks several questions at once. They may be answered in any order; the handler continues when
--- all answers are known. Cost O(options).
---
--- ```lua
--- handlers = {
---   asks_twice = function(ctx)
---     local answers = ctx:choose_all({ { 1, 2, by = ctx.you }, { 3, 4, by = ctx.you } })
---     ctx:note(nil, "sum", answers[1] + answers[2])
---   end,
--- }
--- ```
---@param asks strata.Ask[] the questions
---@return (strata.Value|(strata.Value)[])[] answers in the order of `asks`
function Ctx:choose_all(asks) end

--- Returns a random number from 1 to `sides`, drawn from the world's random numbers. Cost O(1).
---
--- ```lua
--- handlers = {
---   lucky = function(ctx)
---     ctx:note(ctx.event.player, "rolled", ctx:roll(6))
---   end,
--- }
--- ```
---@param sides integer number of sides, at least 1
---@return integer
function Ctx:roll(sides) end

--- Adds a value to the notes of an entity, or of the world, as World:note does. It is taken back
--- together with the action. Cost O(1).
---
--- ```lua
--- handlers = {
---   marks = function(ctx)
---     ctx:note(ctx.event.player, "seen", true)
---   end,
--- }
--- ```
---@param owner strata.Entity|nil an entity; nil: the world itself
---@param key string any text
---@param value integer|boolean|strata.Entity|string|nil nil removes all values under the key
function Ctx:note(owner, key, value) end

--- Returns the values noted under a key, oldest first, as World:noted does. Cost O(notes of the
--- owner).
---
--- ```lua
--- handlers = {
---   once = function(ctx)
---     if #ctx:noted(ctx.event.player, "seen") == 0 then
---       ctx:note(ctx.event.player, "seen", true)
---     end
---   end,
--- }
--- ```
---@param owner strata.Entity|nil an entity; nil: the world itself
---@param key string any text
---@param type? "any"|"int"|"flag"|"ref"|"sym" how to read the values; default "any"
---@return (integer|boolean|strata.Entity|string)[]
function Ctx:noted(owner, key, type) end
