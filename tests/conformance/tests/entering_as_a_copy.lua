--- What enters as a copy of something else, with exceptions and without.
return {
  scenario {
    name = "cop-glasspool-keeps-changeling",
    rules = { "707.9d" },
    setup = { { "A", "battlefield", "ch: Changeling" }, { "A", "hand", "g: Glasspool Mimic" } },
    steps = { { enter = "g", copying = "ch" } },
    expect = { "has(g, changeling)", "subtypes(g) includes Goblin" },
  },
  scenario {
    name = "cop-moritte-conditional-exception",
    rules = { "707.9f" },
    setup = {
      { "A", "battlefield", "m: Manland" },
      { "A", "hand", "mo: Moritte of the Frost" },
    },
    steps = { { activate = "m", ability = "animate" }, { enter = "mo", copying = "m" } },
    expect = {
      "counters(mo, +1/+1) = 0",
      "has(mo, changeling) = false",
      "types(mo) = [land]",
    },
  },
  scenario {
    name = "cpy-093-moritte-copies-animated-land",
    rules = { "707.9f" },
    setup = {
      { "A", "battlefield", "Forest" },
      { "A", "hand", { "Moritte of the Frost", id = "Forest (Moritte)" } },
    },
    steps = {
      {
        effect = { target, also_creature { power = 2, toughness = 2 }, lasts = "turn" },
        on = "Forest",
      },
      { enter = "Forest (Moritte)", copying = "Forest" },
    },
    expect = {
      "Forest (Moritte): is creature=false",
      "Forest (Moritte): counters(+1/+1)=0",
      "Forest (Moritte): has changeling=false",
      "Forest (Moritte): is legendary=true",
    },
  },
  scenario {
    name = "cpy-005-impersonator-planeswalker",
    rules = { "614.12", "306.5b" },
    setup = {
      { "B", "battlefield", { "Liliana, Defiant Necromancer", counters = { loyalty = 3 } } },
      { "A", "hand", "imp: Clever Impersonator" },
    },
    steps = {
      { enter = "imp", copying = "Liliana, Defiant Necromancer" },
      { add_counters = "imp", kind = "loyalty", count = 2 },
    },
    expect = {
      "Liliana, Defiant Necromancer@A: counters(loyalty)=5",
      "Liliana, Defiant Necromancer@B: counters(loyalty)=3",
    },
    note = "it enters with three; the step is its +2 ability",
  },
  scenario {
    name = "cpy-015-copy-enchantment-anthem",
    rules = { "707.2" },
    setup = {
      { "A", "battlefield", "Furnace Whelp x3" },
      { "B", "battlefield", "Crucible of Fire" },
      { "A", "hand", "ce: Copy Enchantment" },
    },
    steps = { { enter = "ce", copying = "Crucible of Fire" } },
    expect = { "Furnace Whelp: power=5 toughness=5" },
  },
  scenario {
    name = "cpy-033-essence-two-creatures",
    rules = { "616.1c", "614.5", "614.12" },
    setup = {
      { "A", "battlefield", "essence: Essence of the Wild" },
      { "A", "hand", "lion1: Silvercoat Lion", "lion2: Silvercoat Lion" },
    },
    steps = {
      { enter = "lion1", copying = "essence" },
      { enter = "lion2", copying = "lion1" },
    },
    expect = {
      "A battlefield count Essence of the Wild=3",
      "A battlefield count Silvercoat Lion=0",
      "every Essence of the Wild: power=6 toughness=6",
    },
  },
  scenario {
    name = "cpy-035-essence-counters-not-copied",
    rules = { "707.2" },
    setup = {
      {
        "A",
        "battlefield",
        {
          "Essence of the Wild",
          id = "Essence of the Wild (original)",
          counters = { ["-1/-1"] = 1 },
        },
      },
      { "A", "hand", { "Silvercoat Lion", id = "Essence of the Wild (copy)" } },
    },
    steps = {
      { enter = "Essence of the Wild (copy)", copying = "Essence of the Wild (original)" },
    },
    expect = {
      "Essence of the Wild (original): power=5 toughness=5",
      "Essence of the Wild (copy): power=6 toughness=6",
    },
  },
  scenario {
    name = "cpy-036-essence-copy-keeps-ability",
    rules = { "707.3" },
    setup = {
      { "A", "battlefield", "essence: Essence of the Wild" },
      { "A", "hand", "lion1: Silvercoat Lion", "lion2: Silvercoat Lion" },
    },
    steps = {
      { enter = "lion1", copying = "essence" },
      { destroy = "essence" },
      { enter = "lion2", copying = "lion1" },
    },
    expect = {
      "A battlefield count Essence of the Wild=2",
      "every Essence of the Wild: power=6 toughness=6",
    },
  },
  scenario {
    name = "cpy-047-clay-wall",
    rules = { "208.2b", "614.1c" },
    setup = { { "A", "hand", "Primal Clay" } },
    steps = { { cast = "Primal Clay" }, { trigger = "Primal Clay", ability = "1/6 Wall" } },
    expect = {
      "Primal Clay: power=1 toughness=6",
      "Primal Clay: has defender=true",
      "Primal Clay: has subtype Wall=true",
    },
  },
  scenario {
    name = "cpy-052-infinite-reflection-entering",
    rules = { "614.12", "616.1c" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion", { "Infinite Reflection", on = "Silvercoat Lion" } },
      { "A", "graveyard", "ox: Pillarfield Ox" },
    },
    steps = { { enter = "ox", copying = "Silvercoat Lion", under = "A" } },
    expect = { "A battlefield count Silvercoat Lion=2" },
  },
  scenario {
    name = "cpy-091-glasspool-changeling",
    rules = { "707.9d" },
    setup = {
      { "A", "battlefield", "Woodland Changeling" },
      { "A", "hand", { "Glasspool Mimic", id = "Woodland Changeling (copy)" } },
    },
    steps = { { enter = "Woodland Changeling (copy)", copying = "Woodland Changeling" } },
    expect = {
      "Woodland Changeling (copy): has changeling=true",
      "Woodland Changeling (copy): has subtype Elf=true",
    },
  },
}
