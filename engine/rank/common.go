package rank

// Common counts the members that two ascending lists have in common. O(len(a) + len(b)).
func Common[T uint32 | uint64](a, b []T) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n++
			i++
			j++
		}
	}
	return n
}
