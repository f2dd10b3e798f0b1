--- Random moves in a game whose rules are not known in advance.
---
--- A move is a step of a scenario. The verbs of a game follow from its rules: zones, attributes,
--- counters, phases, event types. The game itself decides whether a move can be made.
local lists = require("strata.base.lists")
local slugs = require("strata.base.slug")
local host = require("strata.host")
local spelling = require("strata.base.spelling")
local object_lookup = require("strata.stage.object_lookup")
local course_steps = require("strata.stage.course_steps")
local player_actions = require("strata.stage.player_actions")
local steps = require("strata.stage.steps")

local M = {}

---@class strata.Mover
---@field game strata.Game
---@field chance strata.Chance
---@field deal fun(): strata.Card the next card that comes into the game
---@field all_events string[] kinds of events, and aliases, that may be begun
---@field all_kinds table[] of moves that these rules have
---@field begins string[] the events, and
---@field kinds table[] the kinds of moves of this game: { weight, verb, make }
---@field weight integer of them all
---@field zones string[] where cards may be
---@field source? string the zone from which steps take cards most often
---@field hero? string id of an object with which the game started
---@field made integer how many objects have been called by an id

-- -- Who and how much ----------------------------------------------------------

--- A number such as games have: usually a small one, now and then a large or a negative one.
local AMOUNTS <const> = { 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, 20 }

local function amount(self)
  return self.chance:pick(AMOUNTS)
end

local function player(self, stage)
  return self.chance:pick(stage.order)
end

--- The name of an object; nil of none, or if it means others too.
local function name_of(stage, found)
  local same = found and object_lookup.find(stage, found.id) or {}
  return #same == 1 and same[1] == found and found.id or nil
end

