// An assembly file, if an empty one, lets the package declare functions without a body.
