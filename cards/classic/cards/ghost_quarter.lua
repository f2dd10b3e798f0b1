--- A land that gives colourless mana and can be sacrificed to destroy another, whose player may
--- search for a basic land.
return card {
  name = "Ghost Quarter",
  types = { "land" },
  mana "C",
  activated {
    "sacrifice: destroy target land",
    cost = sacrifice { who = this },
    target = each.land,
    act = {
      let { "player", target.controller },
      destroy { who = target },
      may {
        move {
          who = choose {
            each.land:inside("library"):owned_by(named.player):being("basic"),
            by = named.player,
          },
          to = "battlefield",
        },
        by = named.player,
        so = shuffle { player = named.player },
      },
    },
  },
}
