--- Who is affected: looked up again and again by a static ability, once by a spell.
return {
  scenario {
    name = "lay-color-gates-anthem",
    rules = { "613.5", "613.9" },
    source = "cr_example",
    setup = { { "A", "battlefield", "hon: Honor of the Pure", "g: Gray" } },
    steps = {
      { check = 0 },
      { resolve = "Whiten", on = "g" },
      { check = 1 },
      { resolve = "Redden", on = "g" },
      { check = 2 },
    },
    expect = {
      "@check0 pt(g) = 2/2",
      "@check1 pt(g) = 3/3",
      "@check1 colors(g) = [white]",
      "@check2 pt(g) = 2/2",
      "@check2 colors(g) = [red]",
    },
  },
  scenario {
    name = "lay-color-aura-feeds-color-lord",
    rules = { "613.9" },
    source = "cr_example",
    setup = {
      { "A", "battlefield", "c: Crusade", "b: Bear", { "Whitewash", id = "w", on = "b" } },
    },
    expect = { "colors(b) = [white]", "pt(b) = 3/3" },
  },
  scenario {
    name = "set-resolved-white-pump-is-locked",
    rules = { "611.2c" },
    source = "cr_example",
    setup = { { "A", "battlefield", "w: W", "g: G" }, { "A", "hand", "w2: W2" } },
    steps = {
      { resolve = "White Pump" },
      { resolve = "Redden", on = "w" },
      { resolve = "Whiten", on = "g" },
      { cast = "w2" },
    },
    expect = { "pt(w) = 2/2", "pt(g) = 2/2", "pt(w2) = 1/1" },
  },
  scenario {
    name = "set-static-is-open",
    rules = { "611.3a", "611.3b" },
    source = "cr_example",
    setup = { { "A", "battlefield", "c: Crusade", "w: W", "g: G" } },
    steps = {
      { check = 1 },
      { resolve = "Whiten", on = "g" },
      { check = 2 },
      { destroy = "c" },
      { check = 3 },
    },
    expect = {
      "@check1 pt(w) = 2/2",
      "@check1 pt(g) = 2/2",
      "@check2 pt(g) = 3/3",
      "@check3 pt(w) = 1/1",
      "@check3 pt(g) = 2/2",
    },
  },
  scenario {
    name = "eff-permanents-only-by-default",
    rules = { "609.2" },
    source = "cr_example",
    setup = {
      { "A", "battlefield", "n: Nature's Revolt", "f1: Forest" },
      { "A", "graveyard", "f2: Forest" },
    },
    expect = { "types(f1) = [land, creature]", "types(f2) = [land]" },
  },
  scenario {
    name = "dur-031-locked-in-set",
    rules = { "611.2c" },
    setup = {
      { "A", "battlefield", { "Silvercoat Lion", id = "Silvercoat Lion" }, "Grizzly Bears" },
    },
    steps = {
      { resolve = "Generic white-creature pump" },
      { resolve = "Becomes blue", on = "Silvercoat Lion" },
      { resolve = "Whiten", on = "Grizzly Bears" },
      { put = "Silvercoat Lion", id = "Silvercoat Lion (second)", under = "A" },
    },
    expect = {
      "Silvercoat Lion: power=3 toughness=3",
      "Grizzly Bears: power=2 toughness=2",
      "Silvercoat Lion (second): power=2 toughness=2",
    },
  },
  scenario {
    name = "abl-001-filth-from-graveyard",
    rules = { "113.6", "604.1" },
    setup = {
      { "B", "graveyard", "Filth" },
      { "B", "battlefield", "Silvercoat Lion", "Swamp x2" },
    },
    expect = { "Silvercoat Lion: has swampwalk=true" },
  },
  scenario {
    name = "abl-002-jailer-stops-filth",
    rules = { "613.8a", "613.1f" },
    setup = {
      { "B", "graveyard", "Filth" },
      { "B", "battlefield", "Silvercoat Lion", "Swamp x2" },
      { "A", "battlefield", "Yixlid Jailer" },
    },
    expect = { "Silvercoat Lion: has swampwalk=false" },
  },
  scenario {
    name = "zone-spell-change-carries-over",
    rules = { "400.7a", "112.4" },
    source = "cr_example",
    setup = { { "A", "stack", "z: Zombie" } },
    steps = { { resolve = "Whiten", on = "z", by = "B" }, { move = "z", to = "battlefield" } },
    expect = { "colors(z) = [white]" },
  },
}
