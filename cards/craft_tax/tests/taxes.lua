--- Replacements of an event that another pack declares.
return {
  scenario {
    name = "craft_tax: the office keeps a blade",
    setup = { { "A", "village", "Smith" }, { "B", "village", "Tax Office" } },
    steps = { { craft = "Smith", count = 4, price = 2 } },
    expect = { "Smith: ore=7", "Smith: blades=3", "Smith: gold=6" },
  },
  scenario {
    name = "craft_tax: what is left of one blade is no event",
    setup = { { "A", "village", "Smith" }, { "B", "village", "Tax Office", "Toll Gate" } },
    steps = {
      { craft = "Smith", count = 1, price = 2, answers = { "Tax Office" } },
    },
    expect = { "Smith: ore=10", "Smith: blades=0", "Smith: gold=0" },
  },
  scenario {
    name = "craft_tax: the toll is paid after",
    setup = { { "A", "village", "Smith" }, { "B", "village", "Toll Gate" } },
    steps = { { craft = "Smith", count = 2, price = 3 } },
    expect = { "Smith: blades=2", "Smith: gold=3" },
  },
  scenario {
    name = "craft_tax: a replacement of each pack, the same in both orders: nobody is asked",
    setup = { { "A", "village", "Master" }, { "B", "village", "Tax Office" } },
    steps = { { craft = "Master", count = 2, price = 1 } },
    expect = { "Master: blades=1", "Master: gold=2", "choices offered = none" },
  },
  scenario {
    name = "craft_tax: a price that rises, and is doubled: it matters which is first",
    setup = { { "A", "village", "Smith" }, { "B", "village", "Auditor", "Mint" } },
    steps = { { craft = "Smith", count = 1, price = 2, answers = { "Mint" } } },
    expect = { "Smith: gold=5" },
  },
  scenario {
    name = "craft_tax: the same in both orders, and still the Auditor asks",
    setup = { { "A", "village", "Master" }, { "B", "village", "Auditor" } },
    steps = {
      { craft = "Master", count = 1, price = 1, answers = { "Auditor" } },
    },
    expect = { "Master: gold=3" },
  },
  scenario {
    name = "craft_tax: who has no skill crafts nothing, whatever else would happen",
    setup = { { "A", "village", "Apprentice" }, { "B", "village", "Guild", "Strike" } },
    steps = { { craft = "Apprentice", count = 1, price = 2 } },
    expect = { "Apprentice: ore=3", "Apprentice: blades=0", "choices offered = none" },
  },
  scenario {
    name = "craft_tax: a strike may be let be",
    setup = { { "A", "village", "Smith" }, { "B", "village", "Strike" } },
    steps = {
      { craft = "Smith", count = 1, price = 2, answers = { false } },
      { check = "worked" },
      { craft = "Smith", count = 1, price = 2, answers = { true } },
    },
    expect = { "worked: Smith: ore=9", "Smith: ore=10", "Smith: blades=1" },
  },
}
