return scenario {
  name = "like-amended",
  setup = {
    { "A", "battlefield", "b: Big Bear", "n: Near Bear" },
    { "B", "battlefield", "g: Bigger Bear" },
  },
  steps = { { effect = { toughness = add(2) }, on = { "b", "g", "n" } } },
  expect = {
    "pt(b) = 4/5",
    "b: has reach", "b: has trample=false",
    "pt(g) = 14/8",
    "g: has haste", "g: has trample=false",
    "pt(n) = 15/3",
    "n: has haste", "n: has trample=false",
  },
}
