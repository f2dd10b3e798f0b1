--- Coverage: the cards of a pack that no scenario had in its world, and the abilities that never
--- had an effect.
---
--- An ability has had an effect as follows: a static ability once it was applied to an object, a
--- trigger once it has triggered, a replacement effect once it has replaced or prevented an event,
--- an effect by which events cannot happen once it has forbidden one, a handler once it was called,
--- any other ability once a step has used it. A profile of the engine shows the first; the log
--- shows most others.
local json_writer = require("strata.base.json_writer")
local chain_handlers = require("strata.cards.chain_handlers")

local M = {}

---@class strata.CoveredAbility
---@field ability string its name
---@field label string
---@field card string the card's id
---@field file string
---@field line integer
---@field names string[] by which the log may call it

---@class strata.Coverage
---@field seen table<string, boolean> definitions that were in a world
---@field done table<string, boolean> names of abilities and watchers that had an effect

---@return strata.Coverage
function M.new()
  return { seen = {}, done = {} }
end

-- -- While a scenario is played ----------------------------------------------

-- Rows of the log by which a watcher definition has had no effect.
local IDLE <const> = { missed = true, nothing = true, passed = true, skipped = true }

local function note_log(sum, world)
  for row in world:log() do
    if row.code and not IDLE[row.what] then
      sum.done[row.code] = true
    end
  end
end

--- Note the definitions of all objects of a stage and of all entities of its world. Past objects
--- and spells without a card are among them.
local function note_objects(sum, stage)
  for _, object in ipairs(stage.objects) do
    sum.seen[object.card.definition] = true
  end
  for _, entity in ipairs(stage.world:entities()) do
    local definition = entity:definition()
    if definition then
      sum.seen[definition] = true
    end
  end
end

--- Reads every layered attribute of every entity, because effects are evaluated only when a value
--- is read: an effect that is in force at the end counts as one that did something.
---@param stage strata.Stage
function M.read_all(stage)
  for _, entity in ipairs(stage.world:entities()) do
    for _, name in ipairs(stage.game.schema.order) do
      local _ = entity[name]
    end
  end
end

--- Note the cards that a game has had in its world, and the abilities that its log names.
---@param sum strata.Coverage
---@param stage strata.Stage
function M.note(sum, stage)
  note_log(sum, stage.world)
  note_objects(sum, stage)
end

--- Play a scenario on a stage, and note the cards and abilities that it covers.
---@param sum strata.Coverage
---@param stage strata.Stage
---@param f fun() plays it
function M.watch(sum, stage, f)
  -- What a small change adds to a pass that there is, is in no row of the profile.
  stage.world:tune("updates", "never")
  local profile = stage.world:profile(function()
    f()
    M.read_all(stage)
  end)
  for _, row in ipairs(profile) do
    if row.ability ~= "" and row.members > 0 then
      sum.done[row.ability] = true
    end
  end
  for name in next, stage.used do
    sum.done[name] = true
  end
  M.note(sum, stage)
end

-- -- What there is -----------------------------------------------------------

--- Whether coverage can see that an ability has worked. Keywords such as flying have no effect of
--- their own.
local function can_act(ability)
  local has_clauses = ability.clauses and #ability.clauses > 0
  return has_clauses or ability.codes or ability.act or ability.creates
end

