--- Who comes and goes.
return {
  card { name = "Journeyman", kinds = { "smith", "guest" }, ore = 5, skill = 2 },
  -- Its controller's smiths learn of the guests.
  card {
    name = "Guest House",
    kinds = { "office" },
    static { each.smith:of(you):non("guest"), skill = add(count(each.guest:of(you))) },
  },
  -- Guests owe the office nothing; without the pack craft_tax there is none, and this is left out.
  amend "craft_tax:tax_office" {
    instead = {
      [1] = replace { craft { who = each.smith:non("guest") }, with = { count = event.count - 1 } },
    },
  },
}
