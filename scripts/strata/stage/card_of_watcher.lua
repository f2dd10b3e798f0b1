--- The card in which a watcher definition is written.
---
--- The log, options of decisions and started watchers name watcher definitions. The name of each
--- begins with the name of the part of a card in which it is written.
local M = {}

local function add_parts(owners, draft, card)
  for _, part in ipairs(draft.parts) do
    owners[(part.name:gsub("[%. ]", "_"))] = card
  end
  if draft.back then
    add_parts(owners, draft.back, card)
  end
end

--- The card's name by the name of each part of it, as watcher definitions begin with it.
local function owners_of(game)
  if not game.code_owners then
    game.code_owners = {}
    for _, draft in ipairs(game.drafts.list) do
      add_parts(game.code_owners, draft, draft.given.name)
    end
  end
  return game.code_owners
end

--- The name of the card in which a watcher definition is written; nil if it is of no card.
---@param game strata.Game
---@param code string name of the watcher definition
---@return string|nil
function M.card_of(game, code)
  local owners, name = owners_of(game), code
  while name do
    if owners[name] then
      return owners[name]
    end
    name = name:match("^(.+)_[^_]*$")
  end
  return nil
end

return M
