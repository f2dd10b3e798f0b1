--- It keeps a dead creature and makes hasty tokens of it; `on` is the token that was made.
return card {
  name = "Mimic Vat",
  cost = "3",
  types = { "artifact" },
  triggered { "exile it" },
  activated { "create a token copy", target, abilities = grant("haste") },
}
