--- mistakes.lua SOURCE WORK PROGRAM: what is said of a card or scenario with a mistake in it.
--
-- The cases of cases.lua become files of two packs that require classic: one of
-- cards, which `strata check` must refuse, and one of scenarios, which must
-- fail in `strata test`. All mistakes are reported, not only the first, so each
-- case's message, with file, line, card and ability, must be in the output.
local source, work, program = table.unpack(arg)
assert(program, "usage: mistakes.lua SOURCE WORK PROGRAM")
package.path = source .. "/tests/mistakes/?.lua;" .. package.path
local cases = require("cases")

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

local FINE_CARD <const> = [[
return {
  card { name = "Fine", types = { "creature" }, power = 1, toughness = 1 },
  card {
    name = "Asker",
    types = { "artifact" },
    activated { "ask", act = tap { who = choose { each.permanent, by = you } } },
  },
}
]]

local function write_file(path, text)
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
end

--- A pack with one file for each case that is of a kind.
local function furnish(kind, inner)
  local folder = ("%s/mistakes/%s"):format(work, kind)
  os.execute(("rm -rf '%s' && mkdir -p '%s/cards' '%s/tests'"):format(folder, folder, folder))
  write_file(folder .. "/pack.lua", MANIFEST)
  write_file(folder .. "/cards/fine.lua", FINE_CARD)
  for number, case in ipairs(cases) do
    if case[kind] then
      case.path = ("%s/%s/case_%d.lua"):format(folder, inner, number)
      write_file(case.path, (case[kind]:gsub("NUMBER", number)))
      case.says = case.says:gsub("NUMBER", number) -- names of scenarios are their own
    end
  end
  return folder
end

local function run(verb, folder)
  local pipe = assert(io.popen(("'%s' %s '%s' 2>&1"):format(program, verb, folder), "r"))
  local text = pipe:read("a")
  local _, _, status = pipe:close()
  assert(status == 1, ("strata %s: status %s\n%s"):format(verb, status, text))
  return text
end

--- The part of the output that is about a case: of TAP what follows the name of its file.
local function part_of(text, case)
  if not case.is_run then
    return text
  end
  local _, start = text:find(case.path, 1, true)
  return start and text:sub(start, (text:find("\n  ...", start, true))) or text
end

--- What the output must hold. A message in TAP has its quotes escaped; of a check it ends the line.
local function wanted_of(case)
  if case.is_run then
    return case.says
  elseif case.scenario then
    return ((case.path .. ":" .. case.says):gsub('"', '\\"'))
  end
  return case.path .. ":" .. case.says .. (case.says:match(" $") and "" or "\n")
end

local failed = 0
local output = {
  card = run("check", furnish("card", "cards")),
  scenario = run("test", furnish("scenario", "tests")),
}
for number, case in ipairs(cases) do
  local text = part_of(output[case.card and "card" or "scenario"], case)
  if not text:find(wanted_of(case), 1, true) then
    failed = failed + 1
    print(("%d: expected\n  %s\ngot\n  %s"):format(number, wanted_of(case), text))
  end
end
assert(failed == 0, failed .. " messages differ")
