--- The steps of a turn begin by events, wherever a step of a scenario goes (500.1).
local NETWORK <const> = { "A", "battlefield", "Sol Ring", "Thopter Spy Network" }

return {
  scenario {
    name = "finding_CW04: a step that goes to an upkeep makes it begin",
    rules = { "503.1a" },
    setup = { NETWORK },
    steps = { { go = "upkeep", turn = 3 } },
    expect = { "A battlefield count Thopter=1" },
  },
  scenario {
    name = "finding_CW04: the upkeep of another player is none of A's",
    rules = { "503.1a" },
    setup = { NETWORK },
    steps = { { go = "upkeep", turn = 2 } },
    unchanged = true,
    expect = { "A battlefield count Thopter=0" },
  },
  scenario {
    name = "finding_CW04: the end of turns comes by the upkeep of the next one",
    rules = { "500.1", "503.1a" },
    setup = { NETWORK },
    steps = { { end_turn = true }, { check = "of B" }, { end_turn = true } },
    expect = { "of B: A battlefield count Thopter=0", "A battlefield count Thopter=1" },
  },
  scenario {
    name = "finding_CW04: one phase more begins as others do",
    rules = { "500.8" },
    setup = { NETWORK },
    steps = { { check = "before" }, { phase = "upkeep" } },
    expect = { "before: A battlefield count Thopter=0", "A battlefield count Thopter=1" },
  },
}
