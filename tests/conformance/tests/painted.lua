--- Colours, also of what is not on the battlefield, and what looks at them.
return {
  scenario {
    name = "lay-one-effect-two-layers",
    rules = { "613.6" },
    setup = { { "A", "battlefield", "b: Bear" } },
    steps = { { resolve = "Tint", on = "b", choosing = "red" } },
    expect = { "colors(b) = [red]", "pt(b) = 3/3" },
  },
  scenario {
    name = "lay-song-on-painters-servant",
    rules = { "305.7", "613.1d", "613.1e" },
    setup = {
      { "A", "battlefield", { "Painter's Servant", id = "p", chosen = "blue" }, "b: Bear" },
      { "B", "battlefield", { "Song of the Dryads", id = "s", on = "p" } },
    },
    expect = { "colors(b) = [green]", "colors(p) = []" },
  },
  scenario {
    name = "lay-mutation-on-painters-servant",
    rules = { "613.6", "613.1f" },
    setup = {
      { "A", "battlefield", { "Painter's Servant", id = "p", chosen = "blue" }, "b: Bear" },
      { "B", "battlefield", { "Darksteel Mutation", id = "m", on = "p" } },
    },
    expect = { "colors(b) = [green, blue]", "pt(p) = 0/1", "has(p, indestructible)" },
  },
  scenario {
    name = "lay-painter-affects-all-zones",
    rules = { "611.3a", "613.1e" },
    setup = {
      { "A", "battlefield", { "Painter's Servant", id = "p", chosen = "blue" } },
      { "B", "hand", "bo: Bolt" },
      { "A", "battlefield", "f: Forest" },
      { "A", "library", "f2: Forest" },
    },
    expect = { "colors(bo) = [red, blue]", "colors(f) = [blue]", "colors(f2) = [blue]" },
  },
  scenario {
    name = "typ-029-painter-all-zones",
    rules = { "613.1e", "614.12a" },
    setup = {
      { "A", "battlefield", "Silvercoat Lion" },
      { "A", "hand", "Lightning Bolt" },
      { "A", "graveyard", "Silvercoat Lion" },
      { "B", "battlefield", "Silvercoat Lion" },
      { "B", "hand", "Lightning Bolt" },
      { "A", "battlefield", { "Painter's Servant", chosen = "blue" } },
    },
    steps = { { check = "before" }, { destroy = "Painter's Servant" }, { check = "after" } },
    expect = {
      "before: Silvercoat Lion@A battlefield: color=white,blue",
      "before: Silvercoat Lion@B battlefield: color=white,blue",
      "before: Lightning Bolt in A hand: color=red,blue",
      "before: Silvercoat Lion in A graveyard: color=white,blue",
      "after: Silvercoat Lion@A battlefield: color=white",
      "after: Lightning Bolt in A hand: color=red",
    },
  },
  scenario {
    name = "typ-030-wisps-overwrites-painter",
    rules = { "613.7", "613.1e" },
    setup = { { "A", "battlefield", "Silvercoat Lion", { "Painter's Servant", chosen = "red" } } },
    steps = { { resolve = "Cerulean Wisps", on = "Silvercoat Lion", by = "B" } },
    expect = { "Silvercoat Lion: color=blue" },
  },
  scenario {
    name = "ppt-039-honor-and-enchanted-is-white",
    rules = { "613.9" },
    setup = {
      { "A", "battlefield", "Generic 2/2 black creature", "Generic white anthem" },
      { "A", "battlefield", { "Generic whitening Aura", on = "Generic 2/2 black creature" } },
    },
    expect = {
      "Generic 2/2 black creature: power=3 toughness=3",
      "Generic 2/2 black creature: color=white",
    },
  },
}
