---@meta
-- luacheck: ignore 111 112 211 212 241
--- What handlers are given: more of world_api.lua, for editors and readers. Nothing here runs.

-- -- Handlers ----------------------------------------------------------------

--- What a handler of the rules is given: a function that deed "run" calls. It may be run again from
--- its beginning whenever an answer comes, so it keeps nothing: what it names from outside is taken
--- as it is when the rules are made, its tables frozen (read, #, ipairs and pairs go on working,
--- and `type` says userdata), and rules whose handler assigns to anything outside are refused, with
--- file and line. What it wants to remember it notes in the world. If it raises, the action is
--- taken back, and the error says where.
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
---
--- Names that the program was given or has bound are fields too (`ctx.target`); to assign one binds
--- it anew, for the deeds that come. Raises for others.
---@class strata.Ctx
---@field this strata.Entity|nil whose handler it is, perhaps gone
---@field you strata.Entity|nil who acts
---@field it strata.Entity|nil whom the program is at
---@field event strata.Event|nil the event that it is about
---@field world strata.World to be read; where its deed performs an event, also to be written
---@field [string] strata.Value
local Ctx = {}

--- An event in flight, for as long as the handler runs. Its fields are those of its kind; where the
--- handler is a replacement's, and the event not yet happened, they can be assigned (614.1). Raises
--- for a field that its kind does not have.
---@class strata.Event
---@field [string] strata.Value

--- Make an event and let it happen, whole, with all that it contains and that takes its place. In
--- parts, "together" and "instead" it only joins the others that are collected there. Raises as
--- world:act does, and where the handler changes its event or writes. Cost: that of the event.
---
--- ```lua
--- handlers = {
---   gift = function(ctx)
---     ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---   end,
--- }
--- ```
---@param kind string
---@param fields? table<string, strata.Value>
---@param options? strata.ActOptions else those of the handler
---@return integer happened how many: 1 for itself, or what took its place; 0: nothing, or not yet
---@return strata.Entity|nil made who came of it first
---@return strata.Event event
function Ctx:emit(kind, fields, options) end

--- The events that happened within an event, or in its place, each before its own. Cost O(events).
---
--- ```lua
--- handlers = {
---   gift = function(ctx)
---     local _, _, event = ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(nil, "contained", #ctx:came_of(event))
---   end,
--- }
--- ```
---@param event strata.Event
---@return strata.Event[]
function Ctx:came_of(event) end

--- The kind of an event, never an alias. Cost O(1).
---
--- ```lua
--- handlers = {
---   gift = function(ctx)
---     local _, _, event = ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(nil, "is_gain", ctx:kind_of(event) == "gain")
---   end,
--- }
--- ```
---@param event strata.Event
---@return string
function Ctx:kind_of(event) end

--- Who was made by an event, or who moved in it is since. Cost O(1).
---
--- ```lua
--- handlers = {
---   makes = function(ctx)
---     local _, _, event = ctx:emit("gain", { player = ctx.event.player, amount = 2 })
---     ctx:note(nil, "made_somebody", ctx:made_by(event) ~= nil)
---   end,
--- }
--- ```
---@param event strata.Event
---@return strata.Entity|nil
function Ctx:made_by(event) end

--- Let the event of a replacement not happen (614.6). Cost O(1).
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

--- What is asked. Options stand in the list: entities, numbers, words of the rules, other texts, or
--- tables { value = , text = , outcome = }. Without any it is a "number" if `most` is given, else a
--- "may".
---@class strata.Ask
---@field [integer] strata.Value|strata.Option
---@field by? strata.Entity who decides
---@field source? strata.Entity what asks
---@field purpose? strata.Purpose "choose"
---@field prompt? string
---@field least? integer 1; of "order" all of them; of "number", "divide" and "allocate" 0
---@field most? integer 1; of "order" all of them; of "divide" and "allocate" the total
---@field total? integer of "divide" and "allocate"
---@field ordered? boolean the order in which options are named counts; false
---@field hidden? boolean others are not to see the answer before all are in; false

--- Ask, and go on with the answer: what was chosen of what was offered; a list of it where more
--- than one could be, or their order counts; nil where it is none; "may": true or false; "number":
--- the number; "divide" and "allocate": an amount for each option. Nobody is asked who has but one
--- answer. Where there is none yet, the handler ends here, whoever would catch that, and begins
--- anew once there is. Raises where an event is performed. Cost O(options).
---
--- ```lua
--- handlers = {
---   asks = function(ctx)
---     ctx:note(nil, "color", ctx:choose({ "red", "blue", by = ctx.you }))
---   end,
--- }
--- ```
---@param ask strata.Ask
---@return strata.Value|(strata.Value)[]
function Ctx:choose(ask) end

--- Ask several at once: they answer in any order, and the handler goes on when all have. Cost
--- O(options).
---
--- ```lua
--- handlers = {
---   asks_twice = function(ctx)
---     local answers = ctx:choose_all({ { 1, 2, by = ctx.you }, { 3, 4, by = ctx.you } })
---     ctx:note(nil, "sum", answers[1] + answers[2])
---   end,
--- }
--- ```
---@param asks strata.Ask[]
---@return (strata.Value|(strata.Value)[])[] answers in the order of `asks`
function Ctx:choose_all(asks) end

--- Roll a number from 1 to `sides`, by the world's chance. Cost O(1).
---
--- ```lua
--- handlers = {
---   lucky = function(ctx)
---     ctx:note(ctx.event.player, "rolled", ctx:roll(6))
---   end,
--- }
--- ```
---@param sides integer
---@return integer
function Ctx:roll(sides) end

--- Remember a value, as world:note does; it is taken back with the action. Cost O(1).
---
--- ```lua
--- handlers = {
---   marks = function(ctx)
---     ctx:note(ctx.event.player, "seen", true)
---   end,
--- }
--- ```
---@param owner strata.Entity|nil nil: the world itself
---@param key string
---@param value integer|boolean|strata.Entity|string|nil
function Ctx:note(owner, key, value) end

--- What is remembered, as world:noted. Cost O(notes of the owner).
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
---@param owner strata.Entity|nil
---@param key string
---@param type? "any"|"int"|"flag"|"ref"|"sym"
---@return (integer|boolean|strata.Entity|string)[]
function Ctx:noted(owner, key, type) end
