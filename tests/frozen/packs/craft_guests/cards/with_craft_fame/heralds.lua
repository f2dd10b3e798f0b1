--- Cards that speak of fame are read only where the pack craft_fame is: their folder says so.
return card {
  name = "Herald",
  kinds = { "guest" },
  replace { praise { who = each.guest:of(you) }, with = { count = event.count + 1 } },
}
