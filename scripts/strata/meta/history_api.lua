---@meta
-- luacheck: ignore 111 112 211 212 241
--- The history of a game: undo, redo, branches, any step, autosaves. Nothing in this file runs.

---@class strata.World
local World = {}

--- Options of World:history.
---@class strata.HistoryOptions
---@field states? integer how many whole states each branch keeps; default 50
---@field autosave? integer after how many steps an autosave is made; default: none is made
---@field slots? integer how many autosaves are kept; default 10

--- Starts a history of the world. An action with its answers is one step, and so is a call of
--- World:tick, World:seed, World:disable or World:enable; what other calls change is one step
--- together. Ends a history that was started before. Raises while a decision is open.
---
--- Of each step is kept in which words its state differs from the one before it, some hundred
--- bytes. Going to a step does no action again, so it does not matter what policies and handlers
--- would do now. Whole states are kept at intervals, at most `states` of them on a branch.
---
--- Cost: with each step O(state), and a save where an autosave is due.
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:undo() --> 0
--- history:redo() --> 1
--- ```
---@param options? strata.HistoryOptions
---@return strata.History
function World:history(options) end

--- The history of a game. Its steps are numbered from 1; 0 is the beginning. Going to a step puts
--- the world into the state that it had: handles of that state are valid, and marks are forgotten.
--- A state that the history knows, as after a rollback, or where the same was played again, is the
--- step that it was. Each function raises while a decision is open, and after the world was
--- reloaded under other rules.
---@class strata.History
local History = {}

--- Returns the number of the step that led to the present state. Cost O(1).
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:step() --> 1
--- ```
---@return integer
function History:step() end

--- Returns the world as it was after a step of the present branch. Cost O(state), and the
--- differences since the nearest whole state.
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:at(1):hash() == world:hash() --> true
--- ```
---@param step integer from 0, the beginning
---@return strata.World an independent world
function History:at(step) end

--- Puts the world to a step of the present branch. Later steps stay, for History:redo. Cost as
--- History:at.
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:go(0) --> 0
--- ```
---@param step integer from 0, the beginning
---@return integer the number of the step
function History:go(step) end

--- Takes steps back, at most to the beginning. If the game then goes on, a new branch begins, named
--- "line 2" and so on; what was played before stays under its name. Cost as History:at.
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:undo() --> 0
--- ```
---@param count? integer how many steps; default 1
---@return integer the number of the step that the world is at
function History:undo(count) end

--- Does steps again that were taken back, at most to the end of the branch. Cost as History:at.
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:undo() --> 0
--- history:redo() --> 1
--- ```
---@param count? integer how many steps; default 1
---@return integer the number of the step that the world is at
function History:redo(count) end

--- Puts the world to the end of a branch. If there is none of that name, one begins at the present
--- step, with that name. Cost as History:at.
---
--- ```lua
--- history = world:history()
--- history:branch("bold")
--- world:tick("turn") --> 1
--- history:branch("main")
--- history:step() --> 0
--- ```
---@param name string
function History:branch(name) end

--- Returns the branches in the order in which they began. The first is named "main". Cost
--- O(branches).
---
--- ```lua
--- history = world:history()
--- history:branches() --> { { here = true, name = "main", steps = 0 } }
--- ```
---@return { name: string, steps: integer, here: boolean }[]
function History:branches() end

--- Returns what was done in each step of the present branch: the first event of an action, or what
--- a player did, as the log calls it; the method of another call; "a change" of other changes. Cost
--- O(steps^2).
---
--- ```lua
--- history = world:history()
--- world:tick("turn") --> 1
--- history:steps() --> { "tick" }
--- ```
---@return string[]
function History:steps() end

--- Returns the autosaves by slots: the number of each, from 1, the step after which it was made,
--- and the bytes for Rules:load. When all slots are in use, the oldest is used again.
---
--- Cost O(slots).
---
--- ```lua
--- history = world:history({ autosave = 2 })
--- world:tick("turn") --> 1
--- #history:autosaves() --> 0
--- ```
---@return { slot: integer, number: integer, step: integer, bytes: string }[]
function History:autosaves() end
