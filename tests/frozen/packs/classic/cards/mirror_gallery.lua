--- The legend rule doesn't apply.
return card {
  name = "Mirror Gallery",
  cost = "5",
  types = { "artifact" },
  static { the_game, legend_rule = set(false) },
}
