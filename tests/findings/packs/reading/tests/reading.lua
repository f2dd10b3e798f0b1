--- Each scenario names the finding that it shows; beside what should happen stands what should not.
return {
  scenario {
    name = "finding_CW07: none of one may be chosen where `least` is 0",
    setup = { { "A", "library", "Grizzly Bears" } },
    steps = { { resolve = "Tutor", by = "A", answers = { {} } } },
    expect = { "A library contains Grizzly Bears", "A hand size=0" },
  },
  scenario {
    name = "finding_CW07: and one may be",
    setup = { { "A", "library", "Grizzly Bears", "Silvercoat Lion" } },
    steps = { { resolve = "Tutor", by = "A", answers = { "Silvercoat Lion" } } },
    expect = { "A hand contains Silvercoat Lion", "A hand size=1" },
  },
  scenario {
    name = "finding_CW07: none of one word",
    setup = {},
    steps = {
      { resolve = "Painter", by = "A", answers = { {} } },
      { resolve = "Painter", by = "A", answers = { "red" } },
    },
    expect = { "A life=21" },
  },
  scenario {
    name = "finding_CW08: `as` of create is the token",
    setup = { { "A", "battlefield", "Twin Maker", "old: Grizzly Bears" } },
    steps = { { activate = "Twin Maker", ability = "twin", on = "old" } },
    expect = { "Grizzly Bears (token): tapped=true", "old: tapped=false" },
  },
  scenario {
    name = "finding_CW08: and nobody where nothing is made",
    setup = { { "A", "battlefield", "Twin Maker" } },
    steps = { { activate = "Twin Maker", ability = "none" } },
    expect = { "Twin Maker: tapped=false", "A battlefield size=1" },
  },
  scenario {
    name = "finding_CW30: a copy in the layer that the ability says",
    setup = {
      { "A", "battlefield", "bb: Grizzly Bears", { "Late Copier", id = "late", on = "bb" } },
    },
    steps = { { effect = { target, name = set("Forest"):at("control") }, on = "late" } },
    expect = { "name(late) = Grizzly Bears" },
  },
  scenario {
    name = "finding_CW30: it comes after what an earlier layer has changed, and before a later one",
    setup = {
      { "A", "battlefield", "bb: Grizzly Bears", { "Late Copier", id = "late", on = "bb" } },
    },
    steps = { { effect = { target, name = set("Forest"):at("type") }, on = "late" } },
    expect = { "name(late) = Forest" },
  },
  scenario {
    name = "finding_CW30: a layer `after` another comes before those behind it",
    setup = { { "A", "battlefield", "one: Striped One" } },
    steps = {},
    expect = { "stripes(one) = 1", "spots(one) = 1" },
  },
  scenario {
    name = "finding_CW42: the second target of a spell is named.target_2",
    setup = {
      { "A", "battlefield", "one: Grizzly Bears", "two: Grizzly Bears", "Silvercoat Lion" },
    },
    steps = { { resolve = "Two Marks", by = "A", on = { "one", "two" } } },
    expect = { "one: tapped=true", "two: tapped=true", "Silvercoat Lion: tapped=false" },
  },
}
