--- Lands whose types, and with them whose mana abilities, are not their own.
return {
  scenario {
    name = "dep-018-seas-moon-seas-last",
    rules = { "613.7", "305.7" },
    setup = {
      { "B", "battlefield", "Steam Vents" },
      { "A", "battlefield", "Blood Moon", { "Spreading Seas", on = "Steam Vents" } },
    },
    expect = {
      "B available mana={U}",
      "Steam Vents: has subtype Mountain=false",
      "Steam Vents: has subtype Island=true",
    },
  },
  scenario {
    name = "dep-021-needle-does-not-stop-static",
    rules = { "602.5", "611.3" },
    setup = {
      { "A", "battlefield", "Pithing Needle", "Ghost Quarter" },
      { "B", "battlefield", "Blood Moon" },
    },
    expect = { "A available mana={R}" },
  },
}
