--- A 2/2 flyer that makes an artifact copy of each card that enters as an opponent's creature.
return card {
  name = "Faerie Artisans",
  cost = "3U",
  types = { "creature" },
  subtypes = { "faerie", "artificer" },
  power = 2,
  toughness = 2,
  "flying",
  whenever {
    "create a token copy that is also an artifact",
    enter { who = each.creature:not_of(you):non("token") },
    act = {
      exile { linked("artisans"), who = it },
      create {
        player = you,
        copied = event.who,
        except = { types = add "artifact" },
        link = "artisans",
      },
    },
  },
}
