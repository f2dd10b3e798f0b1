--- The functions that the verbs of the program (bindings/cli) call by name.
local file_outline = require("strata.base.file_outline")
local pack_check = require("strata.check.pack_check")
local pair_conflicts = require("strata.explore.pair_conflicts")
local host = require("strata.host")
local linker = require("strata.link.linker")
local pack_conflicts = require("strata.link.pack_conflicts")
local provenance = require("strata.link.provenance")
local pack_search = require("strata.packs.pack_search")
local inspect_scenario = require("strata.tools.inspect_scenario")
local scaffold = require("strata.tools.scaffold")
local test_suite = require("strata.tools.test_suite")

local M = {}

--- The number of pairs of cards that `strata conflicts` tests by default.
local MOST_PAIRS <const> = 1000

--- Whether any file of a pack's tests has the word scenario.
local function has_scenarios(folder)
  local is_there, paths = pcall(host.list, folder .. "/tests")
  for _, path in ipairs(is_there and paths or {}) do
    for _, box in ipairs(file_outline.outline(path, host.read(path)).boxes) do
      if box.word == "scenario" then
        return true
      end
    end
  end
  return false
end

--- Whether a pack has cards, rules, events or laws, or tests that are scenarios with the cards of
--- others.
---@param asked strata.Asked the pack's folder first, then those of others in the same game
---@return boolean
function M.is_game(asked)
  local pack = host.manifest(asked[1])
  local has_own = pack.rules or pack.cards or pack.events or pack.laws
  return has_own ~= nil or has_scenarios(asked[1])
end

-- -- Who made what -----------------------------------------------------------

--- The origins of a name, or of what a former name is now, and a line that tells of the change.
local function find_origins(game, name)
  local found, hint = provenance.find(game, name)
  local rename = #found == 0 and game.files.renames.by_name[name]
  if not rename then
    return found, hint, nil
  end
  local now = game.files.renames:present(name)
  local pack = rename.pack
  local form = "'%s' is '%s' now, says %s:%d"
  return provenance.find(game, now), hint,
    form:format(name, now, pack.file, pack.rename_lines[rename.old])
end

--- Whether a conflict is about one of some origins.
local function is_about(origins, clash)
  for _, origin in ipairs(origins) do
    for _, row in ipairs(origin.altered) do
      if row == clash.first or row == clash.second then
        return true
      end
    end
  end
  return false
end

--- Add the conflicts that are about some origins.
local function add_clashes(list, clashes, origins, game)
  for _, clash in ipairs(clashes) do
    if is_about(origins, clash) then
      list[#list + 1] = "conflict: " .. pack_conflicts.message(game.files, clash)
    end
  end
end

--- The origins of a name: the packs that made the thing and those that changed it, as text or as
--- lines of JSON.
---@param folders string[] of packs
---@param name string
---@param is_json boolean
---@return string
function M.why_def(folders, name, is_json)
  local game = linker.load(folders, nil, nil, true)
  local found, hint, renamed = find_origins(game, name)
  if #found == 0 then
    error(("why-def: nothing is called '%s'%s"):format(name, hint), 0)
  end
  local list = { not is_json and renamed or nil }
  for _, origin in ipairs(found) do
    list[#list + 1] = is_json and provenance.json(origin) or provenance.text(origin)
  end
  add_clashes(list, is_json and {} or game:clashes(), found, game)
  return table.concat(list, "\n")
end

--- Whether packs come of different games: more than one of those that they need has rules of its
--- own, and requires no other.
local function are_strangers(order)
  local count = 0
  for _, manifest in ipairs(order) do
    count = count + (manifest.rules and #manifest.requires == 0 and 1 or 0)
  end
  return count > 1
end

--- Why packs make no game together, though each of them may be fine. Nil if they do, and if they
--- are not meant to, as they come of different games.
---@param folders string[] of packs
---@return string|nil
function M.apart(folders)
  local solution, problems = pack_search.solve(folders)
  if not solution then
    return table.concat(problems, "\n")
  elseif are_strangers(solution.order) then
    return nil
  end
  local found = {}
  local is_loaded, game = pcall(linker.load, folders, nil, found)
  if #found == 0 and is_loaded then
    is_loaded, game = pcall(game.freeze, game)
  end
  found[#found + 1] = not is_loaded and tostring(game) or nil
  return #found > 0 and table.concat(found, "\n") or nil
end

--- The conflicts of packs: values that two packs set, and values that depend on the order in which
--- their cards enter.
---@param folders string[] of packs
---@param most string|nil how many pairs of cards are tried
---@return string
---@return boolean is_wrong whether they disagree
function M.conflicts(folders, most)
  local game = linker.load(folders, nil, nil, true)
  local lines = {}
  for i, clash in ipairs(game:clashes()) do
    lines[i] = pack_conflicts.message(game.files, clash)
  end
  game:name_players(pair_conflicts.PLAYERS)
  game:freeze()
  local met = pair_conflicts.find(game, math.tointeger(tonumber(most or MOST_PAIRS)))
  lines[#lines + 1] = pair_conflicts.text(met)
  return table.concat(lines, "\n"), #lines > 1 or #met.list > 0
end

-- -- Beginning ---------------------------------------------------------------

--- The files of a new pack for the game that packs make, of a new game, or of a new card of the
--- first of them.
---@param asked strata.Asked
---@param what "pack"|"game"|"card"
---@param name string the folder of the pack or game, the card's id
---@return string[] files path, text, path, text, ...
function M.fresh(asked, what, name)
  local list = {}
  for _, file in ipairs(scaffold[what](asked, name)) do
    list[#list + 1] = file.path
    list[#list + 1] = file.text
  end
  return list
end

-- -- What stands elsewhere ---------------------------------------------------

M.packs, M.check = pack_check.packs, pack_check.check

M.open, M.describe = test_suite.open, test_suite.describe
M.run, M.replayed = test_suite.run, test_suite.replayed
M.measure, M.measured = test_suite.measure, test_suite.measured
M.cover, M.covered = test_suite.cover, test_suite.covered
M.explored = test_suite.explored

M.why, M.graph = inspect_scenario.why, inspect_scenario.graph
M.record, M.replay = inspect_scenario.record, inspect_scenario.replay

return M
