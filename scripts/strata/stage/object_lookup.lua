--- Finds objects by their names in scenarios: ids, card names, "X@A", "X in A hand", "second X".
local lists = require("strata.base.lists")
local spelling = require("strata.base.spelling")

local filter = lists.filter

local M = {}

--- A symbol of an entity as it is printed; "" for none.
local function printed_name(stage, entity)
  local name = entity[stage.game.schema.roles.name]
  return name and stage.game.schema:printed(name) or ""
end

M.printed_name = printed_name

--- Objects of a name: by what they are called now, then by what their cards are.
local function of_name(stage, list, name)
  local now = filter(list, function(object)
    return printed_name(stage, object.entity) == name
  end)
  if #now > 0 then
    return now
  end
  return filter(list, function(object)
    return object.card.name == name
  end)
end

local function all_alive(stage)
  return filter(stage.objects, function(object)
    return object.entity:is_alive()
  end)
end

local function in_zone(list, zone)
  return filter(list, function(object)
    return object.entity.zone == zone
  end)
end

--- Those in zones of a player, or in zones of nobody which the player owns.
local function lying_with(stage, list, player)
  local role = stage.game.schema.roles.owner
  return filter(list, function(object)
    return stage:player_name(object.entity:zone_player() or object.entity[role]) == player
  end)
end

local function controlled_by(stage, list, player)
  local role = stage.game.schema.roles.controller
  return filter(list, function(object)
    return stage:player_name(object.entity[role]) == player
  end)
end

--- The objects at home, else those of any zone.
local function at_home(stage, name)
  local all = all_alive(stage)
  local home = stage.game.schema.home
  local here = of_name(stage, home and in_zone(all, home) or all, name)
  return #here > 0 and here or of_name(stage, all, name)
end

--- Whether an object is a copy: what it is called now is not what its card says, or events have
--- made it.
local function is_copy(stage, name)
  return function(object)
    local is_called = printed_name(stage, object.entity) == name
    return object.is_token or object.is_made or (is_called and object.card.name ~= name)
  end
end

--- Whether an object is a copy of any other: it is called otherwise than its card, or is a token
--- that is called as an object is which is no token.
---@param stage strata.Stage
---@param object strata.Object
---@return boolean
function M.is_copy(stage, object)
  local own = printed_name(stage, object.entity)
  if not object.is_token then
    return object.is_made or own ~= object.card.name
  end
  for _, other in ipairs(stage.objects) do
    if not other.is_token and other.card.name == own then
      return true
    end
  end
  return false
end

--- Those of a name that a player controls: at home, else in any zone, as a spell on the stack.
local function of_player_at_home(stage, name, player)
  local theirs = controlled_by(stage, all_alive(stage), player)
  local here = of_name(stage, in_zone(theirs, stage.game.schema.home), name)
  return #here > 0 and here or of_name(stage, theirs, name)
end

-- How objects of one name are told apart; each gets what the words captured.
local FORMS <const> = {
  {
    "^token(%d*)$", -- in the order in which they came
    function(stage, number)
      local list = filter(in_zone(all_alive(stage), stage.game.schema.home), function(object)
        return object.is_token
      end)
      local place = number == "" and 1 or math.tointeger(tonumber(number))
      return { list[place] }
    end,
  },
  {
    "^(.+)@(%w+) (%w+)$",
    function(stage, name, player, zone)
      return of_name(stage, controlled_by(stage, in_zone(all_alive(stage), zone), player), name)
    end,
  },
  {
    "^(.+)@(%w+)$",
    function(stage, name, player)
      return of_player_at_home(stage, name, player)
    end,
  },
  {
    "^(.+) of (%w+)$",
    function(stage, name, player)
      return stage.players[player] and of_player_at_home(stage, name, player) or {}
    end,
  },
  {
    "^(.+) in (%w+) (%w+)$",
    function(stage, name, player, zone)
      return of_name(stage, lying_with(stage, in_zone(all_alive(stage), zone), player), name)
    end,
  },
  {
    "^face%-down (.+)$",
    function(stage, name) -- a word that is no card, as "creature", means any
      local flag = stage.game.schema.data.face_down
      return filter(all_alive(stage), function(object)
        local is_meant = object.card.name == name or not stage.game.cards[name]
        return is_meant and flag and object.entity[flag]
      end)
    end,
  },
  {
    "^(.+) %(copy%)$",
    function(stage, name)
      local test = is_copy(stage, name)
      local found = filter(at_home(stage, name), test)
      return #found > 0 and found or filter(of_name(stage, all_alive(stage), name), test)
    end,
  },
  {
    "^(.+) %(token%)$",
    function(stage, name)
      return filter(at_home(stage, name), function(object)
        return object.is_token
      end)
    end,
  },
  {
    "^(.+) %(original%)$",
    function(stage, name)
      local test = is_copy(stage, name)
      return filter(at_home(stage, name), function(object)
        return object.card.name == name and not test(object)
      end)
    end,
  },
  {
    "^(.+) %((%a+)%)$",
    function(stage, name, card)
      return filter(at_home(stage, name), function(object)
        return object.card.name:find(card, 1, true) ~= nil
      end)
    end,
  },
}

