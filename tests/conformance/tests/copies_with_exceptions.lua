--- What an exception says whole is not defined by a copied ability (707.9d).
return {
  scenario {
    name = "exc-token-of-goyf-but-4-4",
    rules = { "707.9d", "604.3" },
    setup = { { "A", "battlefield", "g: Tarmogoyf" }, { "A", "graveyard", "Grizzly Bears" } },
    steps = {
      {
        token_copy = "g",
        under = "B",
        id = "t",
        except = { power = set(4), toughness = set(4) },
      },
      { token_copy = "t", under = "B", id = "t2" },
    },
    expect = {
      "pt(g) = 1/2",
      "pt(t) = 4/4",
      "abilities(t) = []",
      "name(t) = Tarmogoyf",
      "pt(t2) = 4/4",
    },
  },
  scenario {
    name = "exc-only-power-said-and-the-ability-is-gone",
    rules = { "707.9d", "208.2a" },
    setup = { { "A", "battlefield", "g: Tarmogoyf" }, { "A", "graveyard", "Grizzly Bears" } },
    steps = { { token_copy = "g", id = "t", except = { power = set(4) } } },
    expect = { "pt(t) = 4/1", "abilities(t) = []" },
  },
  scenario {
    name = "exc-enters-as-a-7-7-goyf-and-a-clone-of-that",
    rules = { "707.9d", "707.3" },
    setup = {
      { "A", "battlefield", "g: Tarmogoyf" },
      { "A", "graveyard", "Lightning Bolt" },
      { "A", "hand", "q: Quicksilver Gargantuan", "c: Clone" },
    },
    steps = { { enter = "q", copying = "g" }, { enter = "c", copying = "q" }, { destroy = "q" } },
    expect = {
      "name(c) = Tarmogoyf",
      "pt(c) = 7/7",
      "abilities(c) = []",
      "pt(g) = 2/3",
    },
  },
  scenario {
    name = "exc-becomes-a-copy-for-a-turn",
    rules = { "707.9d", "514.2" },
    setup = {
      { "A", "battlefield", "g: Tarmogoyf", "b: Grizzly Bears" },
      { "A", "graveyard", "Lightning Bolt" },
    },
    steps = {
      {
        become_copy = "b",
        of = "g",
        lasts = "turn",
        except = { power = set(5), toughness = set(5) },
      },
      { check = 1 },
      { end_turn = true },
    },
    expect = { "1: pt(b) = 5/5", "1: not has(b, P/T CDA)", "pt(b) = 2/2" },
  },
  scenario {
    name = "exc-a-spell-makes-small-copies",
    rules = { "707.9d" },
    setup = {
      { "A", "battlefield", "g: Tarmogoyf", "b: Grizzly Bears" },
      { "A", "graveyard", "Mountain", "Lightning Bolt", "Sol Ring" },
    },
    steps = { { resolve = "Small Likeness", on = "g" } },
    expect = { "pt(b) = 1/1", "abilities(b) = []", "has(g, P/T CDA)" },
  },
  scenario {
    name = "exc-a-static-ability-makes-copies-of-4-4",
    rules = { "707.9d", "613.1a" },
    setup = {
      { "A", "battlefield", "g: Tarmogoyf", "b: Grizzly Bears" },
      { "A", "battlefield", { "Images of Four", id = "im", on = "g" } },
      { "A", "graveyard", "Mountain" },
    },
    steps = { { check = 1 }, { attach = "im", to = "b" } },
    expect = {
      "1: name(b) = Tarmogoyf",
      "1: pt(b) = 4/4",
      "1: pt(g) = 1/2",
      "1: has(g, P/T CDA)",
      "name(g) = Grizzly Bears",
      "pt(g) = 4/4",
    },
  },
  scenario {
    name = "exc-a-colour-and-devoid",
    rules = { "707.9d", "702.114a" },
    setup = { { "A", "battlefield", "d: Devoid Thing" } },
    steps = {
      { token_copy = "d", id = "set", except = { colors = set("red") } },
      { token_copy = "d", id = "more", except = { colors = add("red") } },
      { token_copy = "d", id = "plain" },
    },
    expect = {
      "colors(set) = [red]",
      "not has(set, devoid)",
      "colors(more) = []",
      "has(more, devoid)",
      "colors(plain) = []",
    },
  },
  scenario {
    name = "exc-creature-types-and-changeling",
    rules = { "707.9d", "702.73a" },
    setup = { { "A", "battlefield", "w: Woodland Changeling" } },
    steps = {
      { token_copy = "w", id = "set", except = { subtypes = set("elk") } },
      { token_copy = "w", id = "more", except = { subtypes = add("elk") } },
    },
    expect = {
      "subtypes(set) = [elk]",
      "set: has changeling=false",
      "more: has changeling=true",
      "more: has subtype Goblin=true",
    },
  },
  scenario {
    name = "exc-what-it-says-not-stays",
    rules = { "707.9d" },
    setup = { { "A", "battlefield", "w: Woodland Changeling", "g: Tarmogoyf" } },
    steps = {
      { token_copy = "w", id = "large", except = { power = set(6), toughness = set(6) } },
      { token_copy = "g", id = "elk", except = { subtypes = set("elk") } },
    },
    expect = { "has(large, changeling)", "pt(large) = 6/6", "has(elk, P/T CDA)", "pt(elk) = 0/1" },
  },
  scenario {
    name = "exc-a-granted-definition-is-the-copy's-own",
    rules = { "707.9a", "707.9d" },
    setup = { { "A", "battlefield", "g: Tarmogoyf", "b: Grizzly Bears" } },
    steps = {
      {
        become_copy = "b",
        of = "g",
        except = {
          power = set(2),
          toughness = set(2),
          abilities = grant(defining { power = count(each.land), text = "counts lands" }),
        },
      },
      { put = "Forest" },
      { put = "Island" },
      { put = "Swamp" },
    },
    expect = { "pt(b) = 3/2", 'abilities(b) = ["counts lands"]' },
  },
}
