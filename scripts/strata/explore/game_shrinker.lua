--- Shrinks a random game to the shortest and simplest scenario that fails in the same way.
local move_text = require("strata.explore.move_text")
local replayed_game = require("strata.explore.replayed_game")
local shrink_list = require("strata.explore.shrink_list")
local host = require("strata.host")
local scenario_export = require("strata.scenario.scenario_export")

local M = {}

-- In how many games a failure is played to make it shorter, and in how many if each takes long: one
-- of the engine, or one that does not come to an end.
local TRIALS <const>, SLOW_TRIALS <const> = 4000, 200

--- What a value might be instead, the simplest first.
local function simpler_values(value, home)
  local list = {}
  if math.type(value) == "integer" then
    return shrink_list.simpler(value)
  elseif value == "B" then
    list[1] = "A"
  elseif type(value) == "table" then
    for key, item in host.sorted_pairs(value) do
      if type(key) == "string" and key ~= "event" then
        list[#list + 1] = move_text.with(value, key, nil)
      end
      for _, simpler in ipairs(simpler_values(item, home)) do
        list[#list + 1] = move_text.with(value, key, simpler)
      end
    end
  end
  return list
end

--- Replace items of a list by simpler ones, as long as a test accepts the list.
local function simplify(list, trials, test, variants)
  for place = 1, #list do
    local has_changed = true
    while has_changed and list[place] do
      has_changed = false
      for _, variant in ipairs(variants(list[place])) do
        local copy = table.move(list, 1, #list, 1, {})
        copy[place] = variant
        local kept = shrink_list.try(trials, test, copy)
        if kept then
          list, has_changed = kept, true
          break
        end
      end
    end
  end
  return list
end

local function size_of(given)
  return #scenario_export.written({ given.setup, given.steps }, {})
end

--- The setup and the steps of a game in which the object that a step puts into a zone is there from
--- the beginning; nil if the step puts none.
local function put_before(given, place)
  local step = given.steps[place]
  if not step.put then
    return nil
  end
  local rows, rest = table.move(given.setup, 1, #given.setup, 1, {}), {}
  rows[#rows + 1] = { step.under or "A", step.zone or "", ("%s: %s"):format(step.id, step.put) }
  for other, one in ipairs(given.steps) do
    rest[#rest + 1] = other ~= place and one or nil
  end
  return rows, rest
end

---@class strata.Shrinking
---@field game strata.Game
---@field best table the smallest game so far that fails in the same way
---@field trials strata.Trials
---@field key string
local Shrinking = {}
Shrinking.__index = Shrinking

--- Whether a game with this setup and these steps fails in the same way. If it does, it becomes the
--- best game so far.
function Shrinking:keeps(setup, list)
  local best = self.best
  local given = { name = best.name, players = best.players, setup = setup, steps = list }
  local done, trouble = replayed_game.replay(self.game, given, self.is_unsound)
  local is_same = trouble ~= nil and trouble.key == self.key
  if is_same then
    self.best, self.trouble = done, trouble
  end
  return is_same
end

function Shrinking:shrink_steps(how)
  local function test(list)
    return self:keeps(self.best.setup, list) and self.best.steps or nil
  end
  how(self.best.steps, self.trials, test)
end

function Shrinking:shrink_setup(how)
  local function test(rows)
    return self:keeps(rows, self.best.steps) and self.best.setup or nil
  end
  how(self.best.setup, self.trials, test)
end

--- Move objects that steps put into zones to the setup.
function Shrinking:put_earlier()
  for place = #self.best.steps, 1, -1 do
    local rows, rest = put_before(self.best, place)
    if rows and rows[#rows][2] == "" then
      rows[#rows][2] = self.game.schema.home
    end
    shrink_list.try(self.trials, function()
      return rows and self:keeps(rows, rest) or nil
    end, rows)
  end
end

--- Let a step settle its own consequences where the step behind it only settles.
function Shrinking:settle_earlier()
  for place = #self.best.steps, 2, -1 do
    local list = table.move(self.best.steps, 1, #self.best.steps, 1, {})
    local how = list[place] and list[place].settle
    if how then
      table.remove(list, place)
      list[place - 1] = move_text.with(list[place - 1], "settle", how)
      shrink_list.try(self.trials, function()
        return self:keeps(self.best.setup, list) or nil
      end, list)
    end
  end
end

--- A row of a setup at home, or of the first player.
function Shrinking:simpler_row(row)
  local list = {}
  for place, value in ipairs({ "A", self.game.schema.home }) do
    if row[place] ~= value then
      list[#list + 1] = move_text.with(row, place, value)
    end
  end
  return list
end

--- Names in place of others, wherever they stand in a value.
local function renamed(value, names)
  if type(value) ~= "table" then
    return names[value] or value
  end
  local copy = {}
  for key, item in next, value do
    copy[key] = renamed(item, names)
  end
  return copy
end

--- Name objects after their cards, with a number where several objects have the same card.
function Shrinking:rename()
  local names, counts, all = {}, {}, {}
  for _, row in ipairs(self.best.setup) do
    all[#all + 1] = row[3]:match("^([^:]*): ")
  end
  for _, step in ipairs(self.best.steps) do
    all[#all + 1] = step.put and step.id
  end
  for _, id in ipairs(all) do
    local stem = id:gsub("_%d+$", "")
    counts[stem] = (counts[stem] or 0) + 1
    names[id] = counts[stem] == 1 and stem or ("%s_%d"):format(stem, counts[stem])
  end
  local rows = {}
  for place, row in ipairs(self.best.setup) do
    local id, card = row[3]:match("^([^:]*): (.*)$")
    rows[place] = { row[1], row[2], ("%s: %s"):format(names[id], card) }
  end
  local list = renamed(self.best.steps, names)
  shrink_list.try(self.trials, function()
    return self:keeps(rows, list) or nil
  end, rows)
end

function Shrinking:round()
  self:shrink_steps(shrink_list.list)
  self:put_earlier()
  self:settle_earlier()
  self:shrink_setup(shrink_list.list)
  self:shrink_steps(function(list, trials, test)
    simplify(list, trials, test, simpler_values)
  end)
  self:shrink_setup(function(list, trials, test)
    simplify(list, trials, test, function(row)
      return self:simpler_row(row)
    end)
  end)
end

--- The shortest game that was found to fail in the same way as one.
---@param game strata.Game
---@param found strata.Found
---@return strata.Shrinking|nil with `best` and `trouble`; nil if it does not fail a second time
function M.shortest(game, found)
  local self = setmetatable({
    game = game,
    best = found.given,
    trouble = found,
    key = found.key,
    is_unsound = found.key:find("^unsound") ~= nil,
    trials = shrink_list.trials(found.is_slow and SLOW_TRIALS or TRIALS),
  }, Shrinking)
  if not self:keeps(found.given.setup, found.given.steps) then
    return nil
  end
  local size
  repeat
    size = size_of(self.best)
    self:round()
  until size_of(self.best) >= size
  self:rename()
  return self
end

return M
