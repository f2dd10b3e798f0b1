--- Diagnostics: the error messages about packs, split into fields for editors and programs.
---
--- A check reports a mistake as one line, "path:3: card 'Humility', ability 1 (static): unknown
--- word 'elff'; did you mean 'elf'?". This module parses the fields from that line, so the text for
--- people and the record for programs cannot differ.
local json_writer = require("strata.base.json_writer")
local host = require("strata.host")

local M = {}

---@class strata.Finding
---@field text string the line as people read it
---@field file string
---@field line integer 1 for what is about all of a file
---@field column? integer of the word that it is about, if that stands in the line; from 1
---@field severity "error"|"warning"
---@field code string the check that found it: see M.CODES
---@field message string without its place and subject
---@field card? string the name of the card that it is about, or the id that an amendment names
---@field scenario? string the name of the scenario that it is about
---@field remedy? string what to do, or what was expected; nil if unknown

--- What kinds of checks there are, and whether what they find is an error.
M.CODES = {
  content = "error", -- what cards, rules, laws and events say
  name = "error", -- names in functions that mean nothing
  nobody = "warning", -- an act that does not say whom it is about
  pack = "error", -- the manifest, other packs, files
  scenario = "error", -- what tests say
  renamed = "warning", -- an old name of what is called otherwise now
  state = "error", -- functions that keep something
  syntax = "error", -- no Lua
  text = "warning", -- a card without a text among cards that have one
  unreachable = "warning", -- what can never do anything
  unread = "warning", -- a name that is set and never read, or read and never set
  untested = "warning", -- a card that no scenario names
  version = "warning", -- a file that is read as of another version than the rest of the game
}

--- The kinds of warnings, in order.
---@return string[]
function M.warnings()
  local list = {}
  for code, severity in host.sorted_pairs(M.CODES) do
    list[#list + 1] = severity == "warning" and code or nil
  end
  return list
end

-- How a message says what to do, the last one first.
local REMEDIES <const> = {
  ".*; (.-)$",
  ".*[:,?] (say .-)$",
  ".*[:,] (write .-)$",
  ".*[:,] (give .-)$",
  "(expected .-), got .*$",
  "(expected .-), and it is missing$",
  "(expected .-)$",
  "('[^ ]+' expected .-)$",
  "(<[^ ]+> expected .-)$",
}

--- The advice in a message.
---@param message string
---@return string|nil
function M.remedy(message)
  for _, pattern in ipairs(REMEDIES) do
    local remedy = message:match(pattern)
    if remedy then
      return remedy
    end
  end
  return nil
end

--- Where the word stands that a message has in quotes first. Nil if it does not stand in the line.
local function column_of(path, line, message)
  local word = message:match("'([^']+)'")
  local is_there, text = pcall(host.read, path)
  if not word or not is_there then
    return nil
  end
  local count = 0
  for row in (text .. "\n"):gmatch("(.-)\r?\n") do
    count = count + 1
    if count == line then
      local plain = word:gsub("%p", "%%%0")
      local first = word:find("^[%w_]") and "%f[%w_]" or ""
      local last = word:find("[%w_]$") and "%f[^%w_]" or ""
      return (row:find(first .. plain .. last))
    end
  end
  return nil
end

--- Take the place off a line: the file, the line, and the rest.
local function placed(text, path)
  local file, line, rest = text:match("^([^\n]-):(%d+): (.*)$")
  if not file then
    file, rest = text:match("^([^%s:]+%.%w+): (.*)$")
  end
  return file or path or "?", math.tointeger(tonumber(line)), rest or text
end

-- Whom a message is about, and the field of a finding for that.
local SUBJECTS <const> = { amend = "card", card = "card", scenario = "scenario" }

-- What a mistake in Lua's own syntax often comes from, by what stands near it.
local SYNTAX <const> = {
  { "'}' expected .*near '[%a_][%w_]*'$", "; is a comma missing before it, or quotes around it?" },
  { "'}' expected .*near '[{\"]", "; is a comma missing before it?" },
  { "near '<\\2", '; letters such as curly quotes stand only within a text, in plain ones: "..."' },
}

--- The message of Lua with what to look for; as it is where that is not known.
local function with_advice(text)
  for _, row in ipairs(SYNTAX) do
    if text:find(row[1]) then
      return text .. row[2]
    end
  end
  return text
end

--- Read a line about a mistake.
---@param text string
---@param code string the check that found it
---@param path? string what was checked, for what names no file
---@return strata.Finding
function M.read(text, code, path)
  text = code == "syntax" and with_advice(text) or text
  local file, line, message = placed(text, path)
  local found = { text = text, code = code, severity = M.CODES[code], file = file }
  found.line = line or 1
  message = message:gsub("^warning: ", "")
  local word, name = message:match("^(%l+) '([^']*)'")
  if SUBJECTS[word] then
    found[SUBJECTS[word]] = name
  end
  if message:find("hidden state", 1, true) then
    found.code = "state"
  end
  message = message:gsub("^%l+ '[^']*', ability %d+ %(.-%): ", ""):gsub("^%l+ '[^']*': ", "")
  found.message, found.remedy = message, M.remedy(message)
  found.column = line and column_of(file, line, message)
  return found
end

--- A warning as a line: its place, its subject, its message.
---@param files strata.Files
---@param path string
---@param line integer
---@param message string
---@return string
function M.warning(files, path, line, message)
  return (files:message(path, line, message):gsub("^(.-:%d+: )", "%1warning: ", 1))
end

local FIELDS <const> = {
  "file", "line", "column", "severity", "code", "message", "card", "scenario", "remedy",
}

--- A finding as an object of JSON, in one line.
---@param found strata.Finding
---@return string
function M.json(found)
  return "{" .. json_writer.fields(found, FIELDS) .. "}"
end

return M