local function names_of(ability)
  local names = { ability.name, ability.act }
  return table.move(ability.codes or {}, 1, #(ability.codes or {}), #names + 1, names)
end

--- Add a row for what a part of a card adds to a game: an ability or a handler.
local function add_row(game, list, draft, part, row)
  row.card, row.file = draft.id, part.by.path
  row.line = game.files:line(part.by, part.field or part.place)
  list[#list + 1] = row
end

--- Add an ability of a card, or one that it grants; keywords do nothing that could be noted.
local function add_ability(game, list, draft, part, name)
  local ability = game.abilities[name]
  if ability and ability.kind ~= "keyword" and can_act(ability) then
    local row = { ability = name, label = ability.label, names = names_of(ability) }
    add_row(game, list, draft, part, row)
  end
end

--- An ability of a card, and those that it grants.
local function add_abilities(game, list, draft, part)
  for _, name in ipairs(game.ability_order) do
    if name == part.name or name:sub(1, #part.name + 1) == part.name .. "." then
      add_ability(game, list, draft, part, name)
    end
  end
end

--- Add rows for the parts that a pack adds to a card. The handlers of a card stand in its chains in
--- the order of its list.
local function add_parts(game, pack, list, draft)
  local chain, place = game.chains[draft.id] or {}, 0
  for _, part in ipairs(draft.parts) do
    local is_handler = not part.is_gone and chain_handlers.is_handler(part.item)
    place = place + (is_handler and 1 or 0)
    if part.pack == pack.name and is_handler then
      local name = chain[place]
      add_row(game, list, draft, part, { ability = name, label = part.label, names = { name } })
    elseif part.pack == pack.name and type(part.item) == "table" then
      add_abilities(game, list, draft, part)
    end
  end
end

--- All cards of a pack, and all abilities that it gives to cards.
local function inventory(game, pack)
  local cards, abilities = {}, {}
  for _, draft in ipairs(game.drafts.list) do
    if draft.pack == pack.name then
      cards[#cards + 1] = draft
    end
    add_parts(game, pack, abilities, draft)
    if draft.back then
      add_parts(game, pack, abilities, draft.back)
    end
  end
  return cards, abilities
end

local function has_acted(sum, ability)
  for _, name in ipairs(ability.names) do
    if sum.done[name] then
      return true
    end
  end
  return false
end

--- The cards and abilities of a pack that its tests have not covered.
---@class strata.Uncovered
---@field cards integer how many there are
---@field abilities integer
---@field unseen table[] cards that were in no world: { card, name, file, line }
---@field idle strata.CoveredAbility[] abilities that did nothing

---@param sum strata.Coverage
---@param game strata.Game
---@param pack table its manifest
---@return strata.Uncovered
function M.of(sum, game, pack)
  local cards, abilities = inventory(game, pack)
  local result = { cards = #cards, abilities = #abilities, unseen = {}, idle = {} }
  for _, draft in ipairs(cards) do
    if not sum.seen[draft.id] then
      local item = draft.item
      result.unseen[#result.unseen + 1] =
        { card = draft.id, name = draft.given.name, file = item.path, line = item.line }
    end
  end
  for _, ability in ipairs(abilities) do
    if not has_acted(sum, ability) then
      result.idle[#result.idle + 1] = ability
    end
  end
  return result
end

-- -- Told --------------------------------------------------------------------

--- The uncovered cards and abilities as lines of text.
---@param result strata.Uncovered
---@param folder string of the pack
---@return string
function M.text(result, folder)
  local form = "coverage of %s: %d of %d cards were in a scenario, %d of %d abilities did something"
  local lines = {
    form:format(
      folder,
      result.cards - #result.unseen,
      result.cards,
      result.abilities - #result.idle,
      result.abilities
    ),
  }
  for _, card in ipairs(result.unseen) do
    lines[#lines + 1] = ("  in none: %s (%s:%d)"):format(card.name, card.file, card.line)
  end
  for _, ability in ipairs(result.idle) do
    local line = "  did nothing: %s, %s (%s:%d)"
    lines[#lines + 1] = line:format(ability.card, ability.label, ability.file, ability.line)
  end
  return table.concat(lines, "\n")
end

local function objects(list, fields)
  local texts = {}
  for i, row in ipairs(list) do
    texts[i] = ("{%s}"):format(json_writer.fields(row, fields))
  end
  return table.concat(texts, ", ")
end

--- The uncovered cards and abilities as a line of JSON.
---@param result strata.Uncovered
---@param folder string of the pack
---@return string
function M.json(result, folder)
  local form = '{"coverage": %s, %s, "unseen": [%s], "idle": [%s]}'
  return form:format(
    json_writer.quoted(folder),
    json_writer.fields(result, { "cards", "abilities" }),
    objects(result.unseen, { "card", "name", "file", "line" }),
    objects(result.idle, { "ability", "label", "card", "file", "line" })
  )
end

return M
