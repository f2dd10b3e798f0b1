return {
  card {
    name = "Actor",
    kinds = { "actor" },
    mood = "calm",
    static { this, when = this.mood:is("calm"), fury = set(1) },
    static { this, when = this.mood:is("angry"), fury = set(2) },
    static { this, when = this.mood:is(none), fury = set(3) },
  },
  card { name = "Word", kinds = { "mask" }, static { each.actor, mood = set("angry") } },
  card { name = "Blank", kinds = { "mask" }, static { each.actor, mood = set(none) } },
  card {
    name = "Echo",
    kinds = { "mask" },
    told = "angry",
    static { each.actor, mood = set(this.told) },
  },
}
