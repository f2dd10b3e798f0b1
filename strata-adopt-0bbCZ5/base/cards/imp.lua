return card { name = 'Imp', kinds = { 'imp' }, power = 1,
static { each.imp, power = add(1) }, 'flying' }
