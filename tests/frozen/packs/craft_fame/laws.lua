--- Whoever makes three blades at once is praised for it.
return laws {
  law {
    "a day's work",
    whenever {
      craft {},
      when = event.count:at_least(3),
      act = praise { who = event.who, count = 1 },
    },
  },
}
