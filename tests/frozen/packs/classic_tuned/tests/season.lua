return {
  scenario {
    name = "classic_tuned: a King outlives a Bolt",
    setup = { { "A", "battlefield", "Goblin King" } },
    steps = { { resolve = "Lightning Bolt", on = "Goblin King", by = "B" } },
    expect = { "pt(Goblin King) = 2/3", "damage(Goblin King) = 2", "has(Goblin King, haste)" },
  },
  scenario {
    name = "classic_tuned: a Warden rejoices once each turn",
    setup = {
      { "A", "battlefield", "Soul Warden" },
      { "A", "hand", "Grizzly Bears", "Runeclaw Bear" },
      { "B", "hand", "Elite Vanguard" },
    },
    steps = {
      { cast = "Elite Vanguard", by = "B", settle = "all" },
      { check = "another's" },
      { cast = "Grizzly Bears", settle = "all" },
      { cast = "Runeclaw Bear", settle = "all" },
    },
    expect = {
      "another's: A life=20",
      "A life=21",
      "triggers(Soul Warden) = 1",
      "subtypes(Soul Warden) = [cleric, druid, human]",
    },
  },
}
