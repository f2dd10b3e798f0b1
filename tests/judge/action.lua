--- An action of the judge: what it knows, asks and logs, from an event until all has settled.

local ask = require("ask")
local expr = require("expr")
local watchers = require("watchers")

local NONE <const> = expr.NONE

local Action = {}
Action.__index = Action

local M = { methods = Action }

--- How many events may happen in an action until the judge gives it up.
local MOST_EVENTS <const> = 150

--- Thrown where an action goes on and on.
M.TOO_MUCH = setmetatable({}, {
  __tostring = function()
    return "too much happens"
  end,
})

--- An action on a world.
---@param world table
---@param game table { seed, name (names an entity), asked (how many questions so far), counts }
---@return table
function M.new(world, game)
  return setmetatable({ world = world, game = game, questions = {}, events = 0, depth = 0 }, Action)
end

--- One event more happens.
function Action:spend()
  self.events = self.events + 1
  if self.events > MOST_EVENTS then
    error(M.TOO_MUCH, 0)
  end
end

--- Do something that nests in what is going on.
function Action:nest(act, ...)
  self.depth = self.depth + 1
  if self.depth > 60 then
    error(M.TOO_MUCH, 0)
  end
  act(...)
  self.depth = self.depth - 1
end

--- Note that a rule has decided something here.
function Action:count(rule)
  local counts = self.game.counts
  counts[rule] = (counts[rule] or 0) + 1
end

-- Events -------------------------------------------------------------------

local DEFAULTS <const> = { int = 0, flag = false, ref = NONE, sym = "" }

--- The fields that every event has.
local COMMON <const> =
  { by = NONE, cause = NONE, effect = false, prevented = 0, became = NONE }

--- The name of the field of the affected entity.
function Action:affected_field(event)
  return self.world.spec.events[event.type].affected
end

--- The entity that an event happens to, NONE if there is none.
function Action:affected(event)
  return event.fields[self:affected_field(event)]
end

--- A new event; fields that are not given have the default of their type.
---@param name string its type
---@param fields table
---@param parent integer|nil row of the log that it belongs to
---@return table
function Action:event(name, fields, parent)
  local event = { type = name, fields = {}, applied = {}, shares = {}, parent = parent }
  for field, kind in pairs(self.world.spec.events[name].fields) do
    event.fields[field] = DEFAULTS[kind]
  end
  for field, v in pairs(COMMON) do
    event.fields[field] = v
  end
  for field, v in pairs(fields) do
    event.fields[field] = v
  end
  return event
end

--- All watchers that may be about an event; `shown` is it with what enters as it would be.
function Action:watchers_of(shown)
  local all = watchers.all(self.world)
  if not shown.shown then
    return all
  end
  local list, own = table.move(all, 1, #all, 1, {}), shown.shown.own
  return table.move(own, 1, #own, #list + 1, list)
end

--- The entity of this world that one of a copy stands for.
function Action:original(entity)
  return entity ~= NONE and self.world.entities[entity.id] or entity
end

-- Players ------------------------------------------------------------------

--- Where a player stands in turn order, from 0; nobody is behind all.
function Action:turn_place(player)
  local world, play = self.world, self.world.spec.play or {}
  if not play.turn_player then
    return 0
  end
  local at
  for _, entity in ipairs(world:living()) do
    if expr.holds({ world = world, it = entity, vars = {} }, play.turn_player) then
      at = at or entity
    end
  end
  for place = 0, 7 do
    if at == nil or at == NONE then
      break
    elseif at == player then
      return place
    end
    at = world:value(at, play.next_player)
  end
  return 8
end

--- Who decides about an event (616.1): the player whom `watchers.player_of` finds for what it
--- affects; if there is none, or it affects nothing, who makes the event.
function Action:decider(event)
  local affected = self:affected(event)
  local player = affected ~= NONE and watchers.player_of(self.world, affected) or NONE
  return player == NONE and event.fields.by or player
end

-- Questions ----------------------------------------------------------------

local function text_of(self, option)
  local value = option.value
  local name = value and value ~= NONE and self.game.name(value) or nil
  if name and option.text then
    return name .. " " .. option.text
  end
  return name or option.text or "none"
end

--- Ask a player; returns what `ask.answer` does.
---@param question table { purpose, who, options ({ value, text }), least, most, total }
---@return any
function Action:ask(question)
  local texts = {}
  for i, option in ipairs(question.options or {}) do
    texts[i] = text_of(self, option)
  end
  local game = self.game
  local plain = { purpose = question.purpose, who = game.name(question.who), options = texts }
  plain.least, plain.most, plain.total = question.least, question.most, question.total
  game.asked = game.asked + 1
  self.questions[#self.questions + 1] = ask.text(plain)
  self:row("decided", { who = question.who })
  return ask.answer(game.seed, game.asked, plain)
end

--- Ask a player yes or no.
function Action:ask_may(player)
  local options = { { text = "yes" }, { text = "no" } }
  local question = { purpose = "may", who = player, options = options, least = 1, most = 1 }
  return self:ask(question)[1] == 1
end

-- The log ------------------------------------------------------------------

--- A row of the log: what, of which event (or type), of which watcher, who and source.
---@param what string
---@param about table { event, watcher, who, source, code }
---@return integer its number
function Action:row(what, about)
  local row = { what = what, who = about.who, source = about.source, code = about.code }
  local event, watcher = about.event, about.watcher
  if event then
    row.kind, row.who = event.type, self:affected(event)
    row.source = what == "happened" and event.fields.cause or nil
    row.fields = what == "happened" and setmetatable({}, nil) or nil
    for field, v in pairs(row.fields and event.fields or {}) do
      row.fields[field] = v
    end
  end
  if watcher then
    row.code, row.source = watcher.name, watcher.this
  end
  table.insert(self.world.rows, row)
  return #self.world.rows
end

return M
