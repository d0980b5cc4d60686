package evaluation

import "testing"

func TestCovers(t *testing.T) {
	const context = "[1] Brask\nÉdvard Lund-Brask was born on 3 May, 1901, in the U.S."
	for answer, want := range map[string]bool{
		"edvard lund": true, "Lund–Brask": true, "May 1901": true, "3 May 1901": true, "U.S.": true,
		"Edvard Brask": false, "und": false, "190": false, "1": true,
	} {
		if got := covers(context, answer); got != want {
			t.Errorf("%q: got %v", answer, got)
		}
	}
	for answer, want := range map[string]bool{"Yes": false, "no.": false, "": false, "?!": false, "no man": true, "1901": true} {
		if got := answerable(answer); got != want {
			t.Errorf("%q can be answered: got %v", answer, got)
		}
	}
}
