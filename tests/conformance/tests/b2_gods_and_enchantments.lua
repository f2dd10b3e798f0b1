--- Enchantments that are creatures or not, Auras among them.
return {
  scenario {
    name = "lay-god-then-opalescence",
    rules = { "613.7" },
    setup = { { "A", "battlefield", "h: Heliod, God of the Sun", "opal: Opalescence" } },
    expect = { "types(h) = [enchantment, creature]", "pt(h) = 4/4" },
  },
  scenario {
    name = "lay-opalescence-then-god",
    rules = { "613.7", "208.3" },
    setup = { { "A", "battlefield", "opal: Opalescence", "h: Heliod, God of the Sun" } },
    expect = { "types(h) = [enchantment]", "pt(h) = none" },
  },
  scenario {
    name = "lay-transform-restamps-static",
    rules = { "613.7g", "712.18" },
    setup = { { "A", "battlefield", "d: Dayface" }, { "B", "battlefield", "b: Bear" } },
    steps = { { resolve = "Queen", on = "b" }, { transform = "d" } },
    expect = { "pt(b) = 1/1" },
  },
  scenario {
    name = "dep-028-starfield-cloudform-auras",
    rules = { "613.1d", "303.4", "704.5m" },
    setup = {
      { "A", "battlefield", "Thopter Spy Network x2", "Starfield of Nyx" },
      { "A", "hand", "c1: Cloudform" },
      { "A", "graveyard", "c2: Cloudform" },
      { "A", "library", "m2: Walking Corpse", "face-down creature: Bogstomper" },
    },
    steps = {
      { cast = "c1" },
      { move = "face-down creature", to = "battlefield", face_down = true },
      { trigger = "c1" },
      { attach = "c1", to = "face-down creature" },
      { go = "upkeep", turn = 3 },
      { move = "c2", to = "battlefield" },
      { move = "m2", to = "battlefield", face_down = true },
      { trigger = "c2" },
      { attach = "c2", to = "m2" },
      { sba = true },
    },
    expect = {
      "A battlefield count Cloudform=2",
      "Cloudform: is creature=false",
      "Thopter Spy Network: power=4 toughness=4",
      "A battlefield count face-down 2/2 creatures=2",
      "face-down creature: has flying=true",
    },
  },
  scenario {
    name = "etb-019-aura-put-on-hexproof",
    rules = { "303.4f" },
    setup = {
      { "A", "graveyard", "Singing Bell Strike" },
      { "B", "battlefield", "Silumgar, the Drifting Death" },
    },
    steps = {
      {
        move = "Singing Bell Strike",
        to = "battlefield",
        under = "A",
        on = "Silumgar, the Drifting Death",
      },
      { sba = true },
    },
    expect = { "Singing Bell Strike: attached to=Silumgar, the Drifting Death" },
  },
  scenario {
    name = "cpy-025-bestowed-copy-falls-off",
    rules = { "702.103f", "707.10" },
    setup = {
      {
        "A",
        "battlefield",
        "Grizzly Bears",
        { "Nimbus Naiad", on = "Grizzly Bears" },
        { "Nimbus Naiad", on = "Grizzly Bears", token = true },
      },
    },
    steps = { { destroy = "Grizzly Bears" }, { sba = true } },
    expect = {
      "A battlefield count Nimbus Naiad=2",
      "Nimbus Naiad: is creature=true",
      "Nimbus Naiad: power=2 toughness=2",
    },
  },
  scenario {
    name = "typ-005-dragonshift-keeps-noncreature-subtypes",
    rules = { "205.1a", "205.1b", "613.1d" },
    setup = { { "A", "battlefield", "Gingerbrute" } },
    steps = { { resolve = "Dragonshift", on = "Gingerbrute" } },
    expect = {
      "Gingerbrute: is artifact=true",
      "Gingerbrute: has subtype Food=true",
      "Gingerbrute: has subtype Dragon=true",
      "Gingerbrute: has subtype Golem=false",
    },
  },
}
