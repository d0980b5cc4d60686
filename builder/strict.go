package builder

import (
	"errors"
	"fmt"
	"strings"

	"mycel/builder/ingest/document"
)

// countSkipped counts the pages, lines and links that were left out.
func (r *Report) countSkipped() {
	for _, w := range r.Warnings {
		if w.Skipped {
			r.Skipped++
		}
		if w.Skipped && w.Faulty {
			r.Faulty++
		}
	}
}

// checkStrict returns an error for each page or line that cannot be read, joined, if the build is strict.
func (r *Report) checkStrict(strict bool) error {
	if !strict {
		return nil
	}
	var faults []error
	for _, w := range r.Warnings {
		if w.Faulty {
			faults = append(faults, errors.New(faultText(w)))
		}
	}
	return errors.Join(faults...)
}

// firstFaults names the first pages that cannot be read, with the cause of each, and counts the others.
func (r *Report) firstFaults() string {
	var list []string
	for _, w := range r.Warnings {
		if !w.Faulty || !w.Skipped {
			continue
		}
		if len(list) == maxFirst {
			list = append(list, fmt.Sprintf("and %d more", r.Faulty-maxFirst))
			break
		}
		list = append(list, faultText(w))
	}
	return strings.Join(list, "; ")
}

// faultText returns the place of a fault and its cause.
func faultText(w document.Warning) string {
	if w.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", w.Path, w.Line, w.Message)
	}
	return w.Path + ": " + w.Message
}
