return card { name = 'Giver', static { each.imp,
  gifts = grant(static { this, power = add(3) }) } }
