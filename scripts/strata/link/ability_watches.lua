--- Which events abilities and laws watch, and for what.
local host = require("strata.host")

local M = {}

-- Roles of watcher definitions whose place 2 names an event type, as the help calls them.
local ROLES <const> = {
  cant = "cant",
  handle = "handler",
  prevent = "prevent",
  replace = "replace",
  trigger = "trigger",
}

--- The event of a watcher definition, and what is done about it; nil if it watches none.
local function watched(game, code)
  local spec = game.codes[code]
  local role = spec and ROLES[spec[1]]
  return role and spec[2] or nil, role
end

--- The event that must happen before a watcher definition does anything; nil if it needs none. What
--- follows "when you do" (603.12) is begun by its own act.
---@param game strata.Game
---@param code string
---@return string|nil
function M.waits_for(game, code)
  local item = game.code_items[code]
  local is_begun = item and item.word == "when_you_do"
  return not is_begun and watched(game, code) or nil
end

--- "damage (replace)" for each event that an ability or a law watches.
---@param game strata.Game
---@param ability table it has codes
---@return string[]
function M.of_ability(game, ability)
  local list = {}
  for _, code in ipairs(ability.codes or {}) do
    local event, role = watched(game, code)
    list[#list + 1] = event and ("%s (%s)"):format(event, role) or nil
  end
  return list
end

--- Whether one event is another, or an alias of it.
local function is_of(game, name, wanted)
  while name and name ~= wanted do
    local known = game.kinds.known[name]
    name = known and known.of
  end
  return name ~= nil
end

--- The codes of a card: of its abilities, and of the handlers that its definition has in chains.
local function codes_of(game, card)
  local codes = {}
  for _, name in ipairs(card.abilities or {}) do
    local own = game.abilities[name] and game.abilities[name].codes or {}
    table.move(own, 1, #own, #codes + 1, codes)
  end
  local chain = game.chains[card.definition] or {}
  return table.move(chain, 1, #chain, #codes + 1, codes)
end

--- Whether one of some watcher definitions watches an event.
local function is_watching(game, codes, name)
  for _, code in ipairs(codes) do
    if is_of(game, (watched(game, code)), name) then
      return true
    end
  end
  return false
end

--- The codes of an ability that laws give to a keyword.
local function codes_of_keyword(game, keyword)
  local ability = game.abilities[game.schema:symbol(keyword)]
  return ability and ability.codes or {}
end

--- The watcher definitions of the rules themselves, by what has them.
local function codes_of_rules(game)
  local of = {}
  for law, spec in host.sorted_pairs(game.laws) do
    of["law " .. law] = spec.codes or {}
  end
  for word, item in host.sorted_pairs(game.law_items) do
    of["keyword " .. word] = item.word == "keyword" and codes_of_keyword(game, word) or nil
  end
  for code, spec in host.sorted_pairs(game.codes) do
    of["handler " .. code] = spec.everywhere and { code } or nil
  end
  return of
end

--- The names of the cards and laws that watch an event, or one of its aliases.
---@param game strata.Game
---@param name string of the event
---@return string[]
function M.of_event(game, name)
  local list, keywords = {}, {}
  for title, codes in host.sorted_pairs(codes_of_rules(game)) do
    local into = title:find("^keyword ") and keywords or list
    into[#into + 1] = is_watching(game, codes, name) and title or nil
  end
  for title, card in host.sorted_pairs(game.cards) do
    list[#list + 1] = is_watching(game, codes_of(game, card), name) and title or nil
  end
  return table.move(keywords, 1, #keywords, #list + 1, list)
end

return M
