--- mistakes.lua SOURCE WORK PROGRAM: what is said of a card, a pack or a scenario with a mistake.
--
-- The rows of cases.lua, table_cases.lua, functions.lua and pack_cases.lua become files: cards of
-- one pack, and scenarios of another, which both require classic, and packs of their own. `strata
-- check` must say of each what the row says, with the file and the line, the card or the scenario,
-- and what is to be done; and with --json the same in parts, in the same order. All mistakes are
-- reported, not only the first. A row that is run is one of `strata test`.
local source, work, program = table.unpack(arg)
assert(program, "usage: mistakes.lua SOURCE WORK PROGRAM")
package.path = source .. "/tests/mistakes/?.lua;" .. package.path

local LEAST <const> = 50

local MANIFEST <const> = [[
return {
  name = "wrong",
  version = "0.1.0",
  description = "A pack with mistakes in it",
  license = "MIT",
  api = 1,
  requires = { classic = ">=0.1.0" },
  cards = "cards",
}
]]

local FINE_CARD <const> = require("fine")

local cases = {}
for _, name in ipairs({ "cases", "table_cases", "functions", "pack_cases" }) do
  for _, case in ipairs(require(name)) do
    cases[#cases + 1] = case
  end
end

-- Where the program finds the packs that are installed with it.
local installed = program:gsub("[^/]*/[^/]*$", "") .. "share/strata/cards"

local failed = 0

local function complain(number, form, ...)
  failed = failed + 1
  print(("%d: "):format(number) .. form:format(...))
end

-- -- Files ---------------------------------------------------------------------

local function write_file(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- A pack with one file for each case that is of a kind.
local function furnish(kind, inner)
  local folder = ("%s/mistakes/%s"):format(work, kind)
  local form = "rm -rf '%s' && mkdir -p '%s/cards' '%s/tests'"
  assert(os.execute(form:format(folder, folder, folder)))
  write_file(folder .. "/pack.lua", MANIFEST)
  write_file(folder .. "/cards/fine.lua", FINE_CARD)
  for number, case in ipairs(cases) do
    if case[kind] and (kind == "scenario" or not case.is_run) then
      case.path = ("%s/%s/case_%d.lua"):format(folder, inner, number)
      write_file(case.path, (case[kind]:gsub("NUMBER", number)))
      if not case.is_run then -- names of scenarios are their own
        case.says = case.says:gsub("NUMBER", number):gsub("INSTALLED", installed)
      end
    end
  end
  return folder
end

--- Packs of the cases' own: their folders.
local function furnish_own()
  local base, made, folders = work .. "/mistakes/own", {}, {}
  for number, case in ipairs(cases) do
    if case.files then
      local folder = ("%s/%d"):format(base, number)
      for _, inner in ipairs({ "cards", "lib", "tests" }) do
        made[#made + 1] = ("'%s/mine/%s'"):format(folder, inner)
      end
      folders[#folders + 1] = folder .. "/mine"
      case.path = folder .. "/" .. case.at
      case.says = case.says:gsub("PATH", case.path)
    end
  end
  local form = "rm -rf '%s' && mkdir -p %s"
  assert(os.execute(form:format(base, table.concat(made, " "))))
  for number, case in ipairs(cases) do
    for name, text in pairs(case.files or {}) do
      write_file(("%s/%d/%s"):format(base, number, name), text)
    end
  end
  return table.concat(folders, "' '")
end

local function run(verb, folder)
  local pipe = assert(io.popen(("'%s' %s '%s' 2>&1"):format(program, verb, folder), "r"))
  local text = pipe:read("a")
  local _, _, status = pipe:close()
  return text, status
end

-- -- JSON ----------------------------------------------------------------------

local function unquoted(text)
  return (text:gsub("\\u(%x%x%x%x)", function(digits)
    return utf8.char(tonumber(digits, 16))
  end))
end

local SHORT <const> = {
  n = "\\u000a",
  r = "\\u000d",
  t = "\\u0009",
  ['"'] = "\\u0022",
  ["\\"] = "\\u005c",
}

--- A line with every short escape in its long form, so that a string ends at its next quote.
local function with_long_escapes(line)
  return (line:gsub("\\(.)", SHORT))
end

--- The findings of a report of --json: an array of flat objects, one in a line.
local function findings_of(text)
  local list = {}
  local is_whole = text:find("^%[\n") and text:find("\n%]\n$")
  assert(text == "[]\n" or is_whole, "no document of JSON:\n" .. text)
  for raw in text:gmatch("[^\n]+") do
    local line = with_long_escapes(raw)
    local found = {}
    for key, value in line:gmatch('"(%l+)": "([^"]*)"') do
      found[key] = unquoted(value)
    end
    for key, value in line:gmatch('"(%l+)": (%d+)') do
      found[key] = math.tointeger(tonumber(value))
    end
    list[#list + 1] = found.file and found or nil
  end
  return list
end

--- The line of a text report that a finding is: without whom it is about, which the text has too.
local function is_said_by(line, found)
  local place = ("%s:%d: "):format(found.file, found.line)
  return line:sub(1, #place) == place and line:sub(-#found.message) == found.message
end

--- The text and the document must say the same in the same order.
local function compare_reports(number, text, list)
  local count = 0
  for line in text:gmatch("[^\n]+") do
    count = count + 1
    if list[count] and not is_said_by(line, list[count]) then
      complain(number, "the text says\n  %s\nand --json\n  %s", line, list[count].message)
    end
  end
  if count ~= #list + 1 then -- the last one is the sum
    complain(number, "%d lines of text, and %d findings", count, #list)
  end
end

-- -- What must be said ---------------------------------------------------------

--- Who a row is about: the card or the scenario that its message names.
local function subject_of(case)
  local message = case.says:gsub("^%d+: ", ""):gsub("^warning: ", "")
  local card = message:match("^card '([^']*)'") or message:match("^amend '([^']*)'")
  return card, message:match("^scenario '([^']*)'")
end

--- What is wrong with the parts of a finding, nil if nothing is.
local function wrong_part(case, found)
  local card, scenario = subject_of(case)
  if found.card ~= card or found.scenario ~= scenario then
    return "it is about another"
  elseif not found.remedy or not case.says:find(found.remedy, 1, true) then
    return "nothing to do about it"
  elseif found.severity ~= (case.severity or "error") then
    return "it is of severity " .. found.severity
  elseif case.code and found.code ~= case.code then
    return "it is of code " .. found.code
  end
  return nil
end

--- The finding that a row is about: of its file and line, with its message.
local function finding_of(case, list)
  local line = math.tointeger(tonumber(case.says:match("^(%d+): ")))
  for _, found in ipairs(list) do
    local is_there = found.file == case.path and found.line == line
    if is_there and case.says:find(found.message, 1, true) then
      return found
    end
  end
  return nil
end

--- Each of the parts must be there, and be what the line says.
local function check_parts(number, case, list)
  local card, scenario = subject_of(case)
  local found = finding_of(case, list)
  if not (card or scenario or case.is_whole) then
    complain(number, "a row without a card: %s", case.says)
  elseif not found then
    complain(number, "nothing in --json is\n  %s:%s", case.path, case.says)
  else
    local wrong = wrong_part(case, found)
    if wrong then
      complain(number, "%s: %s", wrong, case.says)
    end
  end
end

local function check_text(number, case, text)
  local wanted = case.path .. ":" .. case.says .. "\n"
  if not text:find(wanted, 1, true) then
    local start, stop = text:find((case.path:gsub("%p", "%%%0")) .. "[^\n]*\n")
    local got = start and text:sub(start, stop) or "nothing about it\n"
    complain(number, "expected\n  %sgot\n  %s", wanted, got)
  end
end

--- Both reports of some folders, and what they say of those cases that are wanted.
local function check_folders(folders, wanted_status, is_wanted)
  local text, status = run("check", folders)
  local document, same = run("check --json", folders)
  local list = findings_of(document)
  if status ~= wanted_status or same ~= wanted_status then
    complain(0, "the statuses are %s, and with --json %s: %s", status, same, folders)
  end
  compare_reports(0, text, list)
  for _, found in ipairs(list) do
    if found.file:find("/fine.lua", 1, true) then
      complain(0, "there is nothing wrong in it: %s:%d: %s", found.file, found.line, found.message)
    end
  end
  for number, case in ipairs(cases) do
    if is_wanted(case) then
      check_text(number, case, text)
      check_parts(number, case, list)
    end
  end
end

--- The part of TAP that is about a case: what follows the name of its file.
local function check_run(number, case, text)
  local _, start = text:find(case.path, 1, true)
  local part = start and text:sub(start, (text:find("\n  ...", start, true))) or text
  for _, wanted in ipairs(type(case.says) == "table" and case.says or { case.says }) do
    if not part:find((wanted:gsub("PATH", case.beside or "")), 1, true) then
      complain(number, "expected\n  %s\ngot\n  %s", wanted, part)
    end
  end
end

-- -- All of them ---------------------------------------------------------------

check_folders(furnish("card", "cards"), 1, function(case)
  return case.card ~= nil and not case.is_run
end)

local scenarios = furnish("scenario", "tests")
for number, case in ipairs(cases) do
  if case.is_run and case.card then -- its card is beside the scenario that plays it
    case.beside = ("%s/cards/case_%d.lua"):format(scenarios, number)
    write_file(case.beside, (case.card:gsub("NUMBER", number)))
  end
end
check_folders(scenarios, 1, function(case)
  return case.scenario ~= nil and not case.is_run
end)
local tap = run("test", scenarios)
for number, case in ipairs(cases) do
  if case.is_run then
    check_run(number, case, tap)
  end
end
check_folders(furnish_own(), 3, function(case) -- one of them has a wrong manifest
  return case.files ~= nil
end)

assert(#cases >= LEAST, #cases .. " mistakes are too few")
assert(failed == 0, failed .. " messages differ")
