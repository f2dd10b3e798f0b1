--- The two sides of a comparison, the judge and the engine: each plays a world and tells in lines
--- what it asked, what happened, and what is there.

local action = require("action")
local ask = require("ask")
local expr = require("expr")
local world_of = require("world")
require("happen")
require("settle")

local NONE <const> = expr.NONE

local M = {}

-- What both tell -----------------------------------------------------------

--- Gives entities names: those of the world, and numbers in the order in which they are seen.
local function namer(key_of)
  local names, count = {}, 0
  local function name(entity)
    if entity == nil or entity == NONE then
      return "none"
    end
    local key = key_of(entity)
    if not names[key] then
      count = count + 1
      names[key] = "new" .. count
    end
    return names[key]
  end
  local function call(entity, text)
    names[key_of(entity)] = text
  end
  return name, call
end

local SHOWN <const> = { "life", "power", "marks", "zone", "controller" }

local function text_of(name, v)
  if type(v) == "table" or type(v) == "userdata" then
    return name(v)
  elseif v == nil or v == "" then
    return "none"
  end
  return tostring(v)
end

--- A row of the log in one line; `with_fields` of what has happened.
local function row_text(name, row)
  local items = {}
  for field, v in pairs(row.fields or {}) do
    local text = text_of(name, v)
    if text ~= "none" then
      items[#items + 1] = field .. "=" .. text
    end
  end
  table.sort(items)
  return ("%s %s %s who=%s source=%s %s"):format(
    row.what,
    row.kind or "-",
    row.code or "-",
    name(row.who),
    name(row.source),
    table.concat(items, " ")
  )
end

local function by_stamp(list, stamp)
  table.sort(list, function(a, b)
    return stamp(a) < stamp(b)
  end)
  return list
end

-- What is there first -----------------------------------------------------

--- A side knows an entity by a name.
local function know(side, name, entity)
  side.by_name[name] = entity
  side.call(entity, name)
end

--- Make the players and cards of a world.
local function set_up(side, world)
  local players = {}
  for i = 1, world.players do
    players[i] = side.world:spawn("seat", { active = i == world.active })
    know(side, "p" .. i, players[i])
  end
  for i, player in ipairs(players) do
    side:set(player, "next_player", players[i % #players + 1])
  end
  for _, card in ipairs(world.cards) do
    local owner = players[card.owner]
    local entity = side:move(side.world:spawn(card.definition, { owner = owner }), card.zone)
    if card.zone == "table" then
      side:set(entity, "controller", owner)
    end
    know(side, card.name, entity)
  end
end

-- The judge ----------------------------------------------------------------

local Judge = {}
Judge.__index = Judge

--- The judge's side of a world.
---@param world table
---@param counts table how often a rule decided something
---@return table
function M.judge(world, counts)
  local self = setmetatable({ world = world_of.new(world.spec), by_name = {} }, Judge)
  local name, call = namer(function(entity)
    return entity.id
  end)
  self.name, self.call = name, call
  self.game = { seed = world.seed, name = name, asked = 0, counts = counts }
  set_up(self, world)
  return self
end

function Judge:set(entity, attribute, v)
  self.world:set(entity, attribute, v)
end

function Judge:move(entity, zone)
  return self.world:move(entity, zone)
end

function Judge:find(name)
  local entity = self.world:latest(self.by_name[name])
  return entity.alive and entity or nil
end

--- Whether all that a step names is there.
function Judge:can(step)
  return self:find(step.with.who) ~= nil and (step.source == nil or self:find(step.source) ~= nil)
end

--- The fields of a step's event, with the entities that it names.
local function fields_of(side, step)
  local fields = {}
  for field, v in pairs(step.with) do
    fields[field] = field == "who" and side:find(v) or v
  end
  if fields.from then
    fields.from = fields.who.zone
  end
  return fields
end

--- Rows of the log in lines, without those that only repeat what was asked.
local function rows_text(side, rows, lines)
  for _, row in ipairs(rows) do
    if row.what ~= "decided" then
      lines[#lines + 1] = row_text(side.name, row)
    end
  end
  return lines
end

--- Do a step; returns whether it was done, and the lines.
function Judge:act(step)
  local x, first = action.new(self.world, self.game), #self.world.rows + 1
  local fields = fields_of(self, step)
  fields.by = step.by and self:find(step.by)
  fields.cause = step.source and self:find(step.source)
  local ok, message = pcall(function()
    x:happen({ x:event(step.event, fields) })
    x:settle(step.settling)
  end)
  if not ok and message ~= action.TOO_MUCH then
    error(message, 0)
  end
  local rows = table.move(self.world.rows, first, #self.world.rows, 1, {})
  return ok, rows_text(self, rows, x.questions)
end

local function stamp_of(entity)
  return entity.stamp
end

function Judge:state()
  local lines = {}
  local living = self.world:living()
  for _, entity in ipairs(by_stamp(table.move(living, 1, #living, 1, {}), stamp_of)) do
    local items = {}
    for i, attribute in ipairs(SHOWN) do
      items[i] = attribute .. "=" .. text_of(self.name, self.world:value(entity, attribute))
    end
    lines[#lines + 1] = self.name(entity) .. ": " .. table.concat(items, " ")
  end
  return lines
end

-- The engine ---------------------------------------------------------------

--- How many questions of an action are answered until it is given up.
local MOST_QUESTIONS <const> = 40

--- What is said of an action that is given up then.
M.MANY_QUESTIONS = "so many questions go on and on"

local Engine = {}
Engine.__index = Engine

local function declared(strata, value)
  if type(value) ~= "table" then
    return value
  elseif value.add then
    return strata.add(value.add)
  end
  local new = {}
  for key, v in pairs(value) do
    new[key] = declared(strata, v)
  end
  return new
end

--- The declarations as the module reads them.
---@param strata table
---@param spec table
---@return table
function M.declared(strata, spec)
  local new = declared(strata, spec)
  if next(new.laws) == nil then
    new.laws = nil
  end
  return new
end

--- The engine's side of a world.
---@param strata table the module
---@param world table
---@param turn fun(engine: table)|nil is called before each step and each answer
---@return table
function M.engine(strata, world, turn)
  local rules = strata.rules(M.declared(strata, world.spec))
  local self = setmetatable({ by_name = {}, asked = 0, seed = world.seed, turn = turn }, Engine)
  self.rules, self.options = rules, { event_limit = 400 }
  self.world = rules:world(self.options)
  self.name, self.call = namer(function(entity)
    return entity.id
  end)
  set_up(self, world)
  self.world:commit()
  return self
end

function Engine.set(_, entity, attribute, v)
  entity.base[attribute] = v
end

function Engine.move(_, entity, zone)
  return entity:move(zone)
end

function Engine:find(name)
  local entity = self.by_name[name]
  while entity and not entity:is_alive() do
    entity = entity:successor()
  end
  return entity
end

function Engine:question(decision)
  local options = {}
  for i, option in ipairs(decision.options) do
    local is_entity = type(option.value) == "userdata"
    if is_entity and (decision.purpose == "replace" or decision.purpose == "order triggers") then
      options[i] = self.name(option.value) .. " " .. option.text
    else
      options[i] = is_entity and self.name(option.value) or option.text
    end
  end
  local plain = { purpose = decision.purpose, who = self.name(decision.who), options = options }
  plain.least, plain.most, plain.total = decision.least, decision.most, decision.total
  return plain
end

function Engine:take_turn()
  if self.turn then
    self.turn(self)
  end
end

--- Go on in another world that is in the same state.
---@param world table
function Engine:go_on_in(world)
  for name in pairs(self.by_name) do
    local entity = self:find(name)
    self.by_name[name] = entity and world:entity(entity.id)
  end
  self.world = world
end

--- Answer the question that is open; false if none is.
---@return boolean
function Engine:answer_open()
  if #self.world:decisions() == 0 then
    return false
  end
  self.world:answer(ask.answer(self.seed, self.asked, self.open))
  return true
end

function Engine:answer_all(lines)
  while #self.world:decisions() > 0 do
    if #lines == MOST_QUESTIONS then
      error(M.MANY_QUESTIONS, 0)
    end
    self.open, self.asked = self:question(self.world:decisions()[1]), self.asked + 1
    self:take_turn()
    lines[#lines + 1] = ask.text(self.open)
    self:answer_open()
  end
end

--- The rows that were logged since the last step, each as often as it stands for.
function Engine:new_rows()
  local rows = {}
  for row in self.world:log(self.last or 0) do
    self.last = row.number
    row.fields = row.what == "happened" and row.fields or nil
    for _ = 1, row.count do
      rows[#rows + 1] = row
    end
  end
  return rows
end

--- Do a step; returns whether it was done, and the lines.
function Engine:act(step)
  self:take_turn()
  local lines, options = {}, { settling = step.settling }
  options.by = step.by and self:find(step.by)
  options.source = step.source and self:find(step.source)
  local ok, message = pcall(function()
    self.world:act(step.event, fields_of(self, step), options)
    self:answer_all(lines)
  end)
  if not ok then
    return false, { message }
  end
  return true, rows_text(self, self:new_rows(), lines)
end

local function timestamp_of(entity)
  return entity:timestamp()
end

function Engine:state()
  local lines = {}
  for _, entity in ipairs(by_stamp(self.world:entities(), timestamp_of)) do
    if entity.zone ~= "stack" then
      local items = {}
      for i, attribute in ipairs(SHOWN) do
        items[i] = attribute .. "=" .. text_of(self.name, entity[attribute])
      end
      lines[#lines + 1] = self.name(entity) .. ": " .. table.concat(items, " ")
    end
  end
  return lines
end

return M
