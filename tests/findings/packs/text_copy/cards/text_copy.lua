return {
  card {
    name = "Text Copier",
    types = { "creature" },
    power = 0,
    toughness = 1,
    static { this, layer = "text", becomes_copy(this.attached) },
  },
  card {
    name = "Plain Copier",
    types = { "creature" },
    power = 0,
    toughness = 1,
    static { this, becomes_copy(this.attached) },
  },
  -- The copy stands beside other sentences, each in its own layer.
  card {
    name = "Red Text Copier",
    types = { "creature" },
    power = 0,
    toughness = 1,
    static {
      this,
      layer = "text",
      becomes_copy(this.attached, { toughness = set(7) }),
      also { this, colors = set("red"):at("color") },
    },
  },
}
