return card { name = 'Namer', static { each.imp, tag = set('Imp') },
  static { each.ogre, gifts = remove_all_but_mana } }
