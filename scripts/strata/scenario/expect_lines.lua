--- Expectation lines in words: "Grizzly Bears: power=4 toughness=1", "A graveyard contains Bear",
--- "A life=20".
local object_lookup = require("strata.stage.object_lookup")
local observe = require("strata.stage.observe")

local M = {}

local TRUTHS <const> = { ["true"] = true, ["false"] = false }

local function lines(...)
  return { ... }
end

--- Whether a truth is the one that a line names: holds, and what is the case.
local function truth(value, wanted, why)
  value = value and true or false
  return value == TRUTHS[wanted], tostring(value), why
end

local function same(value, wanted, why)
  return tostring(value):lower() == wanted:lower(), tostring(value), why
end

-- -- Of an object ------------------------------------------------------------

local function sizes(stage, object, power, toughness)
  local entity = object.entity
  local got = ("power=%d toughness=%d"):format(entity.power, entity.toughness)
  local wanted = ("power=%s toughness=%s"):format(power, toughness)
  return got == wanted, got, observe.why(entity, lines("power", "toughness")), stage
end

local function base_sizes(stage, object, power, toughness)
  local layer = stage.game.schema.data.base_layer
  local got = ("base power=%d base toughness=%d"):format(
    object.entity:value_after(layer, "power"),
    object.entity:value_after(layer, "toughness")
  )
  return got == ("base power=%s base toughness=%s"):format(power, toughness),
    got,
    observe.why(object.entity, lines("power", "toughness"))
end

local function number(attribute)
  return function(_, object, wanted)
    return same(object.entity[attribute], wanted, observe.why(object.entity, lines(attribute)))
  end
end

