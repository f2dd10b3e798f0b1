return {
  card { name = "Imp", kinds = { "imp" } },
  card { name = "Elf", kinds = { "elf" } },
  card {
    name = "Coward",
    kinds = { "orc" },
    -- So much more for each imp.
    on.hit.before {
      when = count(each.imp):at_least(1),
      with = { amount = event.amount + count(each.imp) },
    },
  },
  card {
    name = "Martyr",
    kinds = { "orc" },
    on.fall.after { act = each { each.imp, hit { who = it, amount = 5 } } },
  },
}
