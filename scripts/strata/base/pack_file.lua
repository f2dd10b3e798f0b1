--- Reads the files of packs, checks them, runs them with the words that they may use, and reports
--- errors by line.
local file_outline = require("strata.base.file_outline")
local meant_words = require("strata.base.meant_words")
local table_reader = require("strata.base.table_reader")
local host = require("strata.host")

local M = {}

--- The path of words that were typed rather than read from a file.
M.NOWHERE = "?"

---@class strata.Files
---@field texts table<string, string> by path, of all files that have been run
---@field outlines table<string, strata.Outline> of those that something was asked of
---@field renames? strata.Renames what words were called before
---@field left? integer the steps that files of this load have still, once one has been run
---@field modules? strata.Modules which they have required: see strata.packs.pack_modules
local Files = {}
Files.__index = Files

---@return strata.Files
function M.new()
  return setmetatable({ texts = {}, outlines = {} }, Files)
end

--- The outline of a file that has been run; nil for other files.
---@param path string
---@return strata.Outline|nil
function Files:outline(path)
  local text = self.texts[path]
  if text and not self.outlines[path] then
    self.outlines[path] = file_outline.outline(path, text)
  end
  return self.outlines[path]
end

--- What files of words have instead of what Lua has by these names.
M.LUA = {
  print = "; a file of words only returns what it says",
  math = "; numbers are written as words: roll { 6, as = \"n\" } for chance, a + b, larger(a, b)",
  os = "; a game has no clock and no files",
  io = "; a game has no clock and no files",
  pairs = "; write what is said, without a loop",
  ipairs = "; write what is said, without a loop",
}

-- The file that runs, and whose it is. `return card { ... }` is a tail call: Lua has forgotten then
-- who called.
local running = nil

--- The place in a file of words that is being run: its path and line.
---@return string path
---@return integer line
function M.place()
  local path, line = host.place()
  if path or not running then
    return path or M.NOWHERE, line or 0
  end
  return running.path, host.word_line(running.files.texts[running.path]) or 1
end

--- The present name of an entry of a table. The file that runs may use a former name.
---@param known table<string, any>
---@param name any
---@return any
function M.present(known, name)
  local renames = running and running.files.renames
  return renames and renames:known(known, name, M.place()) or name
end

--- A message with its place: "cards/x.lua:5: card 'Humility', ability 1 (static): ...".
---@param path string
---@param line integer
---@param message string
---@return string
function Files:message(path, line, message)
  if path == M.NOWHERE then
    return message
  end
  local outline = self:outline(path)
  local subject = outline and file_outline.subject(outline, line) or ""
  return ("%s:%d: %s%s%s"):format(path, line, subject, subject ~= "" and ": " or "", message)
end

--- The line of one of a word's fields, or of a place in its list; that of the word for nil.
---@param item table what the word made: it has path and line
---@param field string|integer|(string|integer)[]|nil keys are a list: { "phases", 2 }
---@return integer
function Files:line(item, field)
  local outline = field and self:outline(item.path)
  return outline and file_outline.field_line(outline, item.line, field) or item.line
end

--- The word that says a field: the amendment of another pack may.
---@param item table what a word made; `said_by` has amendments, by field
---@param field string|integer|(string|integer)[]|nil
---@return table item
function M.sayer(item, field)
  local key = type(field) == "table" and field[1] or field
  return key ~= nil and item.said_by and item.said_by[key] or item
end

--- Raise a message about a word of a file, at the line of one of its fields or of a place in its
--- list.
---@param item table what the word made: it has path and line
---@param field string|integer|(string|integer)[]|nil
---@param form string
function Files:blame(item, field, form, ...)
  item = M.sayer(item, field)
  error(self:message(item.path, self:line(item, field), form:format(...)), 0)
end

--- Raise a message about an item of a list in a scenario.
---@param item table the scenario
---@param field string "steps"
---@param place integer|string
---@param form string
function Files:blame_item(item, field, place, form, ...)
  error(self:message(item.path, self:item_line(item, field, place), form:format(...)), 0)
end

