--- Abilities that are linked (607), and what is gone until something leaves (610.3).
return {
  scenario {
    name = "trg-003-journey-destroyed-in-response",
    rules = { "603.6", "607.1" },
    setup = {
      { "A", "hand", "Journey to Nowhere" },
      { "B", "battlefield", "Silvercoat Lion" },
    },
    steps = {
      { cast = "Journey to Nowhere", settle = "place" },
      { destroy = "Journey to Nowhere", settle = "place" },
      { resolve_top = true },
      { resolve_top = true },
    },
    expect = {
      "B exile contains Silvercoat Lion",
      "B battlefield count Silvercoat Lion=0",
    },
  },
  scenario {
    name = "trg-004-journey-recast-links-new-object",
    rules = { "607.1", "400.7" },
    setup = {
      { "A", "hand", "Journey to Nowhere" },
      { "B", "battlefield", "Silvercoat Lion", "Pillarfield Ox" },
    },
    steps = {
      { cast = "Journey to Nowhere", settle = "place", answers = { "Silvercoat Lion" } },
      { bounce = "Journey to Nowhere", settle = "all" },
      { cast = "Journey to Nowhere", settle = "all" },
      { destroy = "Journey to Nowhere", settle = "all" },
    },
    expect = {
      "B battlefield count Pillarfield Ox=1",
      "B exile contains Silvercoat Lion",
    },
  },
  scenario {
    name = "trg-006-until-returning-creature-misses-death",
    rules = { "610.3", "603.10a" },
    setup = {
      { "B", "battlefield", "Rockslide Elemental" },
      { "A", "hand", "Banisher Priest" },
    },
    steps = {
      { cast = "Banisher Priest", settle = "all" },
      { destroy = "Banisher Priest", settle = "all" },
    },
    expect = {
      "B battlefield count Rockslide Elemental=1",
      "Rockslide Elemental: power=1 toughness=1",
      "no trigger from Rockslide Elemental",
    },
  },
  scenario {
    name = "trg-007-grasp-returns-before-sba",
    rules = { "610.3", "603.8", "704.3" },
    setup = {
      { "A", "battlefield", "Generic state trigger (no creatures or enchantments)" },
      { "B", "battlefield", "Grizzly Bears" },
      { "A", "hand", "Grasp of Fate" },
    },
    steps = {
      { cast = "Grasp of Fate", settle = "all", answers = { "Grizzly Bears" } },
      { check = "away" },
      { destroy = "Grasp of Fate", settle = "all" },
    },
    expect = {
      "away: B exile contains Grizzly Bears",
      "B battlefield count Grizzly Bears=1",
      "A battlefield count Soldier token=0",
    },
  },
  scenario {
    name = "until-leaves: never, if it has left before",
    rules = { "610.3b" },
    setup = {
      { "B", "battlefield", "Silvercoat Lion" },
      { "A", "hand", "Banisher Priest" },
    },
    steps = {
      { cast = "Banisher Priest", settle = "place" },
      { destroy = "Banisher Priest", settle = "all" },
    },
    expect = { "B battlefield count Silvercoat Lion=1", "B exile lacks Silvercoat Lion" },
  },
  scenario {
    name = "trg-010-worldgorger",
    rules = { "603.6c" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion", "Gerrard's Battle Cry" },
      { "A", "hand", "Worldgorger Dragon" },
    },
    steps = {
      { cast = "Worldgorger Dragon", settle = "all" },
      { check = "away" },
      { destroy = "Worldgorger Dragon", settle = "all" },
    },
    expect = {
      "away: A exile contains Silvercoat Lion",
      "away: A exile contains Gerrard's Battle Cry",
      "A battlefield count Silvercoat Lion=1",
      "A battlefield count Gerrard's Battle Cry=1",
    },
  },
  scenario {
    name = "trg-014-angel-of-serenity",
    rules = { "603.6c", "607" },
    setup = {
      { "B", "battlefield", "Silvercoat Lion", "Pillarfield Ox" },
      { "A", "hand", "Angel of Serenity" },
    },
    steps = {
      {
        cast = "Angel of Serenity",
        settle = "all",
        answers = { "Silvercoat Lion", "Pillarfield Ox" },
      },
      { check = "away" },
      { destroy = "Angel of Serenity", settle = "all" },
    },
    expect = {
      "away: B exile contains Silvercoat Lion",
      "B hand contains Silvercoat Lion",
      "B hand contains Pillarfield Ox",
    },
  },
  scenario {
    name = "trg-042-two-scullers-linked",
    rules = { "607.1" },
    setup = {
      { "A", "hand", "one: Tidehollow Sculler", "two: Tidehollow Sculler" },
      { "B", "hand", "Bloodflow Connoisseur", "Silvercoat Lion" },
    },
    steps = {
      { cast = "one", settle = "all", answers = { "Bloodflow Connoisseur" } },
      { cast = "two", settle = "all" },
      { destroy = "one", settle = "all" },
      { check = "first" },
      { destroy = "two", settle = "all" },
      { check = "second" },
    },
    expect = {
      "first: B hand contains Bloodflow Connoisseur",
      "first: B hand lacks Silvercoat Lion",
      "second: B hand contains Silvercoat Lion",
    },
  },
  scenario {
    name = "lnk-acquired-pairs-stay-separate",
    rules = { "607.5" },
    setup = {
      { "B", "battlefield", "y: Bear" },
      { "A", "library", "x: Elf", "Forest x9" },
      {
        "A",
        "battlefield",
        "q: Quicksilver Elemental",
        "s: Arc-Slogger",
        "t: Sisters of Stone Death",
      },
    },
    steps = {
      { activate = "q", ability = "gain", on = "s" },
      { activate = "q", ability = "slog", on = "B" },
      { activate = "q", ability = "gain", on = "t" },
      { activate = "q", ability = "petrify", on = "y" },
      { check = "before" },
      { activate = "q", ability = "revive" },
    },
    expect = {
      "before: zone(x) = A.exile",
      "before: zone(y) = B.exile",
      "zone(x) = A.exile",
      "zone(y) = A.battlefield",
      "choices offered = none",
    },
    note = "the line of the record is 'returnable = [y]': of one there is no choice",
  },
  scenario {
    name = "trg-077-exile-until-returns-mid-resolution",
    rules = { "610.3", "603.2" },
    setup = {
      { "A", "battlefield", "Rampaging Baloths" },
      { "A", "hand", "Glorious Protector", "The Great Aurora", "one: Forest", "two: Forest" },
    },
    steps = {
      {
        cast = "Glorious Protector",
        settle = "all",
        answers = { "yes", { "Rampaging Baloths" } },
      },
      { check = "guarded" },
      { move = "The Great Aurora", to = "stack" },
      {
        resolve = "The Great Aurora",
        by = "A",
        answers = { { 1, 2 } },
        settle = "all",
      },
    },
    expect = {
      "guarded: A exile contains Rampaging Baloths",
      "A battlefield count Rampaging Baloths=1",
      "A battlefield count Beast token=2",
      "A exile contains The Great Aurora",
    },
  },
}
