package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
)

// budgetFlags are limits of what a bundle may cost; 0 for none.
type budgetFlags struct {
	firstQuery, bundle int64 // bytes
	files              int
}

func (b *budgetFlags) register(f *pflag.FlagSet) {
	f.Var(byteSize(&b.firstQuery), "budget-first-query", "most `BYTES` before the first query: manifest, engine and index, as stored")
	f.Var(byteSize(&b.bundle), "budget-bundle", "most `BYTES` of all files of the bundle")
	f.Var(number(&b.files, 1, 1<<30), "budget-files", "most files of the bundle")
}

// check holds what was built against the limits.
func (b *budgetFlags) check(r *builder.Report) error {
	var errs []error
	if b.firstQuery > 0 && r.FirstQuery > b.firstQuery {
		errs = append(errs, usage.Missedf("the first query loads %s, the budget is %s", terminal.Bytes(r.FirstQuery), terminal.Bytes(b.firstQuery)))
	}
	if b.bundle > 0 && r.Bytes > b.bundle {
		errs = append(errs, usage.Missedf("the bundle has %s, the budget is %s", terminal.Bytes(r.Bytes), terminal.Bytes(b.bundle)))
	}
	if b.files > 0 && r.Files > b.files {
		errs = append(errs, usage.Missedf("the bundle has %s, the budget is %s", terminal.Quantity(r.Files, "file", "files"), terminal.Thousands(b.files)))
	}
	return errors.Join(errs...)
}

// byteUnits are the units by their names in lower case.
var byteUnits = map[string]float64{
	"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
}

// byteSize is the value of a flag: a number of bytes, with or without a unit, as 160000, 160kB, 1.5 MB or 2MiB.
func byteSize(at *int64) usage.Value[int64] {
	return usage.Value[int64]{At: at, Kind: "bytes", Parse: func(text string) (int64, error) {
		end := strings.LastIndexAny(text, "0123456789.") + 1
		n, err := strconv.ParseFloat(text[:end], 64)
		unit, ok := byteUnits[strings.ToLower(strings.TrimSpace(text[end:]))]
		if bytes := n * unit; err == nil && ok && bytes >= 1 && bytes < 1<<53 {
			return int64(bytes), nil
		}
		return 0, errors.New("want a number of bytes, such as 160kB or 5 MB")
	}}
}
