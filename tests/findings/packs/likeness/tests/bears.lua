--- finding_RW03: what cards have that are like others.
return {
  scenario {
    name = "like-fields",
    setup = {
      { "A", "battlefield", "b: Big Bear", "c: City Bear" },
      { "B", "battlefield", "g: Bigger Bear", "k: Old King", "Goblin King" },
    },
    steps = { { effect = { toughness = add(1) }, on = "k" } },
    expect = {
      "pt(b) = 4/2",
      "pt(c) = 4/2",
      "pt(g) = 4/6",
      "pt(k) = 2/3",
      "pt(Goblin King) = 3/3",
      "subtypes(b) = [bear]",
      "b: has trample",
      "g: has flying", "g: has trample=false",
      "c: has vigilance",
    },
  },
  scenario {
    name = "like-acting",
    setup = { { "A", "battlefield", "b: Big Bear" }, { "B", "battlefield", "g: Bigger Bear" } },
    steps = {
      { activate = "g", ability = "growl", settle = "all" },
      { activate = "b", ability = "growl", settle = "all" },
      { destroy = "g", settle = "all" },
    },
    expect = { "life(A) = 21", "life(B) = 28" },
  },
}
