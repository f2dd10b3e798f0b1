--- Counters with which things enter, tokens, and what makes more or others of them.
return {
  scenario {
    name = "rep-voice-of-all-token-chooses",
    rules = { "614.12", "614.12a", "707.5" },
    setup = { { "A", "battlefield", { "Voice of All", id = "v", chosen = "white" } } },
    steps = { { resolve = "Copy Spell", on = "v", by = "B", answers = { "red" } } },
    expect = { "has(token, protection from red)", "not has(token, protection from white)" },
  },
  scenario {
    name = "rep-doubling-season-outer-event-first",
    rules = { "616.1g" },
    setup = {
      { "A", "battlefield", "d: Doubling Season", { "Voice of All", id = "v", chosen = "white" } },
    },
    steps = { { resolve = "Copy Spell", on = "v", by = "A", answers = { "red", "green" } } },
    expect = {
      "count(tokens Voice of All) = 2",
      "has(token1, protection from red)",
      "has(token2, protection from green)",
    },
  },
  scenario {
    name = "tok-036-voice-of-all-doubling-season",
    rules = { "616.1g", "614.12" },
    setup = {
      { "A", "battlefield", "Doubling Season" },
      { "B", "battlefield", "v: Voice of All" },
    },
    steps = {
      { resolve = "Copy Spell", on = "v", by = "A", answers = { "blue", "black" } },
    },
    expect = {
      "A battlefield count Voice of All=2",
      "has(token1, protection from blue)",
      "has(token2, protection from black)",
    },
    note = "the last two lines stand for each Voice having a colour of its own",
  },
  scenario {
    name = "tok-037-voice-of-all-token-choice",
    rules = { "614.12a", "111.10" },
    setup = { { "B", "exile", "first: Voice of All" } },
    steps = {
      {
        emit = create { player = "A", copied = "first" },
        answers = { "red" },
      },
    },
    expect = { "Voice of All: has protection from red=true" },
    note = "what is copied lies in exile, B's",
  },
  scenario {
    name = "rep-scales-enters-with-counters",
    rules = { "614.16", "614.12", "122.6" },
    setup = { { "A", "battlefield", "h: Hardened Scales" }, { "A", "hand", "y: Hydra" } },
    steps = { { cast = "y", settle = "all" } },
    expect = { "counters(y, +1/+1) = 3" },
  },
  scenario {
    name = "rep-doubling-season-planeswalker-enters",
    rules = { "614.16", "306.5b" },
    setup = { { "A", "battlefield", "d: Doubling Season" }, { "A", "hand", "w: Walker3" } },
    steps = { { cast = "w" } },
    expect = { "counters(w, loyalty) = 6" },
  },
  scenario {
    name = "tok-008-season-planeswalker",
    rules = { "614.12", "614.16" },
    setup = {
      { "A", "battlefield", "Doubling Season" },
      { "A", "hand", "Tibalt, the Fiend-Blooded" },
    },
    steps = {
      { cast = "Tibalt, the Fiend-Blooded" },
      { check = "enters" },
      {
        emit = put_counters {
          who = "Tibalt, the Fiend-Blooded",
          kind = "loyalty",
          count = 1,
          player = "A",
          cost = true,
        },
      },
      { check = "after +1" },
    },
    expect = {
      "enters: Tibalt, the Fiend-Blooded: counters(loyalty)=4",
      "after +1: Tibalt, the Fiend-Blooded: counters(loyalty)=5",
    },
    note = "the cost of the ability is what happens",
  },
  scenario {
    name = "tok-009-pir-planeswalker",
    rules = { "614.1" },
    setup = {
      { "A", "battlefield", "Pir, Imaginative Rascal" },
      { "A", "hand", "Tibalt, the Fiend-Blooded" },
    },
    steps = {
      { cast = "Tibalt, the Fiend-Blooded" },
      { check = "enters" },
      {
        emit = put_counters {
          who = "Tibalt, the Fiend-Blooded",
          kind = "loyalty",
          count = 1,
          player = "A",
          cost = true,
        },
      },
      { check = "after +1" },
    },
    expect = {
      "enters: Tibalt, the Fiend-Blooded: counters(loyalty)=3",
      "after +1: Tibalt, the Fiend-Blooded: counters(loyalty)=5",
    },
    note = "the cost of the ability is what happens",
  },
  scenario {
    name = "tok-010-season-pir-orders: Season",
    rules = { "616.1", "614.16" },
    setup = {
      { "A", "battlefield", "Doubling Season", "Pir, Imaginative Rascal" },
      { "A", "hand", "Chandra, Fire Artisan" },
    },
    steps = {
      { cast = "Chandra, Fire Artisan", answers = { "Doubling Season" } },
      { check = "first enters" },
      {
        emit = put_counters {
          who = "Chandra, Fire Artisan",
          kind = "loyalty",
          count = 1,
          player = "A",
          cost = true,
        },
      },
      { check = "first after +1" },
    },
    expect = {
      "first enters: Chandra, Fire Artisan: counters(loyalty)=9",
      "first after +1: Chandra, Fire Artisan: counters(loyalty)=13",
    },
    note = "the first of two games; the cost of the ability is what happens",
  },
  scenario {
    name = "tok-010-season-pir-orders: Pir",
    rules = { "616.1", "614.16" },
    setup = {
      { "A", "battlefield", "Doubling Season", "Pir, Imaginative Rascal" },
      { "A", "hand", "Chandra, Fire Artisan" },
    },
    steps = {
      { cast = "Chandra, Fire Artisan", answers = { "Pir, Imaginative Rascal" } },
      { check = "second enters" },
      {
        emit = put_counters {
          who = "Chandra, Fire Artisan",
          kind = "loyalty",
          count = 1,
          player = "A",
          cost = true,
        },
      },
      { check = "second after +1" },
    },
    expect = {
      "second enters: Chandra, Fire Artisan: counters(loyalty)=10",
      "second after +1: Chandra, Fire Artisan: counters(loyalty)=14",
    },
    note = "the second of two games; the cost of the ability is what happens",
  },
  scenario {
    name = "tok-003-manufactor-gingerbrute-copy",
    rules = { "614.1" },
    setup = {
      { "A", "battlefield", "m1: Academy Manufactor", "m2: Academy Manufactor" },
      { "B", "battlefield", "Gingerbrute" },
    },
    steps = {
      { resolve = "Fractured Identity", on = "Gingerbrute", by = "A" },
    },
    expect = {
      "A battlefield count Gingerbrute=0",
      "A battlefield count Clue token=3",
      "A battlefield count Food token=3",
      "A battlefield count Treasure token=3",
    },
  },
  scenario {
    name = "tok-011-visitation-creatures-only",
    rules = { "614.1" },
    setup = {
      { "A", "battlefield", "Divine Visitation", "Smothering Tithe" },
      { "B", "library", "Forest x2" },
    },
    steps = {
      { resolve = "Dragon Fodder", by = "A" },
      { draw = "B", answers = { "no" }, settle = "all" },
    },
    expect = {
      "A battlefield count Angel token=2",
      "A battlefield count Goblin token=0",
      "A battlefield count Treasure token=1",
      "Angel token: power=4 toughness=4",
    },
  },
  scenario {
    name = "tok-013-scales-walker-mimic",
    rules = { "614.12", "616.1f" },
    setup = {
      {
        "A",
        "battlefield",
        "Hardened Scales",
        { "Metallic Mimic", chosen = "construct" },
      },
      { "A", "hand", "Hangarback Walker" },
    },
    steps = { { cast = "Hangarback Walker", x = 1, settle = "all" } },
    expect = { "Hangarback Walker: counters(+1/+1)=3" },
  },
  scenario {
    name = "tok-014-scales-vigor-mortis-mimic",
    rules = { "614.12", "614.5" },
    setup = {
      { "A", "battlefield", "Hardened Scales", { "Metallic Mimic", chosen = "cat" } },
      { "A", "graveyard", "Silvercoat Lion" },
    },
    steps = { { resolve = "Vigor Mortis", on = "Silvercoat Lion", by = "A" } },
    expect = {
      "Silvercoat Lion: counters(+1/+1)=3",
      "Silvercoat Lion: power=5 toughness=5",
    },
  },
  scenario {
    name = "tok-020-vorinclex-opponent-rats",
    rules = { "614.1" },
    setup = {
      { "B", "battlefield", "Vorinclex, Monstrous Raider" },
      { "A", "hand", "Ichor Rats" },
    },
    steps = { { cast = "Ichor Rats", settle = "all" } },
    expect = { "A counters(poison)=0", "B counters(poison)=0" },
  },
  scenario {
    name = "tok-021-biomancer-corpsejack",
    rules = { "614.12", "616.1" },
    setup = {
      { "A", "battlefield", "Master Biomancer" },
      { "A", "hand", "Corpsejack Menace", "Mindeye Drake" },
    },
    steps = { { cast = "Corpsejack Menace" }, { cast = "Mindeye Drake" } },
    expect = {
      "Corpsejack Menace: power=6 toughness=6",
      "Mindeye Drake: power=6 toughness=9",
    },
  },
  scenario {
    name = "tok-023-scarabs-enters-with",
    rules = { "122.6", "122.6a" },
    setup = {
      { "A", "battlefield", "Nest of Scarabs" },
      { "B", "battlefield", "Nest of Scarabs" },
      { "A", "hand", "Noxious Hatchling" },
    },
    steps = { { cast = "Noxious Hatchling", settle = "all" } },
    expect = { "A battlefield count Insect token=4", "B battlefield count Insect token=0" },
  },
  scenario {
    name = "tok-025-hapatra-persist",
    rules = { "122.6", "702.79" },
    setup = { { "A", "battlefield", "Hapatra, Vizier of Poisons", "Kitchen Finks" } },
    steps = { { destroy = "Kitchen Finks", settle = "all" } },
    expect = { "Kitchen Finks: power=2 toughness=1", "A battlefield count Snake token=1" },
  },
  scenario {
    name = "tok-028-blue-raptor",
    rules = { "614.1c" },
    setup = {
      {
        "A",
        "battlefield",
        { "Blue, Loyal Raptor", counters = { ["+1/+1"] = 2, indestructible = 1 } },
      },
      { "A", "hand", "Huatli's Snubhorn", "Memnite" },
    },
    steps = { { cast = "Huatli's Snubhorn" }, { cast = "Memnite" } },
    expect = {
      "Huatli's Snubhorn: counters(+1/+1)=1",
      "Huatli's Snubhorn: counters(indestructible)=1",
      "Huatli's Snubhorn: has indestructible=true",
      "Memnite: counters(+1/+1)=0",
    },
  },
  scenario {
    name = "typ-008-changeling-token-types-as-it-enters",
    rules = { "614.12", "604.3", "111.3" },
    setup = {
      { "A", "battlefield", "Bramblewood Paragon" },
      { "A", "hand", "Irregular Cohort" },
    },
    steps = { { cast = "Irregular Cohort", settle = "all" } },
    expect = {
      "Irregular Cohort: counters(+1/+1)=1",
      "Shapeshifter token: counters(+1/+1)=1",
    },
  },
  scenario {
    name = "two ways to enter with counters, one of them without a rule: nobody is asked",
    rules = { "616.1", "613.7c" },
    setup = {
      { "A", "battlefield", "Master Biomancer" },
      { "A", "hand", "Aven Riftwatcher", "Skyshroud Behemoth" },
    },
    steps = {
      { move = "Aven Riftwatcher", to = "battlefield" },
      { move = "Skyshroud Behemoth", to = "battlefield" },
    },
    expect = {
      "Aven Riftwatcher: counters(time)=3",
      "Aven Riftwatcher: counters(+1/+1)=2",
      "Skyshroud Behemoth: counters(fade)=2",
      "Skyshroud Behemoth: counters(+1/+1)=2",
    },
  },
}
