--- What has the chosen name has no use of its activated abilities; it keeps them.
return card {
  name = "Pithing Needle",
  cost = "1",
  types = { "artifact" },
  static { text = "activated abilities of what has the chosen name can't be activated" },
}
