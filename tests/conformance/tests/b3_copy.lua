--- Copies and what they take along (707).
return {
  scenario {
    name = "cop-face-down-demon",
    rules = { "707.2", "708.2" },
    setup = {
      { "A", "battlefield", { "Grinning Demon", id = "g", face_down = true } },
      { "A", "hand", "c: Clone" },
    },
    steps = { { enter = "c", copying = "g" } },
    expect = { "pt(c) = 2/2", "name(c) = none", "abilities(c) = []", "face_down(c) = false" },
  },
  scenario {
    name = "cop-doppelganger-then-clone",
    rules = { "707.3", "707.9a", "707.9c" },
    setup = {
      { "A", "battlefield", "r: Runeclaw Bear" },
      { "A", "hand", "v: Vesuvan Doppelganger", "c: Clone" },
    },
    steps = { { enter = "v", copying = "r" }, { enter = "c", copying = "v" } },
    expect = {
      "name(c) = Runeclaw Bear",
      "colors(c) = [blue]",
      "pt(c) = 2/2",
      "has(c, upkeep copy ability)",
    },
  },
  scenario {
    name = "cop-face-down-becomes-lorian",
    rules = { "707.3", "708.10" },
    setup = {
      {
        "A",
        "battlefield",
        { "Grinning Demon", id = "g", face_down = true },
        "l: Branchsnap Lorian",
      },
    },
    steps = { { become_copy = "g", of = "l" }, { check = 1 }, { face_up = "g" }, { check = 2 } },
    expect = {
      "@check1 pt(g) = 2/2",
      "@check1 colors(g) = []",
      "@check2 name(g) = Branchsnap Lorian",
      "@check2 pt(g) = 4/1",
    },
  },
  scenario {
    name = "cop-choices-not-copied",
    rules = { "707.6" },
    setup = {
      { "B", "battlefield", { "Adaptive Automaton", id = "a", chosen = "elf" } },
      { "A", "hand", "c: Clone" },
    },
    steps = { { enter = "c", copying = "a", chosen = "goblin" } },
    expect = { "chosen(c) = Goblin", "chosen(a) = Elf" },
  },
  scenario {
    name = "cop-gained-ability-is-copiable",
    rules = { "707.9a" },
    setup = {
      { "A", "battlefield", "u: Unstable Shapeshifter" },
      { "A", "hand", "q: Quirion Elves", "c: Clone" },
    },
    steps = { { cast = "q" }, { trigger = "u", choosing = "q" }, { enter = "c", copying = "u" } },
    expect = { "name(c) = Quirion Elves", "has(c, shapeshifter trigger)" },
  },
  scenario {
    name = "cop-copy-artifact-extra-type",
    rules = { "707.9b" },
    setup = { { "B", "battlefield", "j: Juggernaut" }, { "A", "hand", "c: Copy Artifact" } },
    steps = { { enter = "c", copying = "j" } },
    expect = { "types(c) = [artifact, creature, enchantment]", "pt(c) = 5/3" },
  },
  scenario {
    name = "cop-cytoshape-moonmist",
    rules = { "712.9", "712.18" },
    setup = {
      { "A", "battlefield", "k: Kruin Outlaw" },
      { "B", "battlefield", "e: Elite Vanguard" },
    },
    steps = {
      { resolve = "Cytoshape", on = "k", choosing = "e" },
      { transform = "k" },
      { refused = { transform = "e" } },
    },
    expect = { "name(k) = Elite Vanguard", "face(k) = back" },
  },
  scenario {
    name = "cop-clone-cannot-transform",
    rules = { "712.9" },
    setup = {
      { "B", "battlefield", { "Instigator Gang", id = "w", transformed = true } },
      { "A", "hand", "c: Clone" },
    },
    steps = { { enter = "c", copying = "w" }, { refused = { transform = "c" } } },
    expect = { "name(c) = Wildblood Pack", "mana_value(c) = 0" },
  },
  scenario {
    name = "cop-clone-of-frog",
    rules = { "707.2" },
    setup = { { "B", "battlefield", "d: Dragon" }, { "A", "hand", "c: Clone" } },
    steps = { { resolve = "Turn to Frog", on = "d" }, { enter = "c", copying = "d" } },
    expect = { "pt(c) = 5/5", "has(c, flying)", "colors(c) = [red]", "pt(d) = 1/1" },
  },
  scenario {
    name = "cop-mirrorweave",
    rules = { "707.2", "611.2c", "613.2a" },
    setup = {
      { "A", "battlefield", { "Bear", id = "b", counters = { ["+1/+1"] = 2 } } },
      { "B", "battlefield", { "Dragon", id = "d", counters = { ["+1/+1"] = 1 } } },
      { "A", "battlefield", "ant: Glorious Anthem" },
      { "B", "hand", "l: Late" },
    },
    steps = { { resolve = "Mirrorweave", on = "b" }, { move = "l", to = "battlefield" } },
    expect = {
      "name(d) = Bear",
      "pt(d) = 3/3",
      "has(d, flying) = false",
      "pt(b) = 5/5",
      "pt(l) = 3/3",
    },
  },
  scenario {
    name = "cop-latest-copy-effect-wins",
    rules = { "613.2a", "613.7" },
    setup = { { "A", "battlefield", "b: Bear", "e: Elf" }, { "B", "battlefield", "d: Dragon" } },
    steps = {
      { resolve = "Cytoshape", on = "b", choosing = "e" },
      { resolve = "Polymorph-copy", on = "b", choosing = "d" },
      { check = 1 },
      { cleanup = true },
      { check = 2 },
    },
    expect = { "@check1 name(b) = Dragon", "@check2 name(b) = Bear" },
  },
  scenario {
    name = "cpy-004-artisan-then-counterpart",
    rules = { "707.3", "707.9a" },
    setup = {
      { "A", "battlefield", "artisan: Artisan of Forms" },
      { "B", "battlefield", "lion: Silvercoat Lion" },
    },
    steps = {
      { trigger = "artisan", ability = "heroic", on = "lion" },
      { token_copy = "artisan", under = "A" },
    },
    expect = {
      "A battlefield count Silvercoat Lion=2",
      "A battlefield count Artisan of Forms=0",
      "every Silvercoat Lion of A has the heroic ability=true",
    },
  },
  scenario {
    name = "cpy-010-clone-and-doppelganger",
    rules = { "707.9", "613.2" },
    setup = {
      {
        "A",
        "battlefield",
        { "Clone", id = "Silvercoat Lion (Clone)", copying = "Silvercoat Lion" },
      },
      { "A", "hand", { "Vesuvan Doppelganger", id = "Silvercoat Lion (Doppelganger)" } },
    },
    steps = { { enter = "Silvercoat Lion (Doppelganger)", copying = "Silvercoat Lion (Clone)" } },
    expect = {
      "A battlefield count Silvercoat Lion=2",
      "Silvercoat Lion (Clone): color=white",
      "Silvercoat Lion (Doppelganger): color=blue",
    },
  },
  scenario {
    name = "cpy-021-clone-of-kicked",
    rules = { "707.2", "400.7d" },
    setup = {
      {
        "A",
        "battlefield",
        { "Aether Figment", id = "Aether Figment (original)", counters = { ["+1/+1"] = 2 } },
      },
      { "A", "hand", { "Clone", id = "Aether Figment (Clone)" } },
    },
    steps = { { enter = "Aether Figment (Clone)", copying = "Aether Figment (original)" } },
    expect = {
      "Aether Figment (Clone): power=1 toughness=1",
      "Aether Figment (original): power=3 toughness=3",
    },
  },
  scenario {
    name = "cpy-045-identity-thief-no-counters",
    rules = { "707.2" },
    note = "it is copied while it is still there: so its counter would be seen",
    setup = {
      { "A", "battlefield", { "Grizzly Bears", id = "bears", counters = { ["+1/+1"] = 1 } } },
      { "B", "battlefield", { "Identity Thief", id = "Grizzly Bears@B" } },
    },
    steps = { { trigger = "Grizzly Bears@B", on = "bears" }, { exile = "bears" } },
    expect = {
      "Grizzly Bears@B: power=2 toughness=2",
      "Grizzly Bears@B: counters(+1/+1)=0",
      "A exile contains Grizzly Bears",
    },
  },
  scenario {
    name = "cpy-049-plasma-clone-both-abilities",
    rules = { "208.2b", "707.2", "707.6" },
    setup = {
      { "A", "battlefield", "plasma: Primal Plasma" },
      { "B", "hand", { "Clone", id = "Primal Plasma@B" } },
    },
    steps = {
      { trigger = "plasma", ability = "1/6 defender" },
      { enter = "Primal Plasma@B", copying = "plasma" },
      { trigger = "Primal Plasma@B", ability = "2/2 flying" },
    },
    expect = {
      "Primal Plasma@B: power=2 toughness=2",
      "Primal Plasma@B: has flying=true",
      "Primal Plasma@B: has defender=true",
    },
  },
  scenario {
    name = "cpy-059-mimic-vat-clone",
    rules = { "707.5", "111.1" },
    setup = {
      { "A", "battlefield", "Mimic Vat", "clone: Clone" },
      { "B", "battlefield", "lion: Silvercoat Lion" },
    },
    steps = {
      { destroy = "clone", settle = "all", answers = { "yes" } },
      { check = "kept" },
      { activate = "Mimic Vat", answers = { "yes" } },
    },
    expect = {
      "kept: A exile contains Clone",
      "A battlefield count Silvercoat Lion=1",
      "Silvercoat Lion@A: has haste=true",
      "Silvercoat Lion@B: has haste=false",
    },
  },
  scenario {
    name = "cpy-069-spark-double-planeswalker",
    rules = { "707.9b", "306.5b" },
    note = "the counters with which it enters stand in the step",
    setup = {
      { "A", "battlefield", "Ajani, the Greathearted" },
      { "A", "hand", { "Spark Double", id = "Ajani, the Greathearted (copy)" } },
    },
    steps = {
      {
        enter = "Ajani, the Greathearted (copy)",
        copying = "Ajani, the Greathearted",
        counters = { loyalty = 6 },
      },
    },
    expect = {
      "A battlefield count Ajani, the Greathearted=2",
      "Ajani, the Greathearted (copy): counters(loyalty)=6",
      "Ajani, the Greathearted (copy): is legendary=false",
    },
  },
  scenario {
    name = "cpy-072-spark-copies-spark",
    rules = { "707.9e" },
    note = "the counters with which they enter stand in the setup and in the step",
    setup = {
      { "A", "battlefield", "bears: Grizzly Bears" },
      {
        "A",
        "battlefield",
        { "Spark Double", id = "first copy", copying = "bears", counters = { ["+1/+1"] = 1 } },
      },
      { "A", "hand", { "Spark Double", id = "second copy" } },
    },
    steps = { { enter = "second copy", copying = "first copy", counters = { ["+1/+1"] = 1 } } },
    expect = { "A battlefield count Grizzly Bears=3", "second copy: counters(+1/+1)=1" },
  },
  scenario {
    name = "cpy-073-spark-double-nonlegendary-copiable",
    rules = { "707.9b", "704.5j" },
    setup = {
      { "A", "battlefield", "akroma: Akroma, Angel of Wrath" },
      {
        "A",
        "battlefield",
        { "Spark Double", id = "spark", copying = "akroma", counters = { ["+1/+1"] = 1 } },
      },
    },
    steps = { { token_copy = "spark", under = "A", id = "Akroma token" }, { sba = true } },
    expect = { "A battlefield count Akroma, Angel of Wrath=3", "Akroma token: is legendary=false" },
  },
  scenario {
    name = "cpy-082-clone-of-back-face-mana-value",
    rules = { "202.3b", "712.8e" },
    setup = {
      {
        "B",
        "battlefield",
        { "Huntmaster of the Fells", id = "Ravager of the Fells@B", transformed = true },
      },
      { "A", "hand", { "Clone", id = "Ravager of the Fells@A" } },
    },
    steps = {
      { enter = "Ravager of the Fells@A", copying = "Ravager of the Fells@B" },
      { refused = { transform = "Ravager of the Fells@A" } },
    },
    expect = {
      "Ravager of the Fells@B: mana value=4",
      "Ravager of the Fells@A: mana value=0",
      "Ravager of the Fells@A: can transform=false",
    },
  },
  scenario {
    name = "cpy-090-copy-artifact-types",
    rules = { "707.9b" },
    setup = {
      { "A", "battlefield", "original: Juggernaut" },
      { "A", "hand", { "Copy Artifact", id = "Juggernaut (copy)" } },
    },
    steps = { { enter = "Juggernaut (copy)", copying = "original" } },
    expect = {
      "Juggernaut (copy): is artifact=true",
      "Juggernaut (copy): is creature=true",
      "Juggernaut (copy): is enchantment=true",
    },
  },
}
