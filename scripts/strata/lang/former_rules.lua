--- What rulesets of 0.3 did not say, because the library said it for one game of cards: the words
--- of steps, where a spell goes, the life of players, words about types.
---
--- A ruleset that has a section `steps`, or says as_of = "0.4", says all of that itself. For any
--- other, the sections below are added as far as it has the zones and attributes that they name.
local M = {}

--- What words that moved objects let a step say; the names are those of fields of the event.
local MOVED <const> = { "position", "tapped", "under", "x", on = "host" }
local COUNTED <const> = { "count", "kind" }

--- The words of steps. Each makes its event where the rules have it. Where they have not, strata
--- did it by hand: see strata.stage.former_steps. `if_attribute`, `if_event` and `if_zone` are what
--- the rules need for random games to have a word.
---@type table<string, table>
M.STEPS = {
  add_counters = { event = "put_counters", takes = COUNTED, with = { count = 1 } },
  bounce = { event = "move", with = { to = "hand" }, often = 1, if_event = "bounce" },
  cast = {
    event = "move", to = "battlefield", with = { cast = true, to = "battlefield" }, takes = MOVED,
    from = "hand", often = 12, if_zone = "hand",
  },
  damage = {
    event = "damage", of = "anybody", takes = { "amount", "combat", "source", "unpreventable" },
    needs = { "amount" }, often = 1, if_attribute = "damage",
  },
  destroy = { event = "destroy", often = 2, if_event = "destroy" },
  discard = { event = "discard" },
  draw = {
    event = "draw_cards", of = "player", takes = { "count" }, with = { count = 1 }, often = 1,
    if_event = "draw_cards",
  },
  enter = { to = "battlefield", needs = { "copying" } },
  exile = { event = "move", with = { to = "exile" }, often = 1, if_event = "exile" },
  block = {
    event = "block", takes = { on = "attacker" }, needs = { "on" },
    first = { event = "be_blocked", who = "on", count = "count" },
  },
  face_up = { writes = { face_down = false }, often = 1, if_attribute = "face_down" },
  gain_life = {
    event = "gain_life", of = "players", takes = { "amount" }, needs = { "amount" }, often = 1,
    if_event = "gain_life",
  },
  hit = {
    event = "damage", rows = { "source", "who", "amount" }, takes = { "combat", "unpreventable" },
    with = { amount = "event.source.power", cause = "event.source" }, often = 1,
    if_event = "damage",
  },
  life = { of = "player", writes = { life = "set" }, needs = { "set" } },
  lose_life = {
    event = "lose_life", of = "players", takes = { "amount" }, needs = { "amount" }, often = 1,
    if_event = "lose_life",
  },
  mill = {
    event = "mill", of = "player", takes = { "count" }, with = { count = 1 }, often = 1,
    if_event = "mill",
  },
  move = { event = "move", takes = { "position", "tapped", "to", "under", on = "host" } },
  phase_in = {
    same = true, from = "phased_out", often = 1, if_zone = "phased_out",
  },
  phase_out = { to = "phased_out", same = true, often = 1, if_zone = "phased_out" },
  remove_counters = { event = "remove_counters", takes = COUNTED, with = { count = 1 } },
  sacrifice = { event = "sacrifice", often = 1, if_event = "sacrifice" },
  tap = { event = "tap", writes = { tapped = true }, often = 1, if_attribute = "tapped" },
  unmorph = {
    writes = { face_down = false }, when = "face_down", leaves = "abilities has 'morph'",
  },
  untap = { event = "untap", writes = { tapped = false }, often = 1, if_attribute = "tapped" },
}

--- The amount of damage from a source that is lethal to a creature: its toughness less its damage,
--- or 1 from a source with deathtouch (702.2c). "@" is the attribute of abilities.
local LETHAL <const> = "max(%1.toughness - %1.damage, 0)"
  .. " - max(max(%1.toughness - %1.damage, 0) - 1, 0) * min(count(%2.@ has 'deathtouch'), 1)"

local function measures(abilities)
  local text = LETHAL:gsub("@", abilities)
  return { lethal = { text = text, said = "what is lethal to %1 of %2" } }
end

