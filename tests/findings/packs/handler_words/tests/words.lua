-- Two lands in hand and one in play, and one of the other player; a creature with three counters,
-- and an artifact with one.
local function asked(ability, life, steps)
  steps[#steps + 1] = { activate = "Tally Stone", ability = ability }
  return scenario {
    name = ("finding_CW49: a function asks for %s, and A has %d"):format(ability, life),
    setup = {
      {
        "A",
        "battlefield",
        { "Tally Stone", counters = { ["+1/+1"] = 1 } },
        { "Grizzly Bears", counters = { ["+1/+1"] = 3 } },
        "Swamp",
      },
      { "A", "hand", "Forest", "Island" },
      { "B", "hand", "Forest" },
    },
    steps = steps,
    expect = { ("A life = %d"):format(life) },
  }
end

return {
  asked("hand", 22, {}),
  asked("all zones", 23, {}),
  asked("counters", 23, {}),
  asked("the game", 29, {}),
  asked("the game", 21, { { effect = { target, legend_rule = set(false) }, on = "the game" } }),
}
