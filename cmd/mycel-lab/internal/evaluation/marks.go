package evaluation

import (
	"bytes"
	"fmt"
)

// Tables in documents stand between two lines, <!-- measured NAME … --> and <!-- end NAME -->.
// The first line has the date, and the paths of the code that the figures depend on: .ci/measured
// reads it.

// Insert puts text between the marks of a table in a document, and the date into the first mark.
func Insert(document []byte, name, date string, paths, text string) ([]byte, error) {
	open, end := []byte("<!-- measured "+name+" "), []byte("<!-- end "+name+" -->")
	from, to := bytes.Index(document, open), bytes.Index(document, end)
	if from < 0 || to < from || bytes.Count(document, open) != 1 {
		return nil, fmt.Errorf("want one pair of lines <!-- measured %s … --> and %s", name, end)
	}
	var b bytes.Buffer
	b.Write(document[:from])
	fmt.Fprintf(&b, "<!-- measured %s on %s, depends on %s -->\n%s\n", name, date, paths, text)
	b.Write(document[to:])
	return b.Bytes(), nil
}
