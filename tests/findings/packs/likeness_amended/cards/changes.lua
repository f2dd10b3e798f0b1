return {
  amend "likeness:bigger_bear" { power = add(10), without = "growl", "haste" },
  amend "likeness:any_bear" { power = add(3), toughness = add(1), instead = { trample = "reach" } },
  card { name = "Near Bear", like = "likeness:Bigger Bear", toughness = 1 },
}
