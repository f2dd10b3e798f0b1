--- Who fights.
return {
  card {
    name = "Recruit", kinds = { "fighter" },
    attack = 100, defense = 20, max_health = 1000, health = 990,
  },
  card {
    name = "Squire", kinds = { "fighter" },
    attack = 30, defense = 10, max_health = 100, health = 100,
  },
  -- Its enemies have four fifths of their defense.
  card {
    name = "Mage", kinds = { "fighter" }, attack = 40, max_health = 200, health = 200,
    static { each.fighter:not_of(you), defense = scale(80, 100) },
  },
  -- One hit is counted when it strikes, a hundred when it is struck.
  card {
    name = "Duelist", kinds = { "fighter" }, attack = 50, max_health = 500, health = 500,
    whenever { strike { who = this }, act = score { who = this, hits = 1 } },
    whenever { strike { foe = this }, act = score { who = this, hits = 100 } },
  },
  card {
    name = "Porcupine", kinds = { "fighter" }, attack = 10, max_health = 300, health = 300,
    whenever { strike { foe = this }, act = wound { who = event.who, amount = 5 } },
  },
  -- Itself it whets, and its foe it weakens.
  card {
    name = "Corruptor", kinds = { "fighter" },
    attack = 20, defense = 50, max_health = 300, health = 300,
    whenever {
      strike { who = this },
      act = {
        apply { who = this, card = "whetted", turns = 2 },
        apply { who = event.foe, card = "weakened", turns = 2 },
      },
    },
  },
  card {
    name = "Gambler", kinds = { "fighter" }, max_health = 300, health = 300,
    whenever {
      strike { who = this },
      act = {
        roll { 100, as = "n" },
        score { who = this, tally = named.n, hits = 1, when = named.n:at_most(20) },
        score { who = this, tally = named.n, when = named.n:more_than(20) },
      },
    },
  },
  card {
    name = "Pessimist", kinds = { "fighter" }, max_health = 300, health = 300,
    whenever {
      strike { who = this },
      act = { roll { 100, as = "n" }, score { who = this, hits = 1, when = named.n:at_most(0) } },
    },
  },
  card {
    name = "Optimist", kinds = { "fighter" }, max_health = 300, health = 300,
    whenever {
      strike { who = this },
      act = { roll { 100, as = "n" }, score { who = this, hits = 1, when = named.n:at_most(100) } },
    },
  },
  -- Those who are left are healed when it falls.
  card {
    name = "Martyr", kinds = { "fighter" }, attack = 5, max_health = 50, health = 50,
    whenever {
      fall { who = this },
      act = heal { each.fighter:of(you):except(this), who = it, amount = 30 },
    },
  },
  card {
    name = "Viper", kinds = { "fighter" }, attack = 15, max_health = 60, health = 60,
    whenever { strike { who = this }, act = envenom { who = event.foe, amount = 3 } },
  },
  card {
    name = "Herald", kinds = { "fighter" }, attack = 10, max_health = 100, health = 100,
    whenever {
      strike { who = this },
      act = {
        apply { who = this, card = "keen", turns = 2 },
        apply { who = this, card = "nimble", turns = 2 },
      },
    },
    activated { "dodge", act = apply { who = this, card = "nimble", turns = 3 } },
  },
  -- It strikes a second time, and no third.
  card {
    name = "Troll", kinds = { "fighter" }, attack = 30, max_health = 100, health = 100,
    whenever {
      strike { who = this, again = false },
      act = strike { who = this, foe = event.foe, again = true },
    },
  },
  card {
    name = "Dummy", kinds = { "fighter" }, defense = 5, max_health = 100, health = 100,
  },
}
