package main

import "testing"

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d): got %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 1250: "1.2 kB",
		999_949: "999.9 kB", 999_950: "1.0 MB", 2_500_000: "2.5 MB", 7_000_000_000: "7.0 GB", 7_000_000_000_000: "7000.0 GB",
	} {
		if got := bytesText(n); got != want {
			t.Errorf("bytesText(%d): got %q, want %q", n, got, want)
		}
	}
	if got := quantity(1, "entity", "entities") + ", " + quantity(2000, "entity", "entities"); got != "1 entity, 2,000 entities" {
		t.Errorf("got %q", got)
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"json", "json", 0}, {"jsno", "json", 2},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("editDistance(%q, %q): got %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
