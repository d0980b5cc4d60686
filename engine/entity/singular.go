package entity

// Singular returns key with the English plural ending of its last word removed: the key under which a common noun is
// stored. It knows endings, not words, so the result need not be a word. It must only map singular and plural to one
// key ("mutexes" and "mutex", "libraries" and "library"), and Singular(Singular(k)) == Singular(k). A key without a
// plural ending is returned unchanged. It allocates only if a letter is replaced.
func Singular(key string) string {
	begin := len(key)
	for begin > 0 && key[begin-1] != ' ' {
		begin--
	}
	w := key[begin:]
	if len(w) < 4 || w[len(w)-1] != 's' {
		return key
	}
	switch w {
	case "series", "species", "alias", "bias", "canvas", "atlas", "texas", "chaos", "cosmos", "lens", "news":
		return key
	case "movies", "cookies", "zombies", "calories", "caches", "headaches":
		return key[:len(key)-1]
	case "aliases", "biases", "canvases", "atlases", "lenses", "gases", "buses",
		"statuses", "viruses", "bonuses", "campuses", "consensuses":
		return key[:len(key)-2]
	}
	switch ends := func(s string) bool { return len(w) >= len(s) && w[len(w)-len(s):] == s }; {
	case ends("ss"), ends("us"), ends("is"):
		return key
	case ends("ies") && len(w) > 4:
		return key[:len(key)-3] + "y"
	case ends("sses"), ends("xes"), ends("ches"), ends("shes"), ends("zzes"), ends("oes") && len(w) > 5:
		return key[:len(key)-2]
	}
	return key[:len(key)-1]
}
