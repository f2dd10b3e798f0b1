--- Effects that acts begin, and what waits for such.
return {
  scenario {
    name = "trg-029-merieke",
    rules = { "603.7", "611.2b" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "B", "battlefield", "Merieke Ri Berit" },
    },
    steps = {
      { activate = "Merieke Ri Berit", on = "Silvercoat Lion" },
      { destroy = "Merieke Ri Berit", settle = "all" },
    },
    expect = { "A graveyard contains Silvercoat Lion" },
  },
  scenario {
    name = "trg-074-postmortem-lunge",
    rules = { "603.7" },
    note = "the blow stands for the attack",
    setup = { { "A", "graveyard", "Elite Vanguard" } },
    steps = {
      { resolve = "Postmortem Lunge", on = "Elite Vanguard", by = "A", x = 1 },
      { hit = { { "Elite Vanguard", "B" } }, combat = true },
      { emit = phase_begins { phase = "end step", player = "A" }, settle = "all" },
    },
    expect = { "B life=18", "A exile contains Elite Vanguard" },
  },
  scenario {
    name = "cop-self-reference-tracks-object",
    rules = { "707.11", "201.5" },
    setup = {
      { "A", "battlefield", { "Unstable Shapeshifter", id = "u", copying = "Olivia Voldaren" } },
      { "B", "battlefield", "k: Ox", "Elf" },
    },
    steps = {
      {
        activate = "u",
        on = "k",
        by = "A",
        responding = { { become_copy = "u", of = "Elf" } },
      },
    },
    expect = { "damage(k) = 1", "counters(u, +1/+1) = 1" },
  },
  scenario {
    name = "etb-013-hushwing-pit-dweller",
    rules = { "603.6" },
    setup = { { "B", "battlefield", "Hushwing Gryff", "Treacherous Pit-Dweller" } },
    steps = { { destroy = "Treacherous Pit-Dweller", settle = "all" } },
    expect = {
      "Treacherous Pit-Dweller: controller=B",
      "Treacherous Pit-Dweller: power=5 toughness=4",
    },
  },
  scenario {
    name = "without the Gryff the Pit-Dweller goes over",
    rules = { "603.6", "611.2" },
    setup = { { "B", "battlefield", "Treacherous Pit-Dweller" } },
    steps = { { destroy = "Treacherous Pit-Dweller", settle = "all" } },
    expect = { "Treacherous Pit-Dweller: controller=A" },
  },
  scenario {
    name = "etb-016-panharmonicon-limits",
    rules = { "603.2d" },
    setup = {
      { "A", "battlefield", "Panharmonicon" },
      { "A", "hand", "Radiant Fountain", "Scion of Ugin" },
      { "A", "graveyard", "Bladewing's Thrall" },
    },
    steps = {
      { move = "Radiant Fountain", to = "battlefield", settle = "all" },
      { cast = "Scion of Ugin", settle = "all", answers = { "no" } },
    },
    expect = { "A life=22", "number of Bladewing's Thrall triggers=1" },
  },
  scenario {
    name = "dep-032-wave-exiles-itself",
    rules = { "400.7", "603.6c" },
    setup = {
      { "A", "battlefield", "Opalescence", { "Parallax Wave", counters = { fade = 5 } } },
      { "B", "battlefield", "Silvercoat Lion" },
    },
    steps = {
      {
        activate = "Parallax Wave",
        on = "Silvercoat Lion",
        responding = {
          { activate = "Parallax Wave", on = "Parallax Wave", settle = "all" },
        },
      },
    },
    expect = {
      "A battlefield count Parallax Wave=1",
      "Parallax Wave: counters(fade)=5",
      "B exile contains Silvercoat Lion",
      "B battlefield count Silvercoat Lion=0",
    },
  },
  scenario {
    name = "lki-untargeted-reference-persists",
    rules = { "608.2k" },
    setup = {
      { "A", "battlefield", "w: Wall of Tears" },
      { "B", "battlefield", "m: Manland" },
    },
    steps = {
      { activate = "m" },
      { block = { "w" }, on = "m" },
      { settle = "all" },
      { end_effect = "Manland" },
      { emit = phase_begins { phase = "end of combat", player = "B" }, settle = "all" },
    },
    expect = { "zone(m) = B.hand" },
  },
  scenario {
    name = "ctl-024-pharaoh-died-under-opponent",
    rules = { "603.4" },
    note = "the blow stands for the attack that nobody blocks",
    setup = {
      { "A", "battlefield", "Vengeful Pharaoh" },
      { "B", "battlefield", "Silvercoat Lion", { "Control Magic", on = "Vengeful Pharaoh" } },
    },
    steps = {
      { destroy = "Vengeful Pharaoh", settle = "all" },
      { emit = attack { who = "Silvercoat Lion", player = "A" } },
      { hit = { { "Silvercoat Lion", "A" } }, combat = true, settle = "all" },
    },
    expect = {
      "A life=18",
      "B graveyard contains Silvercoat Lion",
      "A library contains Vengeful Pharaoh",
      "A graveyard lacks Vengeful Pharaoh",
    },
  },
  scenario {
    name = "cpy-066-sharuum-legend-loop",
    rules = { "704.5j", "603.3" },
    setup = {
      { "A", "battlefield", "Sharuum the Hegemon", "Blood Artist" },
      { "A", "hand", "Clone" },
    },
    steps = {
      {
        cast = "Clone",
        settle = "all",
        answers = {
          "Sharuum the Hegemon",
          2, -- the copy stays, and Blood Artist's ability goes on top
          { 1, 2 },
          "B",
          "yes",
          1,
          { 1, 2 },
          "B",
          "yes",
          1,
          { 1, 2 },
          "B",
          "yes",
          1,
          { 1, 2 },
          "B",
          "no",
        },
      },
    },
    expect = { "A life=24", "B life=16" },
  },
  scenario {
    name = "Defenders of Humanity: as many Warriors as the X of the spell that became it",
    rules = { "107.3m" },
    setup = { { "A", "hand", "Defenders of Humanity" } },
    steps = {
      { cast = "Defenders of Humanity", x = 3, settle = "all" },
      { put = "Defenders of Humanity", under = "B" },
      { settle = "all" },
    },
    expect = {
      "A battlefield count Astartes Warrior token=3",
      "B battlefield count Astartes Warrior token=0",
    },
  },
}
