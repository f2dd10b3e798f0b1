--- Entering as a copy, by the event in which it happens.
return {
  scenario {
    name = "cpy-038-image-etb-and-enters-tapped",
    rules = { "707.5" },
    setup = { { "B", "battlefield", "Geralf's Messenger" }, { "A", "hand", "Phantasmal Image" } },
    steps = {
      { cast = "Phantasmal Image", settle = "all" },
    },
    expect = { "Geralf's Messenger@A: tapped=true", "B life=18" },
  },
  scenario {
    name = "cpy-040-image-dies-trigger-of-copied",
    rules = { "603.10a" },
    setup = {
      { "A", "battlefield", "Wurmcoil Engine" },
      { "B", "battlefield", { "Phantasmal Image", id = "image", copying = "Wurmcoil Engine" } },
    },
    steps = { { destroy = "image", settle = "all" } },
    expect = {
      "B graveyard contains Phantasmal Image",
      "B battlefield count Phyrexian Wurm token=2",
    },
  },
  scenario {
    name = "cpy-041-image-persist-rechoose",
    rules = { "603.10a", "702.79", "614.12" },
    setup = {
      { "A", "battlefield", "Kitchen Finks" },
      { "B", "battlefield", { "Phantasmal Image", id = "image", copying = "Kitchen Finks" } },
    },
    life = { B = 22 },
    steps = { { destroy = "image", settle = "all" } },
    expect = {
      "B battlefield count Kitchen Finks=1",
      "Kitchen Finks@B: power=2 toughness=1",
      "B life=24",
    },
  },
  scenario {
    name = "cpy-042-image-undying-rechoose",
    rules = { "702.93", "614.12" },
    setup = {
      { "A", "battlefield", "Butcher Ghoul" },
      { "B", "battlefield", { "Phantasmal Image", id = "image", copying = "Butcher Ghoul" } },
    },
    steps = { { destroy = "image", settle = "all" } },
    expect = {
      "Butcher Ghoul@B: power=2 toughness=2",
      "Butcher Ghoul@B: counters(+1/+1)=1",
    },
  },
  scenario {
    name = "cpy-062-metamorph-harmonic-sliver-two",
    rules = { "603.6", "113.2c" },
    setup = {
      { "B", "battlefield", "Alloy Myr", "Kitesail", "Harmonic Sliver" },
      { "A", "hand", "Phyrexian Metamorph" },
    },
    steps = {
      {
        cast = "Phyrexian Metamorph",
        answers = { "Harmonic Sliver", "Alloy Myr", "Kitesail" },
        settle = "all",
      },
    },
    expect = { "B graveyard contains Alloy Myr", "B graveyard contains Kitesail" },
  },
  scenario {
    name = "cpy-068-spark-double-doubling-season",
    rules = { "616.1", "614.12" },
    setup = {
      { "A", "battlefield", "Abbey Griffin", "Doubling Season" },
      { "A", "hand", { "Spark Double", id = "Abbey Griffin (copy)" } },
    },
    steps = { { cast = "Abbey Griffin (copy)" } },
    expect = { "Abbey Griffin (copy): counters(+1/+1)=2" },
  },
  scenario {
    name = "cpy-071-spark-double-gideon-blackblade",
    rules = { "707.9f", "614.12" },
    setup = {
      { "A", "battlefield", "Gideon Blackblade" },
      { "A", "hand", { "Spark Double", id = "Gideon Blackblade (copy)" } },
    },
    steps = {
      { cast = "Gideon Blackblade (copy)", settle = "all" },
    },
    expect = {
      "A battlefield count Gideon Blackblade=2",
      "Gideon Blackblade (copy): counters(loyalty)=5",
      "Gideon Blackblade (copy): counters(+1/+1)=1",
    },
  },
  scenario {
    name = "cpy-075-mimeoplasm-and-clone",
    rules = { "707.2", "707.9e" },
    setup = {
      { "B", "graveyard", "Silvercoat Lion", { "Aven Riftwatcher", id = "riftwatcher" } },
      {
        "A",
        "hand",
        { "The Mimeoplasm", id = "Aven Riftwatcher (Mimeoplasm)" },
        { "Clone", id = "Aven Riftwatcher (Clone)" },
      },
    },
    steps = {
      {
        cast = "Aven Riftwatcher (Mimeoplasm)",
        answers = { "riftwatcher" },
        settle = "all",
      },
      { cast = "Aven Riftwatcher (Clone)", settle = "all" },
    },
    expect = {
      "Aven Riftwatcher (Mimeoplasm): power=4 toughness=5",
      "Aven Riftwatcher (Clone): power=2 toughness=3",
      "A life=24",
      "B graveyard size=0",
    },
  },
  scenario {
    name = "cpy-080-biomancer-mimic-token",
    rules = { "614.12", "614.1c" },
    setup = {
      {
        "A",
        "battlefield",
        { "Master Biomancer", id = "Master Biomancer (original)" },
      },
      { "A", "hand", { "Progenitor Mimic", id = "Master Biomancer (Mimic)" } },
    },
    steps = {
      { cast = "Master Biomancer (Mimic)", settle = "all" },
      { emit = phase_begins { phase = "upkeep", player = "A" }, settle = "all" },
    },
    expect = {
      "Master Biomancer (original): power=2 toughness=4",
      "Master Biomancer (Mimic): power=4 toughness=6",
      "Master Biomancer (token): power=8 toughness=10",
    },
  },
  scenario {
    name = "cpy-087-clone-behemoth-tapped-counters",
    rules = { "707.5" },
    setup = { { "B", "battlefield", "Skyshroud Behemoth" }, { "A", "hand", "Clone" } },
    steps = { { cast = "Clone" } },
    expect = {
      "Skyshroud Behemoth@A: tapped=true",
      "Skyshroud Behemoth@A: counters(fade)=2",
    },
  },
  scenario {
    name = "rep-clone-fading-behemoth",
    rules = { "707.5", "614.12" },
    setup = { { "B", "battlefield", "s: Skyshroud Behemoth" }, { "A", "hand", "c: Clone" } },
    steps = { { cast = "c" } },
    expect = { "counters(c, fade) = 2", "tapped(c) = true" },
  },
  scenario {
    name = "cpy-092-altered-ego-via-clone",
    rules = { "707.9e" },
    setup = {
      { "B", "battlefield", "Clone", "Glorious Anthem" },
      { "A", "battlefield", { "Grizzly Bears", id = "bears" } },
      { "A", "hand", { "Altered Ego", id = "Grizzly Bears (Altered Ego)" } },
    },
    steps = {
      {
        cast = "Grizzly Bears (Altered Ego)",
        x = 2,
        answers = { "Clone", "bears" },
        settle = "all",
      },
    },
    expect = {
      "Grizzly Bears (Altered Ego): counters(+1/+1)=0",
      "Grizzly Bears (Altered Ego): power=2 toughness=2",
    },
  },
  scenario {
    name = "cop-altered-ego-rider-lost",
    rules = { "707.9e", "616.1c" },
    setup = {
      { "B", "battlefield", "c: Clone", "Glorious Anthem", "d: Dragon" },
      { "A", "hand", "a: Altered Ego" },
    },
    steps = { { cast = "a", x = 3, answers = { "c", "d" }, settle = "all" } },
    expect = { "name(a) = Dragon", "counters(a, +1/+1) = 0" },
  },
  scenario {
    name = "cop-clone-etb-trigger",
    rules = { "707.5" },
    setup = {
      { "B", "battlefield", "w: Wall of Omens" },
      { "A", "hand", "c: Clone" },
      { "A", "library", "Forest x3" },
    },
    steps = { { cast = "c", settle = "all" } },
    expect = { "triggers(Wall of Omens) = 1", "draws(A) = 1" },
    note = "it is called by its card",
  },
  scenario {
    name = "cop-recopy-keeps-pump",
    rules = { "707.4" },
    setup = { { "A", "battlefield", "u: Unstable Shapeshifter" }, { "A", "hand", "b: Bear" } },
    steps = {
      { resolve = "Giant Growth", on = "u" },
      { cast = "b", settle = "all" },
      { trigger = "u", choosing = "b" },
    },
    expect = { "name(u) = Bear", "pt(u) = 5/5" },
    note = "a step lets its ability trigger; that nothing enters by it goes without a line",
  },
  scenario {
    name = "rep-essence-rusted-sentinel",
    rules = { "616.1c", "616.1f" },
    setup = {
      { "A", "battlefield", "e: Essence of the Wild" },
      { "A", "hand", "s: Rusted Sentinel" },
    },
    steps = { { cast = "s" } },
    expect = { "name(s) = Essence of the Wild", "tapped(s) = false" },
  },
  scenario {
    name = "rep-essence-and-clone",
    rules = { "616.1c" },
    setup = {
      { "A", "battlefield", "e: Essence of the Wild" },
      { "B", "battlefield", "b: Bear" },
      { "A", "hand", "c: Clone" },
    },
    steps = { { cast = "c", answers = { "Clone", "b" } } },
    expect = { "name(c) = Essence of the Wild" },
  },
  scenario {
    name = "rep-essence-external-tapped",
    rules = { "616.1" },
    setup = {
      { "A", "battlefield", "e: Essence of the Wild" },
      { "B", "battlefield", "u: Urabrask" },
      { "A", "hand", "b: Bear" },
    },
    steps = { { cast = "b" } },
    expect = { "name(b) = Essence of the Wild", "tapped(b) = true" },
  },
  scenario {
    name = "rep-two-different-essences",
    rules = { "616.1c", "616.1f" },
    setup = {
      { "A", "battlefield", "e1: Essence of the Wild", "e2: Cryptoplasm-Essence" },
      { "A", "hand", "b: Bear" },
    },
    steps = { { cast = "b", answers = { "Essence of the Wild" } } },
    expect = { "has(b, extra ability)" },
  },
}