--- Where spells come from, and where they go.
M.SPELLS = { from = { "hand", "stack" }, to = "graveyard" }

--- The numbers that have one name.
M.SIZES = { pt = { "power", "toughness", being = "creature" } }

--- The lines of scenarios about what has happened.
---@type table<string, table>
M.LINES = {
  ["draws(WHO) = N"] = { events = "draw" },
  ["WHO draws N card"] = { events = "draw" },
  ["WHO draws N cards"] = { events = "draw" },
  ["draws this turn(WHO) = N"] = { number = "drawn_this_turn" },
  ["discards(WHO) = N"] = { events = "discard" },
  ["number of life gain events of WHO = N"] = { events = "gain_life" },
  ["lost(WHO) = TRUTH"] = { is = "has_lost" },
  ["won(WHO) = TRUTH"] = { is = "has_won" },
  ["WHO is in the game = TRUTH"] = { is_not = "has_lost" },
  ["WHO wins the game"] = { is = "has_won" },
  ["WHO loses the game"] = { is = "has_lost" },
  ["destroyed(WHO) = TRUTH"] = { happened = "destroy" },
  ["WHO library top = CARD"] = { top = "library" },
  ["WHO library bottom = CARD"] = { bottom = "library" },
}

--- The attributes in which the library told rules where a turn is, and asked who has left.
M.ROLES = { left = "has_left", phase = "phase", turn = "turn_number" }

--- What an object can be said to become.
local TAKES <const> = { "types", "subtypes", "colors", "power", "toughness" }

--- The words about card types and subtypes (205, 305).
M.TYPE_WORDS = {
  all_basic_land_types = { does = "give_all", of = "subtypes", families = { "basic_land" } },
  all_creature_types = { does = "give_all", of = "subtypes", families = { "creature" } },
  also_basic_land = { does = "give", of = "subtypes" },
  also_creature = { does = "add", of = "types", with = "creature", takes = TAKES },
  becomes = { does = "become", of = "types", takes = TAKES, loses = { "creature" } },
  becomes_basic_land = {
    does = "set", of = "subtypes", families = { "land", "basic_land" }, strips = "types",
  },
  becomes_creature = {
    does = "become", of = "types", with = "creature", takes = TAKES, loses = { "creature" },
  },
  creature_types = { does = "list", of = "subtypes", families = { "creature" } },
  set_creature_types = { does = "set", of = "subtypes", families = { "creature" } },
  subtypes_of = { does = "list_of", of = "types", gives = "subtypes" },
}

local function has_all(known, names)
  for _, name in ipairs(names) do
    if not known[name] then
      return false
    end
  end
  return true
end

-- What letters of costs and counters of abilities were read from, and written to.
local COSTS <const> = { more = "loyalty_cost", text = "cost", used = "tapped" }

local function add_costs(costs, attributes)
  for part, name in next, COSTS do
    costs[part] = costs[part] or (attributes[name] and name)
  end
  costs.counters = costs.counters or (costs.more and "loyalty")
end

--- A section, if the rules have the zones or attributes that it names.
local function section(said, known, names, value)
  return said or (has_all(known, names) and value or nil)
end

--- Words of files of cards, which rules with types or with damage had.
local function add_words(data, attributes)
  local families = (data.families or {}).subtypes
  local own = measures((data.roles or {}).abilities or "abilities")
  data.type_words = section(data.type_words, attributes, { "types" }, families and M.TYPE_WORDS)
  data.measures = section(data.measures, attributes, { "damage", "toughness" }, own)
end

--- Add the sections that the rules may lack.
---@param data table what the rules say, merged
---@return boolean is_former
function M.add(data)
  if data.steps or data.as_of then
    return false
  end
  local attributes, zones = data.attributes or {}, data.zones or {}
  if data.costs then
    add_costs(data.costs, attributes)
  end
  data.starting = section(data.starting, attributes, { "life" }, { life = 20 })
  data.spells = section(data.spells, zones, { "graveyard", "hand", "stack" }, M.SPELLS)
  data.sizes = section(data.sizes, attributes, { "power", "toughness", "types" }, M.SIZES)
  data.lines = data.lines or M.LINES
  add_words(data, attributes)
  return true
end

return M
