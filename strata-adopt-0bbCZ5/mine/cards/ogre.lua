return card { name = 'Ogre', kinds = { 'ogre' }, static { each.imp, power = add(1) } }
