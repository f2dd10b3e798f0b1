--- described.lua: what scripts/strata/help/help_texts.lua tells of a book, and whether it says all
-- that there is to say of each name. Needs tree.open.
local tree = require("tree")

local M = {}

--- Let scripts/strata/help/help_texts.lua be read in plain Lua.
---@param root string
function M.install(root)
  package.path = root .. "/scripts/?.lua;" .. package.path
  local plainhost = require("plainhost")
  if not package.loaded["strata.host"] then
    package.loaded["strata.host"] = {
      sorted_pairs = plainhost.sorted_pairs,
      script = function(name)
        return tree.read("scripts/" .. name:gsub("%.", "/") .. ".lua")
      end,
    }
  end
  M.help = require("strata.help.help_texts")
end

--- The entries of a book by their names, but for its classes.
---@param name string
---@return table<string, strata.HelpEntry>
function M.book(name)
  local entries = {}
  for _, book in ipairs(M.help.books()) do
    for _, entry in ipairs(book.name == name and book.entries or {}) do
      if entry.kind ~= "class" then
        if entries[entry.name] then
          tree.complain("%s: %s is described twice", name, entry.name)
        end
        entries[entry.name] = entry
      end
    end
  end
  return entries
end

--- Its sentence and its example are there; what can fail or take long says what it costs.
local function check(entry, must_cost)
  if table.concat(entry.text) == "" then
    tree.complain("help: %s: no sentence", entry.name)
  end
  if #entry.example == 0 then
    tree.complain("help: %s: no example", entry.name)
  end
  if must_cost and not table.concat(entry.text, " "):find("%f[%w]Costs?%f[%W]") then
    tree.complain("help: %s: it does not say what it costs", entry.name)
  end
end

--- Compare what there is with what is described: each name, and that it is described in full.
---@param book string
---@param there table<string, any> by name
---@param costs? fun(name: string): boolean
---@return integer count of both
function M.compare(book, there, costs)
  local entries, count, total = M.book(book), 0, 0
  for name in pairs(there) do
    tree.seen, total = tree.seen + 1, total + 1
    if entries[name] then
      count = count + 1
      check(entries[name], costs and costs(name))
    else
      tree.complain("help: %s: '%s' is there and not described", book, name)
    end
  end
  for name in pairs(entries) do
    if not there[name] then
      tree.complain("help: %s: '%s' is described and not there", book, name)
    end
  end
  local form = "%s: %d of %d have a sentence, an example and a page"
  print(form:format(book, count, total))
  return count
end

return M
