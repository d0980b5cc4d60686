package terminal

import (
	"testing"

	"mycel/internal/must"
)

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		must.Equal(t, Thousands(n), want, "Thousands(%d)", n)
	}
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 1250: "1.2 kB",
		999_949: "999.9 kB", 999_950: "1.0 MB", 2_500_000: "2.5 MB", 7_000_000_000: "7.0 GB", 7_000_000_000_000: "7000.0 GB",
	} {
		must.Equal(t, Bytes(n), want, "Bytes(%d)", n)
	}
	must.Equal(t, Quantity(1, "entity", "entities")+", "+Quantity(2000, "entity", "entities"), "1 entity, 2,000 entities")
}
