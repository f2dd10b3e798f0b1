--- The history of a game: any step of it, undo and redo, branches with names, autosaves.
---
--- A history is a record (strata.record.world_record) whose steps form a tree: each node is a step
--- and has the node before it. A game that goes on from an earlier step begins a branch, and what
--- was played before stays under the name that it had. Some nodes keep a save of the world; any
--- other is reached by playing its steps, with their answers, from the nearest node before it that
--- has one. When there are too many saves, every other one is dropped.
local host = require("strata.host")
local world_record = require("strata.record.world_record")

local M = {}

local FIRST <const> = "main"

---@class strata.HistoryNode
---@field parent? strata.HistoryNode
---@field number integer how many steps lead to it
---@field step? strata.Step
---@field hash string
---@field save? string

---@class strata.History
local History = {}

--- What is behind each history that scripts have.
local histories <const> = setmetatable({}, { __mode = "k" })

local function of(history, where)
  local self = histories[history]
  if not self then
    error(where .. ": expected a history, as world:history() gives it", 0)
  end
  world_record.update(self.recording, where)
  return self
end

--- A node of a line: the one with a number, on the way from a node to the beginning.
local function ancestor(node, number)
  while node.number > number do
    node = node.parent
  end
  return node
end

-- -- Saves -------------------------------------------------------------------

