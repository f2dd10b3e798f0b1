--- Who is in the cave. What a card says `on` something is in the chains of all that are made of it.
return {
  card { name = "Rat", kinds = { "monster" }, hp = 3 },
  card { name = "Ogre", kinds = { "monster" }, hp = 30, damage = 3 },
  card { name = "Knight", kinds = { "hero" }, hp = 100, armor = 2 },
  card { name = "Ghost", kinds = { "monster" }, hp = 10, bears_power = 2 },
  card { name = "Turtle", kinds = { "monster" }, hp = 20, bears_pierce = 2 },
  card { name = "Club", kinds = { "thing" } },
  -- Hits hard with bare hands.
  card {
    name = "Brawler",
    kinds = { "hero" },
    hp = 20,
    damage = 0,
    static { this, when = this.weapon:is(none), damage = add(5) },
  },
  -- Grows when it is hit, three times.
  card {
    name = "Slime",
    kinds = { "monster" },
    hp = 50,
    on.hit.after {
      "rage",
      store = { count = "int" },
      act = { train { who = this, amount = 1 }, let { "count", named.count + 1 } },
      drop = named.count:at_least(3),
    },
  },
  -- A function says it: what is left over of a hit heals it.
  card {
    name = "Leech",
    kinds = { "monster" },
    hp = 10,
    on.hit.before {
      rank = "low",
      function(ctx)
        if ctx.event.amount > 5 then
          ctx:emit("heal", { who = ctx.this, amount = ctx.event.amount - 5 })
          ctx.event.amount = 5
        end
      end,
    },
  },
  -- Asks before it is hurt.
  card {
    name = "Duelist",
    kinds = { "hero" },
    hp = 20,
    on.hit.check(function(ctx)
      return not ctx:choose { true, false, purpose = "may", by = ctx.you, prompt = "parry?" }
    end),
  },
}
