--- Types, subtypes and colours (613.1d, 613.1e), and lands (305).
return {
  scenario {
    name = "Blood Moon: a Mountain, and still what it is called",
    rules = { "305.7", "305.6" },
    setup = { { "A", "battlefield", "Karakas", "Island" }, { "B", "battlefield", "Blood Moon" } },
    expect = {
      "name(Karakas) = Karakas",
      "supertypes(Karakas) = [legendary]",
      "subtypes(Karakas) = [mountain]",
      "abilities(Karakas) = [\"T: add R\"]",
      "subtypes(Island) = [island]",
      "A available mana={R}{U}",
    },
  },
  scenario {
    name = "Blood Moon and Urborg: whoever was first, it has lost its ability",
    rules = { "613.8a", "305.7" },
    setup = {
      { "A", "battlefield", "Urborg, Tomb of Yawgmoth", "Blood Moon", "Forest" },
    },
    steps = { { check = 1 }, { destroy = "Blood Moon" } },
    expect = {
      "1: subtypes(Urborg, Tomb of Yawgmoth) = [mountain]",
      "1: subtypes(Forest) = [forest]",
      "subtypes(Forest) = [forest, swamp]",
      "subtypes(Urborg, Tomb of Yawgmoth) = [swamp]",
    },
  },
  scenario {
    name = "Life and Limb: waits for Blood Moon, which it can do nothing for",
    rules = { "613.8a" },
    setup = { { "A", "battlefield", "Bayou", "Forest", "Life and Limb", "Blood Moon" } },
    steps = { { check = 1 }, { destroy = "Blood Moon" } },
    expect = {
      "1: types(Bayou) = [land]",
      "1: subtypes(Bayou) = [mountain]",
      "1: subtypes(Forest) = [forest, saproling]",
      "types(Bayou) = [land, creature]",
      "subtypes(Bayou) = [forest, swamp, saproling]",
      "colors(Bayou) = [green]",
    },
  },
  scenario {
    name = "Mutavault: every creature type until the end of the turn",
    rules = { "205.1b", "611.2a" },
    setup = { { "A", "battlefield", "Mutavault", "Goblin King" } },
    steps = { { activate = "Mutavault", ability = "animate" }, { check = 1 }, { cleanup = true } },
    expect = {
      "1: pt(Mutavault) = 3/3",
      "1: subtypes(Mutavault) includes goblin",
      "1: has(Mutavault, mountainwalk)",
      "1: types(Mutavault) = [land, creature]",
      "types(Mutavault) = [land]",
      "subtypes(Mutavault) = []",
    },
  },
  scenario {
    name = "March of the Machines: not what is a creature already",
    rules = { "613.1d", "613.6" },
    setup = {
      { "A", "battlefield", "Sol Ring", "Alloy Myr", "March of the Machines" },
      { "B", "battlefield", { "Accorder's Shield", on = "Alloy Myr" } },
    },
    steps = { { check = 1 }, { sba = true } },
    expect = {
      "1: pt(Sol Ring) = 1/1",
      "1: pt(Alloy Myr) = 2/5",
      "zone(Accorder's Shield) = B.graveyard",
      "pt(Alloy Myr) = 2/2",
    },
  },
  scenario {
    name = "Lignify: a Treefolk and nothing but a creature's other types",
    rules = { "613.1d", "205.1a" },
    setup = {
      { "A", "battlefield", "Gingerbrute" },
      { "B", "battlefield", { "Lignify", on = "Gingerbrute" } },
    },
    expect = {
      "types(Gingerbrute) = [artifact, creature]",
      "subtypes(Gingerbrute) = [food, treefolk]",
      "pt(Gingerbrute) = 0/4",
    },
  },
  scenario {
    name = "Song of the Dryads: no creature, no creature's words, one mana ability",
    rules = { "205.1a", "305.7" },
    setup = {
      { "A", "battlefield", "Llanowar Elves" },
      { "B", "battlefield", { "Song of the Dryads", on = "Llanowar Elves" } },
    },
    expect = {
      "types(Llanowar Elves) = [land]",
      "subtypes(Llanowar Elves) = [forest]",
      "colors(Llanowar Elves) = []",
      "abilities(Llanowar Elves) = [\"T: add G\"]",
    },
  },
  scenario {
    name = "Painter's Servant: every card in every zone",
    rules = { "613.1e", "611.3a" },
    setup = {
      { "A", "battlefield", { "Painter's Servant", chosen = "blue" } },
      { "B", "library", "Forest" },
      { "B", "hand", "Lightning Bolt" },
    },
    steps = { { check = 1 }, { choose = "Painter's Servant", value = "black" } },
    expect = {
      "1: colors(Forest) = [blue]",
      "1: Lightning Bolt in B hand: color=red,blue",
      "colors(Forest) = [black]",
      "colors(Painter's Servant) = [black]",
    },
  },
  scenario {
    name = "Conspiracy: what they are, and then what they are too",
    rules = { "613.7" },
    setup = {
      {
        "A",
        "battlefield",
        "Elite Vanguard",
        { "Conspiracy", chosen = "elf" },
        { "Arcane Adaptation", chosen = "goblin" },
      },
    },
    expect = { "subtypes(Elite Vanguard) = [elf, goblin]" },
  },
  scenario {
    name = "Starfield of Nyx: four are not enough, and Auras never",
    rules = { "613.1d" },
    setup = {
      { "A", "battlefield", "Starfield of Nyx", "Glorious Anthem", "Crusade", "Levitation" },
      { "A", "hand", "Lignify" },
    },
    steps = { { check = 1 }, { put = "Rancor", on = "Crusade" } },
    expect = {
      "1: types(Crusade) = [enchantment]",
      "Crusade: is creature=true",
      "pt(Levitation) = 5/5",
      "Rancor: is creature=false",
      "Starfield of Nyx: is creature=false",
    },
  },
}
