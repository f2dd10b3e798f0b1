--- Until your next turn, and until its end (611.2a).
return {
  scenario {
    name = "dur-002-until-your-next-turn",
    rules = { "611.2a" },
    setup = {
      { "A", "battlefield", "Balduvian Bears" },
      { "B", "battlefield", "Balduvian Bears" },
    },
    steps = {
      { go = "main" },
      {
        effect = { each.creature, power = add(1), toughness = add(1), lasts = "your next turn" },
        by = "A",
      },
      { go = "end step" },
      { check = "turn 1 end step" },
      { go = "end step", turn = 2 },
      { check = "turn 2 (B) end step" },
      { go = "main", turn = 3 },
      { check = "turn 3 (A) main" },
    },
    expect = {
      "turn 1 end step: Balduvian Bears@B: power=3 toughness=3",
      "turn 2 (B) end step: Balduvian Bears@B: power=3 toughness=3",
      "turn 3 (A) main: Balduvian Bears@B: power=2 toughness=2",
    },
  },
  scenario {
    name = "dur-003-until-end-of-your-next-turn",
    rules = { "611.2a" },
    setup = {
      { "A", "battlefield", "Balduvian Bears" },
      { "B", "battlefield", "Balduvian Bears" },
    },
    steps = {
      { go = "main" },
      {
        effect = {
          each.creature,
          power = add(1),
          toughness = add(1),
          lasts = "end of your next turn",
        },
      },
      { go = "end step", turn = 2 },
      { check = "turn 2 end step" },
      { go = "end step", turn = 3 },
      { check = "turn 3 (A) end step" },
      { go = "main", turn = 4 },
      { check = "turn 4 main" },
    },
    expect = {
      "turn 2 end step: Balduvian Bears@A: power=3 toughness=3",
      "turn 3 (A) end step: Balduvian Bears@A: power=3 toughness=3",
      "turn 4 main: Balduvian Bears@A: power=2 toughness=2",
    },
  },
}
