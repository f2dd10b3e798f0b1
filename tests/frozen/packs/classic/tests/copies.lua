--- Copies (707), faces (708, 712), control (613.1b) and texts (612).
return {
  scenario {
    name = "Clone: a copy of what is printed, and of nothing that came later",
    rules = { "707.2" },
    setup = {
      { "A", "battlefield", "Glorious Anthem" },
      { "B", "battlefield", { "Sky Spirit", id = "s", counters = { ["+1/+1"] = 2 } } },
      { "A", "hand", "c: Clone" },
    },
    steps = {
      { resolve = "Turn to Frog", on = "s", by = "B" },
      { enter = "c", copying = "s" },
    },
    expect = {
      "name(c) = Sky Spirit",
      "pt(c) = 3/3",
      "has(c, flying)",
      "pt(s) = 3/3",
      "colors(c) = [white, blue]",
    },
  },
  scenario {
    name = "Clone: of a copy with an exception, and a token of it",
    rules = { "707.3", "707.9b" },
    setup = {
      { "A", "battlefield", "Juggernaut" },
      { "A", "hand", "a: Copy Artifact", "c: Clone" },
    },
    steps = {
      { enter = "a", copying = "Juggernaut" },
      { enter = "c", copying = "a" },
      { token_copy = "c", under = "B", id = "t" },
      { move = "a", to = "hand" },
    },
    expect = {
      "types(c) = [artifact, creature, enchantment]",
      "types(t) = [artifact, creature, enchantment]",
      "name(t) = Juggernaut",
      "name(a) = Copy Artifact",
      "types(a) = [enchantment]",
    },
  },
  scenario {
    name = "Mirrorweave: all others for a turn, but none that comes later",
    rules = { "611.2c", "707.2" },
    setup = {
      { "A", "battlefield", "Grizzly Bears" },
      { "B", "battlefield", "Sky Spirit", "Alloy Myr" },
    },
    steps = {
      { resolve = "Mirrorweave", on = "Sky Spirit" },
      { put = "Elite Vanguard", under = "A" },
      { check = 1 },
      { end_turn = true },
    },
    expect = {
      "1: A battlefield count Sky Spirit=1",
      "1: B battlefield count Sky Spirit=2",
      "1: name(Elite Vanguard) = Elite Vanguard",
      "name(Grizzly Bears) = Grizzly Bears",
    },
  },
  scenario {
    name = "Unstable Shapeshifter: what it was pumped to it stays",
    rules = { "707.4", "707.9a" },
    setup = {
      { "A", "battlefield", "u: Unstable Shapeshifter", "Grizzly Bears" },
      { "B", "battlefield", "Sky Spirit" },
    },
    steps = {
      { resolve = "Giant Growth", on = "u" },
      { trigger = "u", choosing = "Grizzly Bears" },
      { check = 1 },
      { trigger = "u", choosing = "Sky Spirit" },
    },
    expect = {
      "1: pt(u) = 5/5",
      "1: name(u) = Grizzly Bears",
      "name(u) = Sky Spirit",
      "pt(u) = 5/5",
      "u: count of triggered abilities=1",
    },
  },
  scenario {
    name = "Grinning Demon: face down it is nobody in particular",
    rules = { "708.2", "707.2" },
    setup = {
      { "A", "battlefield", { "Grinning Demon", id = "g", face_down = true } },
      { "B", "hand", "c: Clone" },
    },
    steps = { { enter = "c", copying = "g" }, { check = 1 }, { face_up = "g" } },
    expect = {
      "1: name(g) = none",
      "1: pt(g) = 2/2",
      "1: abilities(g) = []",
      "1: mana_value(g) = 0",
      "1: name(c) = none",
      "1: face_down(c) = false",
      "name(g) = Grinning Demon",
      "pt(c) = 2/2",
    },
  },
  scenario {
    name = "Village Ironsmith: turns, and keeps what was done to it",
    rules = { "712.8", "712.18" },
    setup = { { "A", "battlefield", "v: Village Ironsmith" }, { "B", "hand", "c: Clone" } },
    steps = {
      { add_counters = "v", kind = "+1/+1" },
      { tap = "v" },
      { transform = "v" },
      { enter = "c", copying = "v" },
      { refused = { transform = "c" } },
      { check = 1 },
      { transform = "v" },
    },
    expect = {
      "1: name(v) = Ironfang",
      "1: pt(v) = 4/2",
      "1: tapped(v) = true",
      "1: mana_value(v) = 2",
      "1: name(c) = Ironfang",
      "1: mana_value(c) = 0",
      "name(v) = Village Ironsmith",
      "pt(v) = 2/2",
      "name(c) = Ironfang",
    },
  },
  scenario {
    name = "Control Magic: who controls the Aura that controls",
    rules = { "613.8a", "613.1b" },
    setup = {
      { "B", "battlefield", "Grizzly Bears" },
      { "A", "battlefield", { "Control Magic", on = "Grizzly Bears" } },
      { "B", "battlefield", { "Steal Enchantment", on = "Control Magic" } },
    },
    steps = { { check = 1 }, { destroy = "Steal Enchantment" } },
    expect = {
      "1: controller(Control Magic) = B",
      "1: controller(Grizzly Bears) = B",
      "controller(Grizzly Bears) = A",
      "owner(Grizzly Bears) = B",
    },
  },
  scenario {
    name = "Act of Treason: for a turn, and over what lasts",
    rules = { "613.7", "514.2" },
    setup = {
      { "B", "battlefield", { "Grizzly Bears", tapped = true } },
      { "A", "battlefield", { "Control Magic", on = "Grizzly Bears" } },
    },
    steps = {
      { resolve = "Act of Treason", on = "Grizzly Bears", by = "B" },
      { check = 1 },
      { end_turn = true },
    },
    expect = {
      "1: Grizzly Bears: controller=B",
      "1: Grizzly Bears: has haste=true",
      "Grizzly Bears: controller=A",
      "Grizzly Bears: has haste=false",
    },
  },
  scenario {
    name = "Artificial Evolution: a King of another people",
    rules = { "612.1", "612.2", "613.1c" },
    setup = { { "A", "battlefield", "Goblin King", "Llanowar Elves", "Raging Goblin" } },
    steps = {
      { resolve = "Artificial Evolution", on = "Goblin King", choosing = { "goblin", "elf" } },
    },
    expect = {
      "name(Goblin King) = Goblin King",
      "subtypes(Goblin King) = [elf]",
      "pt(Llanowar Elves) = 2/2",
      "pt(Raging Goblin) = 1/1",
    },
  },
  scenario {
    name = "Magical Hack: a Forest that is a Swamp, and a Moon that makes Islands",
    rules = { "612.2", "305.6", "613.8a" },
    setup = { { "A", "battlefield", "Forest", "Blood Moon", "Karakas" } },
    steps = {
      { resolve = "Magical Hack", on = "Forest", choosing = { "forest", "swamp" } },
      { resolve = "Magical Hack", on = "Blood Moon", choosing = { "mountain", "island" } },
    },
    expect = {
      "subtypes(Forest) = [swamp]",
      "subtypes(Karakas) = [island]",
      "A available mana={B}{U}",
    },
  },
  -- Nobody is named as the source of what is asked before the token is there.
  scenario {
    name = "Voice of All: a token that copies it chooses as it enters, and the game can be saved",
    sound = true,
    setup = { { "B", "battlefield", "voice: Voice of All" } },
    steps = {
      { emit = create { copied = "voice", player = "B", count = 1 }, answers = { "red" } },
    },
    expect = { "Voice of All (token): has protection from red=true" },
  },
}