-- What is left of a name without the words that tell objects of one name apart.
local BARE <const> = {
  "^every (.+)$",
  "^face%-down (.+)$",
  "^first (.+)$",
  "^second (.+)$",
  "^third (.+)$",
  "^fourth (.+)$",
  "^(.+)@%w+$",
  "^(.+)@%w+ %w+$",
  "^(.+) of %w+$",
  "^(.+) in %w+ %w+$",
  "^(.+) %(%a+%)$",
  "^(.+) #%d+$",
}

--- The names that a text may contain besides the words that tell objects of one name apart: of
--- "second Bear@A" these are "second Bear@A", "Bear@A" and "Bear", among others.
---@param text string
---@return string[]
function M.bare_names(text)
  local list, seen = { text }, { [text] = true }
  local place = 1
  while list[place] do
    for _, pattern in ipairs(BARE) do
      local name = list[place]:match(pattern)
      if name and not seen[name] then
        seen[name], list[#list + 1] = true, name
      end
    end
    place = place + 1
  end
  return list
end

local ORDINALS <const> = { first = 1, second = 2, third = 3, fourth = 4 }

local function nth(stage, text)
  local ordinal, name = text:match("^(%a+) (.+)$")
  if not ORDINALS[ordinal] then
    name, ordinal = text:match("^(.+) %((%a+)%)$")
  end
  local place = ordinal and ORDINALS[ordinal]
  if not place then
    return nil
  end
  local list = M.find(stage, name)
  return list[place] and { list[place] } or {}
end

local function by_form(stage, text)
  for _, form in ipairs(FORMS) do
    local a, b, c = text:match(form[1])
    local found = a and form[2](stage, a, b, c) or {}
    if #found > 0 then
      return found
    end
  end
  return {}
end

--- All objects that a text means, in the order in which they entered; empty if there are none.
---@param stage strata.Stage
---@param text string
---@return strata.Object[]
function M.find(stage, text)
  local every = text:match("^every (.+)$")
  if every then
    return M.find(stage, every)
  end
  local own = stage.ids[text]
  local copies = own and M.copies_of_id(stage, text) or nil
  if own then
    return copies
  end
  local found = at_home(stage, text)
  if #found > 0 then
    return found
  end
  return nth(stage, text) or by_form(stage, text)
end

--- The name of a card that is an id too means all objects of that name ("Crusade x4"), but those
--- that were given an id of their own.
function M.copies_of_id(stage, text)
  local own = stage.ids[text]
  if own.is_named or not own.entity:is_alive() then
    return { own }
  end
  local is_own = false
  local found = filter(at_home(stage, text), function(object)
    is_own = is_own or object == own
    return not object.is_named
  end)
  return is_own and found or { own }
end

--- That nothing is called so, with the nearest name of what is there.
---@param stage strata.Stage
---@param text string
---@return string
function M.nobody(stage, text)
  if stage:somebody(text) then
    return ("'%s' is no object; name one here"):format(text)
  end
  local known = {}
  for _, object in ipairs(stage.objects) do
    known[object.id], known[object.card.name] = true, true
  end
  local player = text:upper()
  local hint = stage.players[player] and ("; did you mean '%s'?"):format(player)
    or spelling.hint(text, spelling.keys(known), true)
  return ("there is no '%s'%s"):format(text, hint)
end

--- The one object that a text means. Raises if it means none or several.
---@param stage strata.Stage
---@param text string
---@return strata.Object
function M.one(stage, text)
  local found = M.find(stage, text)
  if #found == 1 then
    return found[1]
  end
  if #found == 0 then
    error(M.nobody(stage, text), 0)
  end
  local form = "'%s' could be %d objects; say 'first %s', or give each an id"
  error(form:format(text, #found, text), 0)
end

return M