--- The line of an item of a list of what a word made.
---@param item table
---@param field string
---@param place integer|string
---@return integer
function Files:item_line(item, field, place)
  local outline = self:outline(item.path)
  return outline and file_outline.item_line(outline, item.line, field, place) or item.line
end

--- Lua's own message, "path:3: ...", with what stands in that line.
local function decorated(self, path, message)
  local line, rest = tostring(message):match("^" .. path:gsub("%p", "%%%0") .. ":(%d+): (.*)$")
  return line and self:message(path, math.tointeger(tonumber(line)), rest) or message
end

--- The environment of a file: the words, and nothing in which one file could leave a value for
--- another.
local function environment(words)
  return setmetatable({}, {
    __metatable = false,
    __index = function(_, name)
      local word = words[name]
      if word == nil then
        word = words[M.present(words, name)]
      end
      if word == nil then
        local path, line = M.place()
        local hint = M.LUA[name] or meant_words.hint(tostring(name), words)
        hint = hint ~= "" and hint or "; `strata help` lists all words"
        error(("%s:%d: unknown word '%s'%s"):format(path, line, tostring(name), hint), 0)
      end
      return word
    end,
    __newindex = function(_, name)
      local path, line = M.place()
      local form = "%s:%d: '%s' is assigned to, and files of words keep nothing; write local"
      error(form:format(path, line, tostring(name)), 0)
    end,
  })
end

--- Whether a file of tests is a script: it has no scenario, and uses words of scripts.
local function is_script(outline)
  for _, box in ipairs(outline.boxes) do
    if box.word == "scenario" then
      return false
    end
  end
  return true
end

--- Run a file of words and return what it returns. Raises with the line, the card and the ability.
---@param path string
---@param words table<string, any> what the file may say
---@param is_test? boolean it may be a script, which has == and its like
---@param text? string of a file that is not written yet
---@return any
function Files:run(path, words, is_test, text)
  text = text or host.read(path)
  self.texts[path], self.outlines[path] = text, nil
  local line, mistake = file_outline.mistake(text)
  if line and not (is_test and is_script(self:outline(path))) then
    error(self:message(path, line, mistake), 0)
  end
  local chunk, message = host.compile(path, text, environment(words))
  if not chunk then
    error(message, 0)
  end
  local before = running
  running = { files = self, path = path }
  local is_fine, left, result, second = host.within(self.left, chunk)
  running, self.left = before, left
  if not is_fine then
    if type(result) == "string" and result:find("^memory limit:") then
      result = ("%s:1: %s"):format(path, result)
    end
    error(decorated(self, path, result), 0)
  elseif second ~= nil then
    local form = "a file returns one value; write several as a list: return { a, b }"
    error(("%s:%d: %s"):format(path, file_outline.return_line(self:outline(path)), form), 0)
  end
  return result
end

--- Raise what is wrong with the list of words that a file returns: before a table with a name the
--- word may be missing.
---@param path string
---@param wanted string "card { ... } or a list of them"
---@param list table
function Files:check_list(path, wanted, list)
  if list[1] == nil and list.name ~= nil then
    self:refuse_result(path, wanted, list)
  elseif next(list) == nil then
    local form = "%s:%d: there is nothing in it; write %s, or take the file away"
    error(form:format(path, file_outline.return_line(self:outline(path)), wanted), 0)
  end
  local key, message = table_reader.list_mistake(list)
  if message then
    local line = file_outline.item_of_file(self:outline(path), key)
    error(("%s:%d: %s"):format(path, line, message), 0)
  end
end

--- Raise that a file returns something else than it should.
---@param path string
---@param wanted string "laws { ... }"
---@param result any what it returns
function Files:refuse_result(path, wanted, result)
  local line = file_outline.return_line(self:outline(path))
  local got, remedy = table_reader.said(result), ""
  if result == nil then
    got, remedy = "nothing", "; write return before it"
  elseif table_reader.is_plain(result) then
    got, remedy = "a table", ("; write the word before the braces: %s"):format(wanted)
  end
  error(("%s:%d: expected %s, got %s%s"):format(path, line, wanted, got, remedy), 0)
end

return M
