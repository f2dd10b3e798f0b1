return {
  -- Its first sentence takes away the ability itself, in a layer before those of the others.
  card {
    name = "Forgetter",
    types = { "creature" },
    power = 1,
    toughness = 1,
    static {
      this,
      power = set(5):at("text"),
      abilities = remove_all:at("text"),
      also { this, toughness = set(5):at("text") },
      also { this, colors = add("red") },
      also { each.creature:except(this), power = add(1) },
    },
  },
  -- Two abilities are two effects: the second is lost before it starts.
  card {
    name = "Twice Forgetter",
    types = { "creature" },
    power = 1,
    toughness = 1,
    static { this, abilities = remove_all:at("text") },
    static { this, colors = add("red") },
  },
  -- A sentence whose condition is false has started nothing.
  card {
    name = "Conditional Forgetter",
    types = { "creature" },
    power = 1,
    toughness = 1,
    static { this, abilities = remove_all:at("text") },
    static {
      this,
      also { this, power = add(1):at("copy.effects"), when = this.tapped },
      also { this, toughness = add(1) },
    },
  },
}
