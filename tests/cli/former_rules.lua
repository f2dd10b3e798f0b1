-- luacheck: no max line length
--- former_rules.lua WORK PROGRAM: rules and files of events that are read as 0.3 read them, because
--- they do not say as_of, and beside each the same as of 0.4.
local work, program = table.unpack(arg)
assert(program, "usage: former_rules.lua WORK PROGRAM")
package.path = arg[0]:gsub("[^/]*$", "") .. "?.lua;" .. package.path
local folder = require("folder")
local has = folder.has
local here = folder.empty(work, program)
local run, write = here.run_aloud, here.write

local MANIFEST <const> = [[
return {
  name = "old", version = "0.1.0", description = "A pack of a test", license = "MIT", api = 1,
  rules = "rules.lua",
}
]]

-- -- Attributes that stand for roles -------------------------------------------

local RULES <const> = [[
return ruleset {
  layers = { "all" },
  attributes = { name = { "sym", copiable = true }, points = "int", controller = "ref" },
  nouns = { player = { where = "points > 0" } },
}
]]

write("old/pack.lua", MANIFEST)
write("old/rules.lua", RULES)
local text, status = run("check old")
assert(status == 0, text)
write("old/rules.lua", (RULES:gsub("layers", 'as_of = "0.4", %0')))
text, status = run("check old")
assert(status == 1, text)
has(text, "old/rules.lua:3: attributes: they have no 'owner', which says whose a card is; declare it")
