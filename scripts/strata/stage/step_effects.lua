--- Effects that a step starts: their variables, affected objects and durations.
local strata = require("strata")
local durations = require("strata.cards.durations")
local operations = require("strata.cards.operations")
local phrase = require("strata.lang.phrase")
local former_turns = require("strata.stage.former_turns")

local M = {}

-- -- Effects that begin ------------------------------------------------------

---@class strata.Moment.Context
---@field source? strata.Entity
---@field you strata.Entity
---@field targets strata.Entity[]
---@field choices any[] words, or entities
---@field x? integer
---@field name string

local function literal(stage, value)
  if value == nil then
    return "none"
  end
  if type(value) == "string" then
    return ("'%s'"):format(stage.game.schema:symbol(value))
  end
  return value.id
end

local function among(targets)
  local tests = {}
  for i, target in ipairs(targets) do
    tests[i] = "it = " .. target.id
  end
  return #tests > 0 and ("(%s)"):format(table.concat(tests, " or ")) or "false"
end

local function is_alive(entity)
  return entity ~= nil and entity:is_alive()
end

--- What `this.attached` was, for a source that has left (113.7a).
local function known_attached(context)
  local source = context.source
  if source == nil or is_alive(source) then
    return nil
  end
  local is_known, attached = pcall(source.last_known, source, "attached")
  return is_known and attached or nil
end

--- Put what is known now into the text of an expression.
local function filler(stage, context)
  local known = {
    target = literal(stage, context.targets[1]),
    among = among(context.targets),
    choice = literal(stage, context.choices[1]),
    second_choice = literal(stage, context.choices[2]),
    x = ("%d"):format(context.x or 0),
  }
  local controller = stage.game.schema.roles.controller
  local attached = known_attached(context)
  return function(text)
    text = text:gsub("%$([%a_]+)", known)
    if context.you then
      text = text:gsub("%f[%w_]this%." .. controller .. "%f[^%w_]", context.you.id)
    end
    return attached and text:gsub("%f[%w_]this%.attached%f[^%w_]", attached.id) or text
  end
end

--- The value that a phrase names: a choice, or what the engine says.
local function named(stage, context, value, fill)
  if value.uses.choice then
    return context.choices[1]
  elseif value.uses.second_choice then
    return context.choices[2]
  elseif value.text == "$target" then
    return context.targets[1]
  end
  local source = is_alive(context.source) and context.source or nil
  return stage.world:eval(strata.expr(fill(value.text)), nil, source)
end

local function moment_of(stage, context)
  local moment = stage.game:moment()
  local schema = stage.game.schema
  moment.created, moment.fill = true, filler(stage, context)
  function moment.word(value)
    local word = named(stage, context, value, moment.fill)
    if type(word) ~= "string" then
      error(("%s: a word was to be chosen (choosing = ...)"):format(context.name), 0)
    end
    return schema:symbol(word)
  end
  function moment.object(value)
    local object = named(stage, context, value, moment.fill)
    if object == nil or type(object) == "string" then
      error(("%s: '%s' names nobody"):format(context.name, value.said), 0)
    end
    return object
  end
  return moment
end

--- Until when: the options of an effect.
local function duration(stage, lasts, context, moment)
  if lasts == nil then
    return {}
  end
  if type(lasts) == "table" then
    return { as_long_as = operations.expression(lasts.condition, moment.fill) }
  end
  local described = stage.game.schema.data.durations[lasts]
  if described.while_source then
    return { while_source = true }
  end
  local clock, ticks = described.clock, 1
  if described.of == "you" then
    local seat = former_turns.seat(stage, context.you)
    clock = ("%s_%d"):format(clock, seat)
    if stage.game.kinds.course then
      ticks = stage.world:eval(durations.ticks(stage.game.kinds, described, seat))
    elseif described.next and former_turns.is_to_come(stage, described.clock, context.you) then
      ticks = 2
    end
  end
  return { clock = clock, ticks = ticks }
end

