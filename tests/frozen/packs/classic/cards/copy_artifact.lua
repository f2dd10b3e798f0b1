--- It may enter as a copy of an artifact, and is an enchantment then, too.
return card {
  name = "Copy Artifact",
  cost = "1U",
  types = { "enchantment" },
  enters_as_copy { each.artifact, types = add("enchantment") },
}
