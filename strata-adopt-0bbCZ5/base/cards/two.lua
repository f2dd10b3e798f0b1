return { card { name = 'Two', power = 2, static { each.imp, power = add(1) } },
  card { name = 'Three', power = 3, static { each.imp, power = add(2) },
    back = card { name = 'Four', power = 4, static { each.imp, power = add(1) } } } }
