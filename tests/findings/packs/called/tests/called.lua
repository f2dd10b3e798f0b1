local function one(card, ability, wanted)
  return scenario {
    name = ("finding_CW48: %s, %s"):format(card, ability),
    setup = { { "A", "battlefield", card } },
    steps = { { activate = card, ability = ability } },
    expect = wanted,
  }
end

local BEAST <const> = { "A battlefield count Called Beast=1", "pt(Called Beast) = 4/3" }

return {
  one("Caller", "by name", BEAST),
  one("Caller", "by id", BEAST),
  one("Caller", "by short id", BEAST),
  one("Caller", "of another pack", { "pt(Grizzly Bears) = 2/2" }),
  one("Function Caller", "by name", BEAST),
  one("Function Caller", "by id", BEAST),
  one("Function Caller", "of another pack", { "pt(Elite Vanguard) = 2/1" }),
  one("Function Caller", "that no text names", { "pt(Fugitive Wizard) = 1/1" }),
  scenario {
    name = "finding_CW48: a setup calls cards by their ids",
    setup = { { "A", "battlefield", "called:called_beast", "classic:grizzly_bears" } },
    expect = { "pt(Called Beast) = 4/3", "pt(Grizzly Bears) = 2/2" },
  },
}
