-- What its controller would gain is more by the number of artifacts there are.
return card {
  name = "Tithe",
  cost = "2",
  types = { "artifact" },
  replace {
    gain_life { player = you },
    with = { amount = event.amount + count(each.artifact) },
    after = handler(function(ctx)
      for _, one in ipairs(ctx.world:select("types has 'artifact'")) do
        ctx:note(one, "seen", math.max(1, #ctx.world:entities() * 0))
      end
    end),
  },
}
