--- Declarations: what a pack declares in its files of events and laws, and other packs may change.
---
--- A declaration is compiled after the files of all packs have been read, when it says what it says
--- for good. Until then an amendment changes the copy that is kept here, never what the file made.
local slugs = require("strata.base.slug")
local lists = require("strata.base.lists")

local M = {}

---@class strata.Declaration
---@field kind string "action", "check", "course", "keyword", "law", "period", "play" or "pool"
---@field name string without its pack, "legend_rule"; of the course and of play their words
---@field item strata.Described a copy of what the file says, with the changes of other packs
---@field parent? strata.Declaration of a period: the one around it, or the course
---@field gone? strata.Described the amendment that takes it out
---@field altered strata.Altered[] what others have changed
---@field writes table<string, strata.Write[]> by what was written, in order
---@field is_current? boolean its file says as_of = "0.4"

---@class strata.Declarations
---@field list strata.Declaration[] in the order of files, each before those inside of it
---@field amendments strata.Described[] what packs change of them, in the order of files
---@field added strata.Described[] acts that add periods
local Declarations = {}
Declarations.__index = Declarations

---@return strata.Declarations
function M.new()
  return setmetatable({ list = {}, amendments = {}, added = {} }, Declarations)
end

-- What there is one of in a game has no name.
local ALONE <const> = { course = true, play = true }

-- What consists of periods, which are declarations too.
local HOLDS_PERIODS <const> = { course = true, period = true }

--- Whether a word declares something that consists of periods.
---@param kind string
---@return boolean
function M.holds_periods(kind)
  return HOLDS_PERIODS[kind] ~= nil
end

--- The engine's name of a check: its words, one behind the other.
---@param said string
---@return string
function M.name_of_check(said)
  return (said:lower():gsub("[^%l%d]+", "_"):gsub("^_", ""):gsub("_$", ""))
end

local function name_of(item)
  local said = item.given[1]
  if ALONE[item.word] then
    return item.word
  elseif type(said) ~= "string" then
    return "?"
  end
  return item.word == "check" and M.name_of_check(said) or slugs.of(said)
end

--- Declare what a word of a file has made, and the periods in it.
---@param item strata.Described
---@param is_current? boolean its file says as_of = "0.4"
---@param parent? strata.Declaration of a period
---@return strata.Declaration
function Declarations:add(item, is_current, parent)
  local own = lists.copied(item)
  own.given = lists.copied(item.given)
  local declared = {
    kind = item.word, name = name_of(item), item = own, parent = parent, altered = {}, writes = {},
    is_current = is_current,
  }
  self.list[#self.list + 1] = declared
  for place, inner in ipairs(HOLDS_PERIODS[item.word] and own.given or {}) do
    if type(inner) == "table" and inner.word == "period" then
      own.given[place] = self:add(inner, is_current, declared).item
    end
  end
  return declared
end

--- The file and line of the first declaration of a name.
---@param kind string
---@param name string
---@return string
function Declarations:place_of(kind, name)
  for _, declared in ipairs(self:of_kind(kind)) do
    if declared.name == name then
      return ("%s:%d"):format(declared.item.path, declared.item.line)
    end
  end
  return "?"
end

--- The declaration of which an item is the copy; nil if there is none.
---@param item table
---@return strata.Declaration|nil
function Declarations:of(item)
  for _, declared in ipairs(self.list) do
    if declared.item == item then
      return declared
    end
  end
  return nil
end

--- Those that are compiled by one word, without what was taken out.
---@param kind string
---@return strata.Declaration[]
function Declarations:of_kind(kind)
  return lists.filter(self.list, function(declared)
    return declared.kind == kind and not declared.gone
  end)
end

--- Note an act that adds a period, to see whether it can when all are known.
---@param item strata.Described
function Declarations:note_added(item)
  self.added[#self.added + 1] = item
end

local function period_called(declarations, name)
  for _, declared in ipairs(declarations:of_kind("period")) do
    if declared.name == slugs.of(name) then
      return declared
    end
  end
  return nil
end

--- Refuse acts that add a period behind one that stands in another list: it could never come.
---@param files strata.Files
function Declarations:check_added(files)
  for _, item in ipairs(self.added) do
    local name, after = item.given[1], item.given.after
    local added = after and period_called(self, name)
    local before = added and period_called(self, after)
    if before and added.parent ~= before.parent then
      local form = "adds_period: after: '%s' comes in %s, and '%s' in %s; name a period beside it"
      files:blame(item, "after", form, name, added.parent.name, after, before.parent.name)
    end
  end
end

return M