--- Keep a save of the world with every `every`-th node. Beyond the cap, every other is dropped.
local function keep_save(self, node)
  if node.number % self.every ~= 0 then
    return
  end
  node.save = self.world:save()
  self.saved[#self.saved + 1] = node
  while #self.saved > self.states do
    self.every = self.every * 2
    local kept = {}
    for _, saved in ipairs(self.saved) do
      if saved.number % self.every == 0 then
        kept[#kept + 1] = saved
      else
        saved.save = nil
      end
    end
    if #kept == #self.saved then -- many branches of one length: the newest makes room
      kept[#kept].save = nil
      kept[#kept] = nil
    end
    self.saved = kept
  end
end

--- The save is made when a step is added; the oldest slot is used again at the cap.
local function autosave(self, node)
  self.since = self.since + 1
  if not self.autosave or self.since < self.autosave then
    return
  end
  self.since = 0
  self.autosaved = self.autosaved + 1
  local slot = (self.autosaved - 1) % self.slots + 1
  self.autosaves[slot] = {
    slot = slot,
    number = self.autosaved,
    step = node.number,
    bytes = node.save or self.world:save(),
  }
end

-- -- The tree ----------------------------------------------------------------

--- A name that no branch has.
local function new_name(self)
  local number = 2
  while self.tips[("line %d"):format(number)] do
    number = number + 1
  end
  return ("line %d"):format(number)
end

--- The recording has a new step: a node after the present one. If that is not the end of its
--- branch, a new branch begins.
local function add_node(self, step)
  local here = self.here
  if self.tips[self.branch] ~= here then
    self.branch = new_name(self)
    self.names[#self.names + 1] = self.branch
  end
  self.here = { parent = here, number = here.number + 1, step = step, hash = step.hash }
  self.tips[self.branch] = self.here
  keep_save(self, self.here)
  autosave(self, self.here)
end

--- The world at a node: a world of its own.
local function world_at(self, node)
  local first, steps = node, {}
  while not first.save do
    table.insert(steps, 1, first)
    first = first.parent
  end
  local world = self.recording.rules:load(first.save, { on_fault = "stop" })
  return world_record.play_steps(self.recording.rules, world, steps)
end

--- Put the world to a node.
local function go_to(self, node)
  if node == self.here then
    return
  end
  host.become(self.world, world_at(self, node))
  local steps = {}
  for number = node.number, 1, -1 do
    steps[number], node = node.step, node.parent
  end
  world_record.replace_steps(self.recording, steps)
end

local function check_count(count, where)
  if math.type(count) ~= "integer" or count < 0 then
    error(where .. ": expected a number of steps from 0", 0)
  end
end

local function node_of(self, number, where)
  local tip = self.tips[self.branch]
  check_count(number, where)
  if number > tip.number then
    local form = "%s: '%s' has %d steps, and %d is none of them"
    error(form:format(where, self.branch, tip.number, number), 0)
  end
  return ancestor(tip, number)
end

local function move_to(self, number, where)
  local node = node_of(self, number, where)
  go_to(self, node)
  self.here = node
  return node.number
end

-- -- What scripts call -------------------------------------------------------

--- See strata.History in history_api.lua.
function History.step(history)
  return of(history, "history:step").here.number
end

--- See strata.History in history_api.lua.
function History.at(history, number)
  local self = of(history, "history:at")
  return world_at(self, node_of(self, number, "history:at"))
end

--- See strata.History in history_api.lua.
function History.go(history, number)
  return move_to(of(history, "history:go"), number, "history:go")
end

--- See strata.History in history_api.lua.
function History.undo(history, count)
  local self = of(history, "history:undo")
  count = count or 1
  check_count(count, "history:undo")
  return move_to(self, math.max(self.here.number - count, 0), "history:undo")
end

--- See strata.History in history_api.lua.
function History.redo(history, count)
  local self = of(history, "history:redo")
  count = count or 1
  check_count(count, "history:redo")
  local last = self.tips[self.branch].number
  local wanted = self.here.number + math.min(count, last - self.here.number)
  return move_to(self, wanted, "history:redo")
end

--- See strata.History in history_api.lua.
function History.branch(history, name)
  local self = of(history, "history:branch")
  if type(name) ~= "string" or name == "" then
    error("history:branch: expected a name", 0)
  elseif name == self.branch then
    return
  elseif self.tips[name] then
    go_to(self, self.tips[name])
    self.here = self.tips[name]
  else
    self.names[#self.names + 1] = name
    self.tips[name] = self.here
  end
  self.branch = name
end

--- See strata.History in history_api.lua.
function History.branches(history)
  local self = of(history, "history:branches")
  local list = {}
  for i, name in ipairs(self.names) do
    list[i] = { name = name, steps = self.tips[name].number, here = name == self.branch }
  end
  return list
end

--- See strata.History in history_api.lua.
function History.autosaves(history)
  local list = {}
  for i, save in ipairs(of(history, "history:autosaves").autosaves) do
    list[i] = { slot = save.slot, number = save.number, step = save.step, bytes = save.bytes }
  end
  return list
end

local DEFAULTS <const> = { states = 50, autosave = false, slots = 10 }

local function read_options(options)
  local read = {}
  for name, value in pairs(options or {}) do
    if DEFAULTS[name] == nil then
      error(("world:history: no option '%s'; there are states, autosave and slots"):format(name), 0)
    elseif math.type(value) ~= "integer" or value < 1 then
      error(("world:history.%s: expected a number from 1"):format(name), 0)
    end
    read[name] = value
  end
  for name, value in pairs(DEFAULTS) do
    read[name] = read[name] or value
  end
  return read
end

--- Begin the history of a world.
---@param world strata.World
---@param options? strata.HistoryOptions
---@return strata.Recording
---@return strata.History
function M.begin(world, options)
  local self = read_options(options)
  self.recording = world_record.begin(world)
  self.world = world
  self.here = { number = 0, hash = self.recording.first_hash, save = self.recording.first }
  self.branch, self.names, self.tips = FIRST, { FIRST }, { [FIRST] = self.here }
  self.every, self.saved = 1, {} -- the beginning is always kept
  self.since, self.autosaved, self.autosaves = 0, 0, {}
  self.recording.added = function(step)
    add_node(self, step)
  end
  self.recording.went_back = function(count)
    self.here = ancestor(self.here, count)
  end
  local history = setmetatable({}, { __index = History, __metatable = false, __name = "history" })
  histories[history] = self
  return self.recording, history
end

return M
