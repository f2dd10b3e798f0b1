--- Texts, types and colours that effects change (612, 613.1c to 613.1e).
return {
  scenario {
    name = "txt-not-copied",
    rules = { "707.2", "612.1" },
    setup = { { "A", "battlefield", "k: White Knight" }, { "A", "hand", "c: Clone" } },
    steps = {
      { resolve = "Sleight of Mind", on = "k", choosing = { "black", "red" } },
      { enter = "c", copying = "k" },
    },
    expect = {
      "has(c, protection from black)",
      "not has(c, protection from red)",
      "has(k, protection from red)",
    },
  },
  scenario {
    name = "typ-020-march-banner-myr",
    rules = { "613.1d", "613.4b" },
    setup = { { "A", "battlefield", "Abzan Banner", "Alloy Myr", "March of the Machines" } },
    steps = { { check = "before" }, { destroy = "March of the Machines" }, { check = "after" } },
    expect = {
      "before: Abzan Banner: power=3 toughness=3",
      "before: Abzan Banner: is creature=true",
      "before: Alloy Myr: power=2 toughness=2",
      "after: Abzan Banner: is creature=false",
    },
  },
  scenario {
    name = "typ-027-colour-of-spell-carries-to-permanent",
    rules = { "400.7a" },
    setup = { { "A", "battlefield", "Ersatz Gnomes" }, { "A", "hand", "Silvercoat Lion" } },
    steps = {
      { move = "Silvercoat Lion", to = "stack" },
      {
        activate = "Ersatz Gnomes",
        ability = "target spell becomes colorless",
        on = "Silvercoat Lion",
      },
      { move = "Silvercoat Lion", to = "battlefield" },
      { check = "first" },
      { bounce = "Silvercoat Lion" },
      { cast = "Silvercoat Lion" },
      { check = "second" },
    },
    expect = { "first: Silvercoat Lion: color=colorless", "second: Silvercoat Lion: color=white" },
  },
  scenario {
    name = "typ-028-colour-of-bestowed-spell",
    rules = { "400.7a", "702.103" },
    note = "that the spell is bestowed is an effect of the scenario (702.103b)",
    setup = {
      { "A", "battlefield", "Ersatz Gnomes", "Silvercoat Lion" },
      { "A", "hand", "Hopeful Eidolon" },
    },
    steps = {
      { move = "Hopeful Eidolon", to = "stack" },
      {
        effect = { target, types = set("enchantment"), subtypes = set("aura") },
        on = "Hopeful Eidolon",
      },
      {
        activate = "Ersatz Gnomes",
        ability = "target spell becomes colorless",
        on = "Hopeful Eidolon",
      },
      { move = "Hopeful Eidolon", to = "battlefield", on = "Silvercoat Lion" },
    },
    expect = {
      "Silvercoat Lion: power=3 toughness=3",
      "Silvercoat Lion: has lifelink=true",
      "Hopeful Eidolon: color=colorless",
      "Hopeful Eidolon: is creature=false",
    },
  },
  scenario {
    name = "typ-038-text-change-creature-type",
    rules = { "612.1", "612.2", "613.1c" },
    setup = { { "A", "battlefield", "Goblin King", "Llanowar Elves", "Raging Goblin" } },
    steps = {
      { resolve = "Artificial Evolution", on = "Goblin King", choosing = { "goblin", "elf" } },
    },
    expect = {
      "Goblin King: name=Goblin King",
      "Goblin King: has subtype Elf=true",
      "Goblin King: has subtype Goblin=false",
      "Llanowar Elves: power=2 toughness=2",
      "Raging Goblin: power=1 toughness=1",
    },
  },
  scenario {
    name = "typ-039-text-change-colour-word",
    rules = { "612.2", "702.16" },
    setup = { { "A", "battlefield", "White Knight" } },
    steps = { { resolve = "Mind Bend", on = "White Knight", choosing = { "black", "red" } } },
    expect = {
      "White Knight: has protection from red=true",
      "White Knight: has protection from black=false",
      "White Knight: color=white",
      "White Knight: name=White Knight",
    },
  },
  scenario {
    name = "typ-043-text-change-token",
    rules = { "612.4" },
    setup = { { "A", "battlefield", { "Wolf token", token = true }, "Howlpack Resurgence" } },
    steps = {
      { resolve = "Artificial Evolution", on = "Wolf token", choosing = { "wolf", "bear" } },
    },
    expect = {
      "Wolf token: has subtype Bear=true",
      "Wolf token: has subtype Wolf=false",
      "Wolf token: power=2 toughness=2",
    },
  },
}
