--- Sets and flags that are taken from other objects.
return {
  scenario {
    name = "finding_CW33: a set is what the top card's is, and goes with it",
    setup = {
      { "A", "battlefield", "Chameleon" },
      { "A", "library", "Green Leaf", "Two-Toned" },
    },
    steps = { { check = "two" }, { draw = "A" }, { check = "one" }, { draw = "A" } },
    expect = {
      "two: colors(Chameleon) = [red, white]",
      "two: subtypes(Chameleon) = [druid, elf, lizard]",
      "one: colors(Chameleon) = [green]",
      "one: subtypes(Chameleon) = [lizard]",
      "colors(Chameleon) = []",
    },
  },
  scenario {
    name = "finding_CW33: a set loses what the top card's has, and nothing else",
    setup = {
      { "A", "battlefield", "bear: Bear", "two: Two-Toned", "Wiper" },
      { "A", "library", "Green Leaf", "Two-Toned" },
    },
    steps = { { check = "red and white" }, { draw = "A" } },
    expect = {
      "red and white: colors(bear) = [green]",
      "red and white: colors(two) = []",
      "colors(bear) = []",
      "colors(two) = [red, white]",
    },
  },
  scenario {
    name = "finding_CW33: each takes what is attached to it, after an effect on that (613.8)",
    setup = { { "A", "battlefield", "bear: Bear", "two: Two-Toned", "cloak: Mirror Cloak" } },
    steps = {
      { check = "loose" },
      { attach = "cloak", to = "two" },
      { check = "attached" },
      { put = "Dye", under = "A" },
    },
    expect = {
      "loose: colors(bear) = []",
      "attached: colors(bear) = [red, white]",
      "colors(bear) = [green]",
    },
  },
  scenario {
    name = "finding_CW33: an effect that begins takes a set once (611.2d)",
    setup = {
      {
        "A",
        "battlefield",
        "bear: Bear",
        "other: Bear",
        "painter: Painter",
        "gnomes: Ersatz Gnomes",
      },
    },
    steps = {
      { activate = "painter", ability = "paint", on = "bear", by = "A" },
      { check = "painted" },
      {
        activate = "gnomes",
        ability = "target permanent becomes colorless",
        on = "painter",
        by = "A",
      },
      { check = "kept" },
      { tick = "turn" },
    },
    expect = {
      "painted: colors(bear) = [green, red, white]",
      "painted: colors(other) = [green]",
      "kept: colors(painter) = []",
      "kept: colors(bear) = [green, red, white]",
      "colors(bear) = [green]",
    },
  },
  scenario {
    name = "finding_CW33: a flag is that of another, or a condition",
    setup = {
      { "A", "battlefield", "bear: Bear", "other: Bear", "painter: Painter", "chain: Chain" },
      { "A", "library", "Green Leaf", "Black Leaf" },
    },
    steps = {
      { attach = "chain", to = "painter" },
      { activate = "painter", ability = "bind", on = "bear", by = "A" },
      { attach = "chain", to = "other" },
      { check = "bound" },
      { tick = "turn" },
      { put = "Gate", under = "A" },
      { check = "open" },
      { draw = "A" },
    },
    expect = {
      "bound: can_attack(painter) = true",
      "bound: can_attack(bear) = false",
      "bound: can_attack(other) = false",
      "open: can_attack(bear) = true",
      "can_attack(bear) = false",
    },
  },
}
