return amend 'base:three' { back = { power = 5 } }
