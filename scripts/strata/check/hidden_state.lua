--- Checks for hidden state: the values that a pack's functions refer to must be the same after a
--- game as before it.
local host = require("strata.host")

local M = {}

--- All that the handlers of a game hold, by its path.
---@param game strata.Game
---@return table<string, any>
function M.of(game)
  return host.handlers_hold(game.rules)
end

--- What has changed since `before`: the first path, in order; nil if nothing has.
---@param game strata.Game
---@param before table<string, any>
---@return string|nil
function M.changed(game, before)
  local now, paths = M.of(game), {}
  for path in next, before do
    paths[path] = true
  end
  for path in next, now do
    paths[path] = true
  end
  for path in host.sorted_pairs(paths) do
    if not rawequal(before[path], now[path]) then
      local form = "hidden state: '%s' was %s before and is %s now; keep it in the world with "
        .. "ctx:note or an attribute, or in a local inside"
      return form:format(path, tostring(before[path]), tostring(now[path]))
    end
  end
  return nil
end

--- What handlers want to keep, a message each: each is run once on something that answers every
--- question with itself.
---@param game strata.Game
---@return string[]
function M.wanted(game)
  return host.try_handlers(game.rules)
end

return M
