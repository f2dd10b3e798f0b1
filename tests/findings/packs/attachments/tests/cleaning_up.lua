--- What is attached to what it cannot be attached to goes, or comes off, by events.
return {
  scenario {
    name = "finding_CW12: settle = all sees an Aura without a host (704.5m)",
    setup = { { "A", "battlefield", "Grizzly Bears", { "Rancor", on = "Grizzly Bears" } } },
    steps = { { destroy = "Grizzly Bears", settle = "all" } },
    expect = { "A graveyard contains Rancor" },
  },
  scenario {
    name = "finding_CW12: the step sba makes events, which are replaced",
    setup = {
      { "A", "battlefield", "Grizzly Bears", { "Rancor", on = "Grizzly Bears" } },
      { "B", "battlefield", "Voidline" },
    },
    steps = { { destroy = "Grizzly Bears" }, { sba = true } },
    expect = { "A exile contains Grizzly Bears", "A exile contains Rancor" },
  },
  scenario {
    name = "finding_CW12: the step sba makes events, which trigger and are logged",
    setup = {
      { "A", "battlefield", "Grizzly Bears", { "Pale Band", on = "Grizzly Bears" } },
      { "B", "battlefield", "Mourner" },
    },
    steps = { { destroy = "Grizzly Bears" }, { sba = true }, { settle = "all" } },
    expect = { "A graveyard contains Pale Band", "B life=21" },
  },
  scenario {
    name = "an Aura whose host is there stays (704.5m)",
    setup = {
      { "A", "battlefield", "Grizzly Bears", { "Rancor", on = "Grizzly Bears" }, "Forest" },
    },
    steps = { { destroy = "Forest" }, { sba = true } },
    expect = { "A graveyard contains Forest", "Rancor: attached to=Grizzly Bears" },
  },
  scenario {
    name = "an Aura on what it cannot enchant any more goes (704.5m)",
    setup = {
      { "A", "battlefield", "Ornithopter", { "Pale Band", on = "Ornithopter" } },
    },
    steps = {
      { effect = { target, types = set("artifact") }, on = "Ornithopter" },
      { sba = true },
    },
    expect = { "A graveyard contains Pale Band" },
  },
  scenario {
    name = "Equipment comes off by an event, and stays (704.5n)",
    setup = {
      { "A", "battlefield", "Ornithopter", { "Blade", on = "Ornithopter" }, "Rivet" },
    },
    steps = {
      { sba = true },
      { check = "before" },
      { effect = { target, types = set("artifact") }, on = "Ornithopter" },
      { sba = true },
      { settle = "all" },
    },
    expect = {
      "before: Blade: attached to=Ornithopter",
      "A battlefield contains Blade",
      "Blade: attached to=none",
      "A life=21",
    },
  },
  scenario {
    name = "what is no attachment comes off, even from a creature (704.5p)",
    setup = { { "A", "battlefield", "Grizzly Bears", { "Tether", on = "Grizzly Bears" } } },
    steps = { { sba = true } },
    expect = { "Tether: attached to=none" },
  },
  scenario {
    name = "protection sends Auras away and lets Equipment come off (702.16c-d)",
    setup = {
      {
        "A", "battlefield", "Grizzly Bears",
        { "Pale Band", id = "mine", on = "Grizzly Bears" },
        { "Blade", on = "Grizzly Bears" },
      },
    },
    steps = {
      { effect = { target, abilities = grant "protection from black" }, on = "Grizzly Bears" },
      { sba = true },
      { check = "black" },
      { effect = { target, abilities = grant "protection from artifacts" }, on = "Grizzly Bears" },
      { sba = true },
      { check = "artifacts" },
      { effect = { target, abilities = grant "protection from white" }, on = "Grizzly Bears" },
      { sba = true },
    },
    expect = {
      "black: mine: attached to=Grizzly Bears",
      "black: Blade: attached to=Grizzly Bears",
      "artifacts: mine: attached to=Grizzly Bears",
      "artifacts: Blade: attached to=none",
      "A graveyard contains Pale Band",
    },
  },
}