local function colours(stage, object, wanted)
  local list = observe.set(stage, object.entity, "colors")
  local items = {}
  for word in wanted:gmatch("[^,%s]+") do
    items[#items + 1] = word ~= "colorless" and word:lower() or nil
  end
  table.sort(list)
  table.sort(items)
  local got = table.concat(list, ",")
  return got == table.concat(items, ","),
    got ~= "" and got or "colorless",
    observe.why(object.entity, lines("colors"))
end

local function is_word(stage, object, word, wanted)
  local value = observe.has_word(stage, object.entity, word:lower())
  if value == nil then
    return nil
  end
  return truth(value, wanted, observe.why(object.entity, lines("types", "subtypes")))
end

local function has_subtype(stage, object, word, wanted)
  local known = stage.game.schema.attributes.subtypes.words[word:lower()]
  if not known then
    return nil
  end
  local value = object.entity.subtypes:has(stage.game.schema:symbol(word:lower()))
  return truth(value, wanted, observe.why(object.entity, lines("subtypes")))
end

local function has_ability(stage, object, label, wanted)
  local value = observe.has_ability(stage, object.entity, label)
  return truth(value, wanted, observe.why(object.entity, lines("abilities")))
end

--- Whether any ability of the game is called so.
local function is_label(stage, label)
  for _, ability in pairs(stage.game.abilities) do
    if ability.label:lower() == label:lower() then
      return true
    end
  end
  return false
end

local function has_keyword(stage, object, word, wanted)
  if not stage.game.schema.keywords[word] and not is_label(stage, word) then
    return nil
  end
  return has_ability(stage, object, word, wanted)
end

--- "Cryptoplasm's upkeep ability": with or without the last word.
local function has_named(stage, object, words, wanted)
  local label = is_label(stage, words) and words or words .. " ability"
  return has_keyword(stage, object, label, wanted)
end

local function has_mana(stage, object, what, wanted)
  local letters = what == "any-color" and "any" or what:gsub("[{}]", "")
  return has_ability(stage, object, "T: add " .. letters, wanted)
end

local function count_abilities(stage, object, kind, wanted)
  local count = 0
  for _, ability in ipairs(stage:abilities(object.entity)) do
    count = count + ((kind == nil or ability.kind == kind) and 1 or 0)
  end
  return same(count, wanted, observe.why(object.entity, lines("abilities")))
end

local function player_of(attribute)
  return function(stage, object, wanted)
    local name = stage:player_name(object.entity[attribute]) or "nobody"
    return same(name, wanted, observe.why(object.entity, lines(attribute)))
  end
end

local function attached_to(stage, object, wanted)
  local host = object.entity.attached
  if wanted == "nothing" then
    return host == nil, host and observe.host(stage, object) or "nothing"
  elseif host and stage:player_name(host) == wanted then
    return true
  end
  for _, other in ipairs(object_lookup.find(stage, wanted)) do
    if other.entity == host then
      return true
    end
  end
  return false, observe.host(stage, object)
end

local function flag(attribute)
  return function(_, object, wanted)
    return truth(object.entity[attribute], wanted)
  end
end

local BOOL <const> = "=(%a+)$"

-- In this order: the first form that a line has is meant.
local OBJECT_FORMS <const> = {
  { "^power=(%-?%d+) toughness=(%-?%d+)$", sizes },
  { "^base power=(%-?%d+) base toughness=(%-?%d+)$", base_sizes },
  { "^power=(%-?%d+)$", number("power") },
  { "^toughness=(%-?%d+)$", number("toughness") },
  { "^mana value=(%d+)$", number("mana_value") },
  { "^damage=(%d+)$", number("damage") },
  { "^color=(.+)$", colours },
  {
    "^name=(.+)$",
    function(stage, object, wanted)
      return same(observe.name(stage, object), wanted, observe.why(object.entity, lines("name")))
    end,
  },
  { "^controller=(%w+)$", player_of("controller") },
  { "^owner=(%w+)$", player_of("owner") },
  { "^attached to=(.+)$", attached_to },
  { "^tapped" .. BOOL, flag("tapped") },
  { "^is face down" .. BOOL, flag("face_down") },
  { "^is a token" .. BOOL, flag("token") },
  { "^is (.-)" .. BOOL, is_word },
  { "^has subtype (.-)" .. BOOL, has_subtype },
  { "^has mana ability (.-)" .. BOOL, has_mana },
  { '^has ability "(.-)"' .. BOOL, has_ability },
  { "^has the (.-) ability" .. BOOL, has_ability },
  { "^has (.-) ability" .. BOOL, has_named },
  { "^has (.-)" .. BOOL, has_keyword },
  {
    "^count of abilities=(%d+)$",
    function(stage, object, wanted)
      return count_abilities(stage, object, nil, wanted)
    end,
  },
  { "^count of (%a+) abilities=(%d+)$", count_abilities },
  {
    "^counters%((.-)%)=(%d+)$",
    function(stage, object, kind, wanted)
      return same(observe.counters(stage, object, kind), wanted)
    end,
  },
  {
    "^can transform" .. BOOL,
    function(_, object, wanted)
      return truth(object.card.back ~= nil, wanted)
    end,
  },
}

--- "attack=3": any number that the rules of this game have.
local function any_number(stage, object, name, wanted)
  local attribute = stage.game.schema.attributes[name]
  if not attribute or attribute.kind ~= "int" then
    return nil
  end
  return number(name)(stage, object, wanted)
end

OBJECT_FORMS[#OBJECT_FORMS + 1] = { "^([%w_]+)=(%-?%d+)$", any_number }

--- The form of what is said of an object, and what it captured.
local function object_form(text)
  for _, form in ipairs(OBJECT_FORMS) do
    local captured = { text:match(form[1]) }
    if captured[1] then
      return form[2], captured
    end
  end
  return nil
end

local function judge_all(stage, name, text)
  local act, captured = object_form(text)
  if not act then
    return false
  end
  local found = object_lookup.find(stage, name)
  if #found == 0 then
    error(("there is no '%s'"):format(name), 0)
  end
  for _, object in ipairs(found) do
    local holds, got, why = act(stage, object, table.unpack(captured))
    if holds == nil then
      return false
    elseif not holds then
      return true, false, got, why
    end
  end
  return true, true
end

-- -- Of a player and the game ------------------------------------------------

local function zone_size(stage, player, zone, wanted)
  return same(#observe.inside(stage, zone, player), wanted)
end

local function names_in(stage, zone, player)
  local names = {}
  for i, object in ipairs(observe.inside(stage, zone, player)) do
    names[i] = object.id
  end
  return #names > 0 and table.concat(names, ", ") or "nothing"
end

local function contains(stage, player, zone, name)
  local bare, times = name:match("^(.-) x(%d+)$")
  local list = observe.inside(stage, zone, player)
  local count = observe.count(stage, list, bare or name)
  if not count then
    return nil
  end
  local holds = times and count == math.tointeger(tonumber(times)) or (not times and count > 0)
  return holds, names_in(stage, zone, player)
end

local function lacks(stage, player, zone, name)
  local count = observe.count(stage, observe.inside(stage, zone, player), name)
  return count and count == 0, names_in(stage, zone, player)
end

local function count_battlefield(stage, player, what, wanted)
  local count = observe.count(stage, observe.inside(stage, "battlefield", player), what)
  if not count then
    return nil
  end
  return same(count, wanted)
end

--- What untapped permanents' mana abilities give: the symbols, each once.
local function available_mana(stage, player, wanted)
  local got, want = {}, {}
  if wanted:gsub("{%w+}", "") ~= "" then
    return nil
  end
  for _, object in ipairs(observe.inside(stage, "battlefield", player)) do
    for _, ability in ipairs(object.entity.tapped and {} or stage:abilities(object.entity)) do
      local letters = ability.label:match("^T: add (.+)$")
      if letters then
        got[letters == "any" and "any" or letters:sub(1, 1)] = true
      end
    end
  end
  for symbol in wanted:gmatch("{(.-)}") do
    want[symbol] = true
  end
  local function text(set)
    local list = {}
    for symbol in pairs(set) do
      list[#list + 1] = ("{%s}"):format(symbol)
    end
    table.sort(list)
    return table.concat(list)
  end
  return text(got) == text(want), text(got)
end

local function effects_from(stage, name)
  for _, effect in ipairs(stage.world:effects()) do
    if effect.name == name then
      return false, tostring(effect)
    end
  end
  return true
end

local function may(stage, player, what, wanted)
  local attribute = "can_" .. what:gsub("%s+", "_")
  if not stage.game.schema.attributes[attribute] then
    return nil
  end
  local entity = stage:player(player)
  return truth(entity[attribute], wanted, observe.why(entity, lines(attribute)))
end

local function one_is_token(stage, name, wanted)
  local count = 0
  for _, object in ipairs(object_lookup.find(stage, name)) do
    count = count + (object.entity.token and 1 or 0)
  end
  return truth(count == 1, wanted)
end

local FORMS <const> = {
  {
    "^(%w+) life=(%-?%d+)$",
    function(stage, player, wanted)
      return same(
        stage:player(player).life,
        wanted,
        observe.why(stage:player(player), lines("life"))
      )
    end,
  },
  {
    "^(%w+) counters%((.-)%)=(%d+)$",
    function(stage, player, kind, wanted)
      local entity = stage.players[player]
      if not entity then
        return nil
      end
      return same(observe.counters(stage, { entity = entity }, kind), wanted)
    end,
  },
  { "^(%w+) (%w+) size=(%d+)$", zone_size },
  { "^(%w+) available mana=(.*)$", available_mana },
  { "^(%w+) battlefield count (.+)=(%d+)$", count_battlefield },
  { "^(%w+) (%w+) contains (.+)$", contains },
  { "^(%w+) (%w+) lacks (.+)$", lacks },
  { "^(%w+) may (.+)=(%a+)$", may },
  { "^no continuous effects remain from (.+)$", effects_from },
  { "^one (.+) is a token=(%a+)$", one_is_token },
  {
    "^active player=(%w+)$",
    function(stage, wanted)
      return same(stage.order[stage.active], wanted)
    end,
  },
}

local function judge_form(stage, text)
  for _, form in ipairs(FORMS) do
    local captured = { text:match(form[1]) }
    if captured[1] then
      local holds, got, why = form[2](stage, table.unpack(captured))
      if holds ~= nil then
        return true, holds, got, why
      end
    end
  end
  return false
end

--- Read and judge a line.
---@param stage strata.Stage
---@param text string
---@return boolean is_read
---@return boolean|nil holds
---@return string|nil got
---@return string|nil why
function M.judge(stage, text)
  local every, rest = text:match("^every (.-) (has .+)$")
  if every and not text:find(": ", 1, true) then
    return judge_all(stage, every, rest)
  end
  local from = 1
  while true do
    local start, stop = text:find(": ", from, true)
    if not start then
      break
    end
    local is_read, holds, got, why = judge_all(stage, text:sub(1, start - 1), text:sub(stop + 1))
    if is_read then
      return is_read, holds, got, why
    end
    from = stop + 1
  end
  return judge_form(stage, text)
end

return M
