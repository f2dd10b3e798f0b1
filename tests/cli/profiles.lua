--- Cases about the verb profile: counts are compared, times never.

local LORDS <const> = {
  ["mine/pack.lua"] = [[
return {
  name = "mine",
  version = "1.0.0",
  description = "A pack of a test",
  license = "MIT",
  api = 1,
  rules = "rules.lua",
  cards = "cards",
}
]],
  ["mine/rules.lua"] = [[
return ruleset {
  layers = { "add" },
  default_layers = { power = "add" },
  attributes = {
    name = { "sym" },
    power = { "int" },
    abilities = "abilities",
    controller = "ref",
    owner = "ref",
  },
  nouns = { thing = { zone = "table" } },
  zones = { table = { shared = true } },
  home = "table",
}
]],
  ["mine/cards/imp.lua"] = 'return card { name = "Imp", power = 1 }\n',
  ["mine/cards/lord.lua"] = [[
return card { name = "Lord", power = 2, static { each.thing:of(you), power = add(1) } }
]],
  ["mine/tests/lords.lua"] = [[
return {
  scenario {
    name = "a lord",
    setup = { { "A", "table", "Imp", "Lord" } },
    expect = { "Imp: power=2" },
  },
  scenario {
    name = "two lords",
    setup = { { "A", "table", "i: Imp", "Lord x2" } },
    expect = { "power(i) = 3" },
  },
}
]],
  ["mine/tests/plain.lua"] = "assert(1 + 1 == 2)\n",
}

--- The same with another file.
local function with(path, text)
  local files = { [path] = text }
  for name, own in pairs(LORDS) do
    files[name] = files[name] or own
  end
  return files
end

local FAILING <const> = with("mine/tests/strong.lua", [[
return scenario {
  name = "a strong imp",
  setup = { { "A", "table", "Imp" } },
  expect = { "Imp: power=5" },
}
]])

--- The lines of a profile with one blank between columns, and each time as T.
local function timeless(text)
  local lines = {}
  for line in text:gmatch("[^\n]+") do
    line = line:gsub("%d[%d.]* [nmu]?s%f[%W]", "T"):gsub("%d[%d.]* %%", "%%"):gsub("  +", " ")
    lines[line] = true
  end
  return lines
end

return {
  {
    name = "where the time of scenarios goes",
    args = { "profile", "mine" },
    files = LORDS,
    out = function(text)
      local lines = timeless(text)
      for _, line in ipairs({
        "mine: 2 scenarios", "by layer count members trials time share", "add 3 8 0 T %",
        "by effect count members trials time share", "Lord 3 8 0 T %",
        "by card count members trials time share",
      }) do
        assert(lines[line], "no line " .. line)
      end
      for _, step in ipairs({ "what is in force", "beginning a pass", "values" }) do
        assert(text:find("\n(" .. step .. ") ", 1, true), "no " .. step)
      end
      assert(text:find("\n2 passes, 0 avoided, "), "no totals")
    end,
  },
  {
    name = "a profile as data",
    args = { "profile", "mine", "--filter", "two lords", "--repeat", "3", "--json" },
    files = LORDS,
    out = function(text)
      assert(select(2, text:gsub("\n", "")) == 1, "not one line")
      assert(text:find('^{"pack": "mine", "scenarios": 1, "played": 3, "classes": %d+, '))
      local lord = text:match('{[^{}]*"card": "Lord"[^{}]*}')
      assert(lord:find('"what": "ability", "layer": "add", "name": "Lord"', 1, true), lord)
      assert(lord:find('"trials": 0, "caused": 0, "time": %d+, "subject_time": %d+'), lord)
    end,
  },
  {
    name = "a profile of scenarios that fail",
    args = { "profile", "mine", "--repeat=2" },
    files = FAILING,
    out = "mine: 3 scenarios, 2 times\n...",
    err = "strata profile: 'a strong imp' fails (strata test tells why)\n",
    status = 1,
  },
  {
    name = "a profile of scripts",
    args = { "profile", "cards/tour" },
    err = "strata profile: there is no scenario to play\n",
    status = 1,
  },
  {
    name = "a profile of a folder that is not there",
    args = { "profile", "nowhere" },
    err = "strata profile: no file or folder 'nowhere'\n",
    status = 2,
  },
  {
    name = "a profile a strange number of times",
    args = { "profile", "cards/classic", "--repeat", "0" },
    err = "strata profile: --repeat: a number from 1 to 1000000 must follow "
      .. "(strata profile --help)\n",
    status = 2,
  },
  {
    name = "a profile of a pack with a mistake",
    args = { "profile", "mine" },
    files = with("mine/cards/imp.lua", 'return card { name = "Imp", pwer = 1 }\n'),
    err = "mine/cards/imp.lua:1: card 'Imp': no field 'pwer'; did you mean 'power'?\n",
    status = 3,
  },
}
