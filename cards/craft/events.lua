--- To craft: so many blades of so much ore, and what they are sold for.
return events {
  as_of = "0.4",
  --- A smith makes `count` blades of as much ore, and sells each for `price`.
  event {
    "craft",
    fields = { who = "ref", count = "int", price = "int" },
    affected = "who",
    matters = event.count:at_least(1),
    can = event.who.ore:at_least(event.count),
    does = {
      base {
        event.who,
        ore = sub(event.count),
        blades = add(event.count),
        gold = add(event.count * event.price),
      },
    },
  },
  --- A smith gets ore.
  event {
    "mine",
    fields = { who = "ref", count = "int" },
    affected = "who",
    matters = event.count:at_least(1),
    does = { base { event.who, ore = add(event.count) } },
  },
  --- A smith pays gold.
  event {
    "pay",
    fields = { who = "ref", gold = "int" },
    affected = "who",
    matters = event.gold:at_least(1),
    does = { base { event.who, gold = sub(event.gold) } },
  },
}
