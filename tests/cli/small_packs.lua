-- luacheck: no max line length
--- Small packs that cases of cli.lua are about.

local M = {}

--- The manifest of a pack with scripts.
M.MANIFEST = [[
return {
  name = "mine",
  version = "1.0.0",
  description = "A pack of a test",
  license = "MIT",
  api = 1,
}
]]

--- A pack with one card and one scenario that does not come out.
M.SMALL_GAME = {
  ["mine/pack.lua"] = M.MANIFEST:gsub("api = 1,", 'api = 1, rules = "rules.lua", cards = "cards",'),
  ["mine/rules.lua"] = [[
return ruleset {
  layers = { "add" },
  default_layers = { power = "add" },
  attributes = { name = { "sym" }, power = { "int" }, controller = "ref", owner = "ref" },
  zones = { table = { shared = true } },
  home = "table",
}
]],
  ["mine/cards/imp.lua"] = 'return card { name = "Imp", power = 1 }\n',
  ["mine/tests/imps.lua"] = [[
return {
  scenario {
    name = "an imp",
    setup = { { "A", "table", "Imp" } },
    expect = { "Imp: power=1" },
  },
  scenario {
    name = "a stronger imp",
    setup = { { "A", "table", "i: Imp" } },
    steps = { { effect = { power = add(2) }, on = "i", name = "Growth" } },
    expect = { "power(i) = 4", "power(i) = 3" },
  },
}
]],
  ["mine/tests/plain.lua"] = "assert(1 + 1 == 2)\n",
}

--- A manifest of a pack with cards and these fields.
function M.manifest(name, fields)
  local form = 'return {\n  name = "%s", version = "1.0.0", description = "d", license = "MIT", api = 1,\n'
  return (form .. '  cards = "cards",\n  %s\n}\n'):format(name, fields)
end

return M
