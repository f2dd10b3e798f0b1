--- Conflicts: two packs set the same thing, and neither names the other.
---
--- If one pack names the other, it comes later in the order and its value counts. Without that
--- relation only the order of names would decide, so a conflict is an error. A third pack that
--- names both and sets the value itself resolves it.
local host = require("strata.host")
local vocabulary = require("strata.lang.vocabulary")
local amended_fields = require("strata.link.amended_fields")
local pack_graph = require("strata.packs.pack_graph")

local M = {}

---@class strata.Write who writes something
---@field row strata.Altered
---@field pack table its manifest
---@field change? strata.Change|string what it does to what is there; nil if it says all of it

---@class strata.Clash
---@field what string
---@field first strata.Altered
---@field second strata.Altered

--- Whether a third pack, which names both, sets the value itself.
local function is_settled(packs, writes, a, b)
  for _, third in ipairs(writes) do
    local is_plain = third ~= a and third ~= b and not vocabulary.is_change(third.change)
    local knows_a = is_plain and pack_graph.comes_after(packs, third.pack, a.pack)
    if knows_a and pack_graph.comes_after(packs, third.pack, b.pack) then
      return true
    end
  end
  return false
end

local function is_clash(packs, writes, a, b)
  local is_known = a.pack == b.pack
    or pack_graph.comes_after(packs, a.pack, b.pack)
    or pack_graph.comes_after(packs, b.pack, a.pack)
  return not is_known and not amended_fields.commute(a, b) and not is_settled(packs, writes, a, b)
end

--- Find all clashes among writes.
---@param packs table[] manifests of the game
---@param written table<string, strata.Write[]> by what is written, in order
---@param into strata.Clash[] gets them
function M.find(packs, written, into)
  for what, writes in host.sorted_pairs(written) do
    for j = 2, #writes do
      for i = 1, j - 1 do
        local a, b = writes[i], writes[j]
        if is_clash(packs, writes, a, b) then
          into[#into + 1] = { what = what, first = a.row, second = b.row }
        end
      end
    end
  end
end

--- The words of steps that two packs declare, of which neither names the other: what both say
--- together means nothing.
---@param game strata.Game
---@return table<string, true>
function M.torn_steps(game)
  local torn = {}
  for name in host.sorted_pairs(game.schema.data.steps or {}) do
    local key, found = "steps." .. name, {}
    M.find(game.packs, { [key] = game.rule_origins.written[key] }, found)
    torn[name] = #found > 0 or nil
  end
  return torn
end

--- The message about a clash, with both places and what to do.
---@param files strata.Files
---@param clash strata.Clash
---@return string
function M.message(files, clash)
  local a, b = clash.first, clash.second
  local form = "%s: '%s' makes it %s, and '%s' makes it %s in %s:%d; neither names the other: "
    .. "let one require the other, or a third that requires both say it"
  local text = form:format(clash.what, b.pack, b.new, a.pack, a.new, a.path, a.line)
  return files:message(b.path, b.line, text)
end

--- Raise clashes, or add them to a list of problems. A game that is loaded to report clashes
--- ignores them here.
---@param game strata.Game
---@param list strata.Clash[]
---@param problems? string[]
function M.report(game, list, problems)
  local messages = {}
  for i, clash in ipairs(game.allows_clashes and {} or list) do
    messages[i] = M.message(game.files, clash)
  end
  if problems then
    table.move(messages, 1, #messages, #problems + 1, problems)
  elseif #messages > 0 then
    error(table.concat(messages, "\n"), 0)
  end
end

return M
