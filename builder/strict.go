package builder

import (
	"errors"
	"fmt"
	"strings"

	"mycel/builder/ingest"
)

// countSkipped counts in the report what was left out.
func (b *build) countSkipped() {
	for _, w := range b.report.Warnings {
		if w.Skipped {
			b.report.Skipped++
		}
		if w.Faulty {
			b.report.Faulty++
		}
	}
}

// checkStrict returns the errors that Config.Strict asks for, joined: one for each page or
// line that cannot be read.
func (b *build) checkStrict() error {
	if !b.Strict {
		return nil
	}
	var faults []error
	for _, w := range b.report.Warnings {
		if w.Faulty {
			faults = append(faults, errors.New(faultText(w)))
		}
	}
	return errors.Join(faults...)
}

// firstFaults names the first pages that cannot be read, with the cause of each, and counts
// the others.
func (b *build) firstFaults() string {
	var list []string
	for _, w := range b.report.Warnings {
		if !w.Faulty {
			continue
		}
		if len(list) == maxFirst {
			list = append(list, fmt.Sprintf("and %d more", b.report.Faulty-maxFirst))
			break
		}
		list = append(list, faultText(w))
	}
	return strings.Join(list, "; ")
}

// faultText returns where a fault is and its cause.
func faultText(w ingest.Warning) string {
	if w.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", w.Path, w.Line, w.Message)
	}
	return w.Path + ": " + w.Message
}
