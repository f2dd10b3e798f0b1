--- Types, abilities, base values and modifiers: each in its layer (613).
return {
  scenario {
    name = "lay-granted-static-keeps-relative-timestamp",
    rules = { "613.7a", "613.7e" },
    setup = {
      { "A", "battlefield", { "Colossus Hammer", id = "ham", on = "b" }, "b: Bear" },
      { "A", "battlefield", { "Rune of Flight", id = "rune", on = "ham" }, "b2: Bear2" },
    },
    steps = { { check = 1 }, { attach = "ham", to = "b2" }, { check = 2 } },
    expect = {
      "@check1 has(b, flying)",
      "@check1 pt(b) = 12/12",
      "@check2 has(b2, flying)",
      "@check2 pt(b2) = 12/12",
      "@check2 pt(b) = 2/2",
    },
  },
  scenario {
    name = "lay-opal-opal-humility",
    rules = { "613.6", "613.7" },
    setup = { { "A", "battlefield", "o1: Opalescence", "o2: Opalescence", "hum: Humility" } },
    expect = {
      "pt(o1) = 1/1",
      "pt(o2) = 1/1",
      "pt(hum) = 1/1",
      "abilities(o1) = []",
      "abilities(o2) = []",
      "abilities(hum) = []",
    },
  },
  scenario {
    name = "lay-opal-humility-opal",
    rules = { "613.6", "613.7" },
    setup = { { "A", "battlefield", "o1: Opalescence", "hum: Humility", "o2: Opalescence" } },
    expect = { "pt(hum) = 4/4", "pt(o1) = 4/4", "pt(o2) = 1/1" },
  },
  scenario {
    name = "lay-anthem-animated-under-humility",
    rules = { "613.6", "613.8a", "611.3b" },
    setup = {
      {
        "A",
        "battlefield",
        "opal: Opalescence",
        "hum: Humility",
        "ant: Glorious Anthem",
        "b: Bear",
      },
    },
    expect = { "pt(ant) = 1/1", "abilities(ant) = []", "pt(b) = 1/1" },
  },
  scenario {
    name = "lay-counters-and-pump-over-humility",
    rules = { "613.4c" },
    setup = {
      { "A", "battlefield", { "Bear", id = "b", counters = { ["+1/+1"] = 2 } }, "hum: Humility" },
    },
    steps = { { resolve = "Giant Growth", on = "b" } },
    expect = { "pt(b) = 6/6" },
  },
  scenario {
    name = "lay-lignify-counters-anthem",
    rules = { "613.1d", "613.1f", "613.4b", "613.4c" },
    setup = {
      {
        "A",
        "battlefield",
        { "Bear", id = "b", counters = { ["+1/+1"] = 2 } },
        "ant: Glorious Anthem",
      },
      { "B", "battlefield", { "Lignify", id = "l", on = "b" } },
    },
    expect = { "pt(b) = 3/7", "subtypes(b) = [Treefolk]", "abilities(b) = []" },
  },
  scenario {
    name = "lay-flying-aura-before-lignify",
    rules = { "613.7", "613.1f" },
    setup = {
      { "A", "battlefield", "b: Bear", { "Wings", id = "w", on = "b" } },
      { "B", "battlefield", { "Lignify", id = "l", on = "b" } },
    },
    expect = { "not has(b, flying)" },
  },
  scenario {
    name = "lay-turn-to-frog-with-anthem",
    rules = { "613.1", "613.4" },
    setup = { { "A", "battlefield", "d: Dragon", "ant: Glorious Anthem" } },
    steps = {
      { resolve = "Turn to Frog", on = "d", by = "B" },
      { check = 1 },
      { cleanup = true },
      { check = 2 },
    },
    expect = {
      "@check1 pt(d) = 2/2",
      "@check1 colors(d) = [blue]",
      "@check1 subtypes(d) = [Frog]",
      "@check1 abilities(d) = []",
      "@check2 pt(d) = 6/6",
      "@check2 has(d, flying)",
    },
  },
  scenario {
    name = "lay-oko-elk-noncreature-artifact",
    rules = { "205.1a", "613.1d" },
    setup = { { "B", "battlefield", "r: Rock" } },
    steps = { { resolve = "Oko +1", on = "r" }, { cleanup = true } },
    expect = {
      "types(r) = [creature]",
      "subtypes(r) = [Elk]",
      "colors(r) = [green]",
      "pt(r) = 3/3",
      "abilities(r) = []",
    },
  },
  scenario {
    name = "lay-oko-then-frog-then-expire",
    rules = { "613.7", "613.4b" },
    setup = { { "B", "battlefield", "b: Bear" } },
    steps = {
      { resolve = "Oko +1", on = "b" },
      { resolve = "Turn to Frog", on = "b" },
      { check = 1 },
      { cleanup = true },
      { check = 2 },
    },
    expect = {
      "@check1 pt(b) = 1/1",
      "@check1 subtypes(b) = [Frog]",
      "@check1 colors(b) = [blue]",
      "@check2 pt(b) = 3/3",
      "@check2 subtypes(b) = [Elk]",
      "@check2 colors(b) = [green]",
    },
  },
  scenario {
    name = "lay-humility-vs-later-flying-lord-creature",
    rules = { "613.8a", "613.8b" },
    setup = {
      { "B", "battlefield", "hum: Humility" },
      { "A", "battlefield", "w: Windlord", "b: Bear" },
    },
    expect = { "not has(b, flying)", "abilities(w) = []" },
  },
  scenario {
    name = "lay-petroglyphs",
    rules = { "113.12", "613.4c" },
    setup = {
      { "A", "battlefield", "p: Muraganda Petroglyphs", "b: Bear", "b2: Bear2" },
      { "A", "battlefield", { "Wings", id = "w", on = "b" }, { "Paint", id = "pa", on = "b2" } },
    },
    expect = { "pt(b) = 2/2", "pt(b2) = 4/4" },
  },
  scenario {
    name = "lay-leveler-vs-later-setter",
    rules = { "711.2a", "613.4b", "613.7a" },
    setup = { { "A", "battlefield", { "Leveler", id = "l", counters = { level = 2 } } } },
    steps = { { resolve = "Turn to Frog", on = "l" } },
    expect = { "pt(l) = 1/1" },
  },
  scenario {
    name = "type-lands-still-lands",
    rules = { "205.1b", "205.4b" },
    setup = { { "A", "battlefield", "l: Living Lands-like", "v: Treasure Vault-like" } },
    expect = { "types(v) = [artifact, land, creature]", "supertypes(v) = [legendary]" },
  },
}
