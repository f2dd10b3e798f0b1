--- Objects that become others as they move, and what a token is made of.
return {
  scenario {
    name = "lki-black-and-nonblack",
    rules = { "608.2j" },
    setup = { { "B", "battlefield", "z: Zebra" } },
    steps = {
      { destroy = each.creature:non("black") },
      { check = 1 },
      { destroy = each.creature:being("black") },
    },
    expect = { "@check1 zone(z) = B.battlefield", "zone(z) = B.graveyard" },
  },
  scenario {
    name = "tok-defined-characteristics-only",
    rules = { "111.3" },
    setup = { { "A", "battlefield", "j: Jade Mage" } },
    steps = { { token = "Saproling", under = "A", id = "token" } },
    expect = {
      "mana_cost(token) = none",
      "supertypes(token) = []",
      "abilities(token) = []",
      "mana_value(token) = 0",
    },
  },
  scenario {
    name = "zone-exile-again-new-object",
    unchanged = true,
    rules = { "400.8" },
    setup = { { "A", "exile", "x: Card" } },
    steps = { { resolve = "Hold", on = "x" }, { exile = "x" } },
    expect = { "castable(x) = no" },
  },
}
