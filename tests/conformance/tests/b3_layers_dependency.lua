--- What one effect does to another in the same layer (613.8).
return {
  scenario {
    name = "dep-037-lignify-hivelord",
    rules = { "613.1d", "613.1f", "613.4b" },
    setup = {
      { "B", "battlefield", "Sliver Hivelord" },
      { "A", "battlefield", { "Lignify", on = "Sliver Hivelord" } },
    },
    expect = {
      "Sliver Hivelord: has subtype Sliver=false",
      "Sliver Hivelord: has subtype Treefolk=true",
      "Sliver Hivelord: has indestructible=false",
      "Sliver Hivelord: power=0 toughness=4",
    },
  },
  scenario {
    name = "dep-039-lignify-archetype-layer6",
    rules = { "613.8a", "613.1f" },
    setup = {
      { "B", "battlefield", "Archetype of Imagination", "Grizzly Bears" },
      { "A", "battlefield", "Grizzly Bears", { "Lignify", on = "Archetype of Imagination" } },
    },
    expect = {
      "Grizzly Bears@B: has flying=false",
      "Archetype of Imagination: has flying=false",
      "Archetype of Imagination: count of abilities=0",
    },
  },
}
