-- luacheck: no max line length
--- What the program says of events that an ability did nothing about; cli.lua runs it.

--- A card whose act starts a shield.
local SHIELDS <const> = {
  ["shields/pack.lua"] = 'return { name = "shields", version = "1.0.0", description = "d",\n'
    .. '  license = "MIT", api = 1, requires = { classic = "*" }, cards = "cards" }\n',
  ["shields/cards/shielder.lua"] = 'return card { name = "Shielder", types = { "artifact" },\n'
    .. '  activated { "go", act = start {\n'
    .. '    prevent { damage { who = you }, next = 2 }, lasts = "turn" } } }\n',
  ["shields/tests/shield.lua"] = 'return scenario { name = "a shield",\n'
    .. '  setup = { { "A", "battlefield", { "Shielder", id = "s" }, "Grizzly Bears" } },\n'
    .. '  steps = { { activate = "s", ability = "go" },\n'
    .. '    { damage = "Grizzly Bears", amount = 1, source = "s" } },\n'
    .. '  expect = { "damage(Grizzly Bears) = 1" } }\n',
}

return {
  {
    name = "finding_CW52: why what an act has started did nothing, by the ability's name",
    args = { "why", "shields/tests/shield.lua", "Shielder.go not damage" },
    files = SHIELDS,
    out = "a shield: Shielder.go not damage\n"
      .. "Shielder, shields:shielder_1_2, about damage (row 7 of action 3)\n"
      .. "  condition  event.who (Grizzly Bears): it = $you is false: it = Grizzly Bears, $you = A\n",
  },
  {
    name = "finding_CW52: by the ability's place",
    args = { "why", "shields/tests/shield.lua", "s.1 not damage" },
    files = SHIELDS,
    out = "a shield: s.1 not damage\n"
      .. "Shielder, shields:shielder_1_2, about damage (row 7 of action 3)\n"
      .. "  condition  event.who (Grizzly Bears): it = $you is false: it = Grizzly Bears, $you = A\n",
  },
  {
    name = "finding_CW52: what no ability is called",
    args = { "why", "shields/tests/shield.lua", "Shielder.bell not damage" },
    files = SHIELDS,
    status = 1,
    err = "error: why: 'bell' of Shielder is nothing that watches for events; what it has watches "
      .. "as shielder_1, shielder_1_2\n",
  },
}
