--- What is put away until something leaves (610.3), by links (607): who has moved somebody is known
--- of whoever that became, for as long as it is there.
local phrase = require("strata.lang.phrase")

local M = {}

-- Under this name what is gone until something leaves is linked to that.
local UNTIL_LEAVES <const> = "until it leaves"

--- Let all moves among deeds link who moves to this.
local function link_moves(deeds, link)
  for _, deed in ipairs(deeds) do
    if deed[1] == "emit" and deed[2] == "move" then
      deed.with.link = link
    elseif type(deed) == "table" then
      link_moves(deed, link)
    end
  end
end

--- The end of the duration (610.3): all that is linked comes back at once.
local function coming_back(inner, item, link)
  local game = inner.watch.game
  local links, place = game.schema.data.links, { path = item.path, line = item.line }
  local who = ("%s = this and %s = %s"):format(links.holder, links.name, link)
  local away = phrase.new(game.schema, "pred", who)
  local fields = { away, who = game.words.it, to = item.given.back or game.schema.home }
  local act = { word = "act", kind = "move", given = fields, label = "move" }
  local deeds = inner:deeds(item, "back", setmetatable(act, { __index = place }))
  return { "until", "leave", tests = { who = "it = this" }, table.unpack(deeds) }
end

--- until_leaves { exile { who = target } }: until this leaves, if it has not (610.3).
---@param self strata.Programs in which it stands
---@param inner strata.Programs of what it starts
---@param item strata.Described
---@param into table[] deeds
function M.until_leaves(self, inner, item, into)
  local game = self.watch.game
  if not (game.schema.data.links and game.kinds.known.leave and game.schema.home) then
    self:blame(item, nil, "until_leaves: these rules have no links, or no event 'leave'")
  end
  local list = table.move(item.given, 1, #item.given, 1, {})
  local deeds = self:deeds(item, "until_leaves", list)
  local name = item.given.link or UNTIL_LEAVES
  local link = game.schema:link(name, function(form, ...)
    self:blame(item, "link", "until_leaves: link: " .. form, ...)
  end)
  link_moves(deeds, link)
  local code = self.watch:add(item, coming_back(inner, item, link))
  deeds[#deeds + 1] = { "watch", code, with = { source = "this", you = "$you" } }
  -- Whoever has left is another one since (400.7).
  into[#into + 1] = { "when", when = "count(it = this) >= 1", table.unpack(deeds) }
end

return M