--- An object that satisfies a test, by an unambiguous name; nil if there is none.
local function object(self, stage, test)
  local list = {}
  for _, one in ipairs(stage.objects) do
    local is_there = one.entity:is_alive() and one.entity.zone ~= nil
    list[#list + 1] = is_there and (not test or test(one)) and one or nil
  end
  return name_of(stage, self.chance:pick(list))
end

local function is_home(game)
  return function(one)
    return one.entity.zone == game.schema.home
  end
end

--- An object, preferably one in the zone in which cards of these rules are played. Every other time
--- it is the hero of the game, so that several moves concern the same object.
local function at_home(self, stage)
  local hero = stage.ids[self.hero]
  if hero and hero.entity:is_alive() and self.chance:one_in(2) then
    return self.hero
  end
  local id = not self.chance:one_in(6) and object(self, stage, is_home(self.game)) or nil
  return id or object(self, stage)
end

--- An object, or now and then a player.
local function anybody(self, stage)
  return self.chance:one_in(5) and player(self, stage) or at_home(self, stage)
end

--- An id for a new object: "grizzly_bears_2".
local function new_id(self, card)
  self.made = self.made + 1
  return ("%s_%d"):format(slugs.of(card.name), self.made)
end

--- A word that cards of these rules have in some set.
local function word(self)
  local list = {}
  for _, name in ipairs(self.game.schema.order) do
    local declared = self.game.schema.attributes[name]
    for one in host.sorted_pairs(declared.kind == "set" and declared.words or {}) do
      list[#list + 1] = one
    end
  end
  return self.chance:pick(list)
end

-- -- Events ----------------------------------------------------------------------

-- Fields of events whose values are players, or none.
local PLAYERS <const> = { player = true, under = true, chosen_player = true, by = true }

--- A word that a field takes; nil where that is not known.
local function word_of_field(self, field)
  local schema = self.game.schema
  if field == "kind" then
    return self.chance:pick(self.counters)
  elseif field == "to" then
    return self.chance:pick(self.zones)
  elseif field == "card" then
    return self.chance:pick(self.made_cards)
  end
  return schema:find_word(field) and field or nil
end

local FIELDS <const> = {
  int = amount,
  flag = function(self)
    return self.chance:one_in(4) or nil
  end,
  ref = function(self, stage, field)
    return PLAYERS[field] and player(self, stage) or anybody(self, stage)
  end,
  sym = function(self, _, field)
    return word_of_field(self, field)
  end,
}

--- A field of an event is given once in this many events: seldom if its event type has a value for
--- it; nil, which is never, if its alias has one.
local function odds_of(kind, alias, field)
  if alias.gives and alias.gives[field] ~= nil then
    return nil
  elseif kind.defaults and kind.defaults[field] ~= nil then
    return 6
  end
  return (field == kind.affected or kind.fields[field] == "int") and 1 or 2
end

--- A new event; nil if it would affect no entity, although its type affects one.
local function emit(self, stage)
  local name = self.chance:pick(self.begins)
  local kind, alias = self.game.kinds:kind(name), self.game.kinds.known[name]
  local fields = { event = name }
  for field, type_of in host.sorted_pairs(kind.fields) do
    local odds, value_of = odds_of(kind, alias, field), FIELDS[type_of]
    if odds and value_of and self.chance:one_in(odds) then
      fields[field] = value_of(self, stage, field)
    end
  end
  local is_anybody = kind.affected == nil or fields[kind.affected] ~= nil
  return is_anybody and { emit = fields } or nil
end

-- -- Abilities -------------------------------------------------------------------

--- The choices that an ability or a spell may need, whether it asks for them or not.
local function tell(self, stage, step)
  step.on = anybody(self, stage)
  if self.chance:one_in(3) then
    step.choosing = self.chance:one_in(3) and at_home(self, stage) or word(self)
  end
  step.x = amount(self)
  step.by = self.chance:one_in(3) and player(self, stage) or nil
  return step
end

local function activate(kind, verb)
  return function(self, stage)
    local function has_one(one)
      for _, ability in ipairs(stage:abilities(one.entity)) do
        if ability.kind == kind and (ability.act or ability.creates) then
          return true
        end
      end
      return false
    end
    local id, places = object(self, stage, has_one), {}
    if not id then
      return nil
    end
    for place, ability in ipairs(stage:abilities(stage.ids[id].entity)) do
      places[#places + 1] = ability.kind == kind and place or nil
    end
    return tell(self, stage, { [verb] = id, ability = self.chance:pick(places) })
  end
end

local function spell(self, stage)
  local id = object(self, stage, function(one)
    return self.spells[one.card.name]
  end)
  local card = id and stage.ids[id].card.name or self.chance:pick(self.spell_names)
  return tell(self, stage, { resolve = card, by = player(self, stage) })
end

-- -- What stands in steps --------------------------------------------------------

local function to_object(verb, choose, field)
  return function(self, stage)
    local id = (choose or at_home)(self, stage)
    return id and { [verb] = id, [field or verb] = field and amount(self) or id }
  end
end

local function to_player(verb, field)
  return function(self, stage)
    return { [verb] = player(self, stage), [field] = amount(self) }
  end
end

local function with_counters(verb)
  return function(self, stage)
    local id = at_home(self, stage)
    local kind, count = self.chance:pick(self.counters), 1 + self.chance:below(3)
    return id and { [verb] = id, kind = kind, count = count }
  end
end

local function in_zone(zone)
  return function(self, stage)
    return object(self, stage, function(one)
      return one.entity.zone == zone
    end)
  end
end

local function two(self, stage)
  local one, other = at_home(self, stage), at_home(self, stage)
  return one ~= other and one, other
end

--- A duration that does not depend on a player's turn.
local function duration(self)
  local list = {}
  for name, of in host.sorted_pairs(self.game.schema.data.durations or {}) do
    list[#list + 1] = of.clock and not of.of and name or nil
  end
  return not self.chance:one_in(3) and self.chance:pick(list) or nil
end

--- The zone of a new object: usually the zone in which cards are played, often the one from which
--- they come there, now and then any zone.
local function zone_for(self)
  local from_source = self.source and self.chance:one_in(3)
  local is_odd = not from_source and self.chance:one_in(4)
  return from_source and self.source or is_odd and self.chance:pick(self.zones) or nil
end

local function put(self, stage)
  local card = self.deal()
  if not card then
    return nil -- the pack has no cards
  end
  local step = { put = card.name, id = new_id(self, card), under = player(self, stage) }
  step.zone = zone_for(self)
  return step
end

local function move(self, stage)
  local id = self.chance:one_in(2) and object(self, stage) or at_home(self, stage)
  local step = id and { move = id, to = self.chance:pick(self.zones) }
  if step and step.to == self.game.schema.home and self.chance:one_in(2) then
    step.under = player(self, stage)
  end
  return step
end

local function attach(self, stage)
  local one, other = two(self, stage)
  return one and other and { attach = one, to = other }
end

local function become_copy(self, stage)
  local one, other = two(self, stage)
  return one and other and { become_copy = one, of = other, lasts = duration(self) }
end

local function token(self, stage)
  return { token = self.deal().name, under = player(self, stage) }
end

local function token_copy(self, stage)
  local id = object(self, stage, is_home(self.game))
  return id and { token_copy = id, under = player(self, stage) }
end

local function gain_control(self, stage)
  local id = at_home(self, stage)
  return id and { gain_control = id, by = player(self, stage), lasts = duration(self) }
end

local function exchange(self, stage)
  local one, other = two(self, stage)
  return one and other and { exchange_control = { one, other } }
end

--- The first field of a step that gives its event a value of a type.
local function field_of(said, known, kind)
  for _, field in ipairs(said.fields) do
    if known and known.fields[said.takes[field]] == kind then
      return field
    end
  end
  return nil
end

--- Those whom a row names; nil if nobody is there.
local function named_in_row(self, stage, said, known)
  local row = {}
  for place, field in ipairs(said.rows) do
    if known.fields[field] == "ref" then
      row[place] = (place == 1 and at_home or anybody)(self, stage)
    end
  end
  return row
end

--- Fills a row with numbers; nil if it names nobody where it should.
local function filled_row(self, said, known, row)
  for place, field in ipairs(said.rows) do
    row[place] = known.fields[field] == "int" and amount(self) or row[place]
    if row[place] == nil then
      return nil
    end
  end
  return row
end

--- A row of somebody and of numbers, as who deals how much damage to whom.
local function row_of(verb, said, known)
  local flag = field_of(said, known, "flag")
  return function(self, stage)
    local row, step = named_in_row(self, stage, said, known), {}
    if flag then
      step[flag] = self.chance:one_in(2) or nil
    end
    step[verb] = { filled_row(self, said, known, row) }
    return step[verb][1] and step
  end
end

--- A word that the rules declare, as a kind of moves.
local function declared(game, verb, said)
  local known = said.event and game.kinds:kind(said.event)
  local number = field_of(said, known, "int") or said.is_former and said.needs and said.needs[1]
  if said.rows then
    return known and row_of(verb, said, known)
  elseif said.of == "objects" then
    return to_object(verb, said.from and in_zone(said.from))
  elseif said.of == "anybody" then
    return to_object(verb, anybody, number)
  end
  return to_player(verb, number)
end

--- Whether the course of the game, if the rules declare it, has begun.
local function is_going(stage)
  return not course_steps.has_course(stage.game) or #stage.world:course() > 0
end

--- To a period of this turn or the next one, where turns have numbers.
local function go_along(self, stage)
  local course, open = self.game.kinds.course, stage.world:course()
  local place = 1 + self.chance:below(#course)
  local number, is_past = course_steps.turn_number(stage), true
  for before = 1, place - 1 do
    is_past = is_past and course[before][1] ~= open[#open].period
  end
  return { go = course[place][1], turn = number and (is_past and number + 1 or number) }
end

local function go(self, stage)
  if self.game.kinds.course then
    return is_going(stage) and go_along(self, stage) or nil
  end
  local phases = self.game.schema.data.phases
  local place = 1 + self.chance:below(#phases)
  local is_past = place <= stage.phase
  return { go = phases[place][1], turn = is_past and stage.turn + 1 or stage.turn }
end

local function transform(self, stage)
  local id = object(self, stage, function(one)
    return one.card.back ~= nil
  end)
  return id and { transform = id }
end

-- Operations on numbers, by the words of cards.
local ON_NUMBERS <const> = { "add", "sub", "set", "mul" }

--- A change of an attribute that effects can change, as { word, operand }; nil if no change of it
--- is possible.
local function change(self, name)
  local attribute = self.game.schema.attributes[name] or {}
  if attribute.kind == "int" then
    return { self.chance:pick(ON_NUMBERS), amount(self) }
  elseif attribute.kind == "set" then
    local item = self.chance:pick(spelling.keys(attribute.words or {}))
    return item and { self.chance:one_in(2) and "add" or "remove", item }
  end
  return nil
end

--- An effect of no card: it changes one or two values of an object.
local function effect(self, stage)
  local id, changes = at_home(self, stage), {}
  for _ = 1, 2 do
    local name = self.chance:pick(self.layered)
    if name then
      changes[name] = change(self, name)
    end
  end
  local keyword = self.chance:one_in(3) and self.chance:pick(self.keywords)
  if keyword then
    local verb = self.chance:one_in(3) and "lose" or "grant"
    changes[self.game.schema.roles.abilities] = { verb, keyword }
  end
  if not id or next(changes) == nil then
    return nil
  end
  changes.lasts = duration(self)
  return { effect = changes, on = id }
end

local SETTLES <const> = { "all", "all", "checks", "place" }

local function settle(self)
  return { settle = self.chance:pick(SETTLES) }
end

local function end_turn(_, stage)
  return is_going(stage) and { end_turn = stage.order[stage:whose_turn()] } or nil
end

local function tick(self)
  return { tick = self.chance:pick(self.clocks) }
end

local function start(self, stage)
  return #stage.world:course() == 0 and { start = self.chance:pick(stage.order) } or nil
end

--- What a player may do by the rules.
local function act(self, stage)
  local one = self.chance:pick(player_actions.list(stage))
  local source = one and one.act.source
  return one and {
    act = one.act.code,
    with = source and stage:id_of(source) or nil,
    by = one.player,
  }
end

-- Each: how often, its verb, a step. Words that the rules declare stand among them, in the order of
-- the verbs: their order is part of what a seed means.
local KINDS <const> = {
  { 6, "activate", activate("activated", "activate") },
  { 2, "add_counters", with_counters("add_counters") },
  { 2, "attach", attach },
  { 1, "become_copy", become_copy },
  { 1, "detach", to_object("detach") },
  { 3, "effect", effect },
  { 10, "emit", emit },
  { 2, "end_turn", end_turn },
  { 1, "exchange_control", exchange },
  { 1, "gain_control", gain_control },
  { 2, "go", go },
  { 6, "move", move },
  { 8, "put", put },
  { 1, "remove_counters", with_counters("remove_counters") },
  { 6, "resolve", spell },
  { 1, "restamp", to_object("restamp") },
  { 4, "settle", settle },
  { 1, "tick", tick },
  { 1, "token", token },
  { 1, "token_copy", token_copy },
  { 1, "transform", transform },
  { 3, "trigger", activate("triggered", "trigger") },
}

-- Those that stand behind all others.
local LAST <const> = {
  { 12, "act", act },
  { 12, "start", start },
}

-- -- Movers ------------------------------------------------------------------------

--- Whether steps can resolve a card as a spell.
local function is_spell(game, card)
  for _, name in ipairs(card.abilities) do
    local ability = game.abilities[name]
    local is_acting = ability.act and ability.kind == "handler"
    if is_acting or (ability.creates and ability.creates.word == "spell") then
      return true
    end
  end
  return false
end

local function add_spells(self)
  for name, card in host.sorted_pairs(self.game.cards) do
    if is_spell(self.game, card) then
      self.spells[name] = true
      self.spell_names[#self.spell_names + 1] = name
    end
  end
end

--- The kinds of moves that the rules of a game have, of some verbs if those are said.
local function kinds_of(game, allowed)
  local verbs, list = steps.available(game), {}
  local is_allowed = allowed and lists.set_of(allowed) or verbs
  local function is_in(kind)
    return verbs[kind[2]] and is_allowed[kind[2]]
  end
  for _, kind in ipairs(KINDS) do
    list[#list + 1] = kind
  end
  for name, said in host.sorted_pairs(game.step_words) do
    if said.often > 0 then
      list[#list + 1] = { said.often, name, declared(game, name, said) }
    end
  end
  table.sort(list, function(a, b)
    return a[2] < b[2]
  end)
  table.move(LAST, 1, #LAST, #list + 1, list)
  return lists.filter(list, is_in)
end

--- The zone from which steps take cards most often, to where they are played; nil if there is none.
local function source_of(game)
  local best = nil
  for _, said in host.sorted_pairs(game.step_words) do
    local is_there = said.from and not said.same and (game.schema.data.zones or {})[said.from]
    best = is_there and (not best or said.often > best.often) and said or best
  end
  return best and best.from
end

--- A mover, which makes the random moves in games of some rules.
---@param game strata.Game frozen
---@param allowed { events?: string[], steps?: string[] } what may be begun and done; all
---@return strata.Mover
function M.new(game, allowed)
  local data = game.schema.data
  local self = {
    game = game,
    all_events = allowed.events or spelling.keys(game.kinds.known),
    all_kinds = kinds_of(game, allowed.steps),
    zones = spelling.keys(data.zones or {}),
    source = source_of(game),
    counters = spelling.keys(game.schema.counters),
    keywords = spelling.keys(game.schema.keywords),
    layered = spelling.keys(data.default_layers or {}),
    clocks = spelling.keys(lists.set_of(data.clocks or {})),
    made_cards = spelling.keys(game.kinds.cards),
    spells = {},
    spell_names = {},
  }
  add_spells(self)
  return self
end

--- Some of a list, about half of them, but at least one.
local function some(dice, list)
  local kept = {}
  for _, item in ipairs(list) do
    kept[#kept + 1] = dice:one_in(2) and item or nil
  end
  return #kept > 0 and kept or { dice:pick(list) }
end

--- Begin a game. It has only some of the kinds of moves and events, so that games differ, and
--- states that need several moves of one kind are reached.
---@param self strata.Mover is changed
---@param dice strata.Chance
function M.begin(self, dice)
  self.chance, self.made, self.weight = dice, 0, 0
  self.begins = some(dice, self.all_events)
  self.kinds = some(dice, self.all_kinds)
  for _, kind in ipairs(self.kinds) do
    self.weight = self.weight + kind[1]
  end
end

--- The number of kinds that are tried until one of them has a move.
local TRIES <const> = 20

local function kind_of(self)
  local rest = self.chance:below(self.weight)
  for _, kind in ipairs(self.kinds) do
    rest = rest - kind[1]
    if rest < 0 then
      return kind
    end
  end
end

--- The fields that stand beside verbs that make events.
local function add_options(self, stage, verb, step)
  local takes = {}
  for _, field in ipairs(steps.of(self.game)[verb].fields) do
    takes[field] = true
  end
  if takes.settle and self.chance:one_in(2) then
    step.settle = self.chance:pick(SETTLES)
  end
  if takes.source and verb ~= "effect" and self.chance:one_in(4) then
    step.source = at_home(self, stage)
  end
end

--- A step that may be possible now; nil if none was found.
---@param self strata.Mover its chance goes on
---@param stage strata.Stage
---@return table|nil step
function M.next(self, stage)
  for _ = 1, self.weight > 0 and TRIES or 0 do
    local kind = kind_of(self)
    local step = kind[3](self, stage)
    if step then
      add_options(self, stage, kind[2], step)
      return step
    end
  end
  return nil
end

--- Objects with which a game begins, as rows of a setup.
---@param self strata.Mover
---@param players string[]
---@param count integer
---@return table[]
function M.setup(self, players, count)
  local rows = {}
  for place = 1, next(self.game.cards) and count or 0 do
    local card = self.deal()
    local zone = zone_for(self) or self.game.schema.home
    local name = ("%s: %s"):format(new_id(self, card), card.name)
    rows[place] = { self.chance:pick(players), zone, name }
  end
  self.hero = rows[1] and rows[1][3]:match("^[^:]*")
  return rows
end

return M