local function alive_of(entities)
  local left = {}
  for _, entity in ipairs(entities) do
    left[#left + 1] = is_alive(entity) and entity or nil
  end
  return #left > 0 and left or nil
end

--- Who is given control has it until that player leaves the game (800.4a).
local function add_leaving(stage, clause, context, spec)
  local schema = stage.game.schema
  if not schema.roles.left or spec.as_long_as or not context.you then
    return
  end
  for _, part in ipairs(clause.parts) do
    if part.attr == schema.roles.controller then
      spec.as_long_as = strata.expr(("%s.%s = false"):format(context.you.id, schema.roles.left))
      return
    end
  end
end

--- The objects that a clause affects: options `on` and `lock`; nil if none is left.
local function subject(stage, who, context, moment)
  if who and who.kind == "pred" then
    return { on = operations.expression(who, moment.fill), lock = true }
  end
  local entities
  if who == nil or who.text == "this" then
    entities = alive_of({ context.source })
  elseif who.text == "$target" then
    entities = alive_of(context.targets)
  else
    entities = alive_of({ named(stage, context, who, moment.fill) })
  end
  return entities and { on = entities } or nil
end

local TARGETED <const> = { spell = true, effect = true }

local function begin_clause(stage, creates, clause, context)
  local moment = moment_of(stage, context)
  local who = clause.who
  if who == nil and TARGETED[creates.word] then
    who = stage.game.words.target
  end
  local spec = subject(stage, who, context, moment)
  if not spec then
    return
  end
  spec.name = context.name
  spec.source = is_alive(context.source) and context.source or nil
  if clause.when then
    spec.when = operations.expression(clause.when, moment.fill)
  end
  for option, value in pairs(duration(stage, creates.lasts, context, moment)) do
    spec[option] = value
  end
  add_leaving(stage, clause, context, spec)
  stage.world:effect(operations.fill(clause.parts, spec, moment))
end

--- Whether an entity satisfies a predicate of an ability.
---@param stage strata.Stage
---@param context strata.Moment.Context
---@param predicate strata.Phrase
---@param entity strata.Entity
---@return boolean
function M.satisfies(stage, context, predicate, entity)
  local source = is_alive(context.source) and context.source or nil
  local text = filler(stage, context)(phrase.full(predicate))
  return stage.world:eval(strata.expr(text), entity, source)
end

--- Whether an effect speaks of its target.
local function speaks_of_target(value)
  if phrase.is(value) then
    return value.text:find("%$target") ~= nil or value.text:find("%$among") ~= nil
  end
  for _, inner in next, type(value) == "table" and value or {} do
    if speaks_of_target(inner) then
      return true
    end
  end
  return false
end

--- Whether what an ability creates has a target, which a step names.
---@param creates table of an ability, see strata.Ability
---@return boolean
function M.has_target(creates)
  for _, clause in ipairs(creates.clauses) do
    if clause.who == nil and TARGETED[creates.word] then
      return true
    end
  end
  return speaks_of_target(creates)
end

--- Begin what an ability creates.
---@param stage strata.Stage
---@param creates table of an ability, see strata.Ability
---@param context strata.Moment.Context
function M.begin(stage, creates, context)
  if creates.only_if then
    local text = moment_of(stage, context).fill(creates.only_if.text)
    if not stage.world:eval(strata.expr(text), nil, context.source) then
      return
    end
  end
  for _, clause in ipairs(creates.clauses) do
    begin_clause(stage, creates, clause, context)
  end
end

-- -- Copies ------------------------------------------------------------------

local function copy_effect(stage, object, of, clauses, fields)
  local context = {
    source = object.entity,
    you = object.entity[stage.game.schema.roles.controller],
    targets = {},
    choices = {},
    name = fields.name or "copy",
  }
  local moment = moment_of(stage, context)
  moment.copied = of or object.entity
  local spec = { on = object.entity, source = object.entity, name = context.name }
  if of then
    spec.copy = strata.copy(of):at(stage.game.schema.data.copy_layer)
  end
  for option, value in pairs(duration(stage, fields.lasts, context, moment)) do
    spec[option] = value
  end
  for _, clause in ipairs(clauses) do
    operations.fill(clause.parts, spec, moment)
  end
  return stage.world:effect(spec)
end

local function is_judged(clause)
  return clause.when ~= nil
end

--- Exceptions that always hold, and all that hold for what the copy now is (707.9f).
local function held(stage, object, clauses)
  local list = {}
  for _, clause in ipairs(clauses) do
    local holds = not is_judged(clause)
      or stage.world:eval(operations.expression(clause.when), nil, object.entity)
    list[#list + 1] = holds and clause or nil
  end
  return list
end

local function plain_of(clauses)
  local list = {}
  for _, clause in ipairs(clauses) do
    list[#list + 1] = not is_judged(clause) and clause or nil
  end
  return list
end

--- Make an object a copy of another (707.2), but for exceptions.
---@param stage strata.Stage
---@param object strata.Object
---@param of strata.Entity|nil nil: the exceptions alone, for a token that is a copy already
---@param clauses strata.Clause[]
---@param fields? table { lasts, name }
function M.copy(stage, object, of, clauses, fields)
  local plain, effect = plain_of(clauses), nil
  if of or #plain > 0 then
    effect = copy_effect(stage, object, of, plain, fields or {})
  end
  local all = held(stage, object, clauses)
  if #all > #plain then
    if effect then
      effect:remove()
    end
    copy_effect(stage, object, of, all, fields or {})
  end
end

--- The exceptions of a card's own "may enter as a copy", none if it has none.
---@param stage strata.Stage
---@param card strata.Card
---@return strata.Clause[]
function M.exceptions(stage, card)
  for _, name in ipairs(card.abilities) do
    local ability = stage.game.abilities[name]
    if ability.except then
      return ability.except
    end
  end
  return {}
end

return M
