--- What venom does, whoever put it there: it hurts by as much as there is of it, and wears off.
return laws {
  law {
    "venom",
    counter = "venom",
    whenever {
      turn_begins {},
      act = { wound { who = this, amount = this:counters("venom") }, wear_off { who = this } },
    },
  },
}
