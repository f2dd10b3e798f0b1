return events {
  as_of = "0.4",
  event {
    "hit",
    fields = { who = "ref", amount = "int" },
    affected = "who",
    amount = "amount",
    does = base { event.who, hurt = add(event.amount) },
  },
}
