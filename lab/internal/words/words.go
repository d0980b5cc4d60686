// Package words counts which words of a language are frequent in many different texts.
package words

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/text"
)

// Letters of the words that are counted: shorter words are never corrected, longer ones are few.
const leastLetters, mostLetters = 4, 16

// Common returns the n words of the highest weight, ascending. Each source, a file or a folder, adds
// the logarithm of a word's frequency, so that the vocabulary of one subject does not count much.
// Words that are written with a capital are left out, because most are names.
func Common(sources []string, n int, skip func(string) bool) ([]string, error) {
	weight := map[string]float64{}
	for _, source := range sources {
		counts, all := map[string]int{}, 0
		err := filepath.WalkDir(source, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			lines, err := linesOf(path)
			for _, line := range lines {
				for sc := text.NewScanner(line); sc.Next(); {
					all++
					if key := string(sc.Key()); counted(key, sc.Text()) && !skip(key) {
						counts[key]++
					}
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		for word, count := range counts {
			weight[word] += math.Log1p(1e6 * float64(count) / float64(all))
		}
	}
	words := slices.SortedFunc(maps.Keys(weight), func(a, b string) int {
		return cmp.Or(cmp.Compare(weight[b], weight[a]), strings.Compare(a, b))
	})
	words = words[:min(n, len(words))]
	slices.Sort(words)
	return words, nil
}

func counted(key, written string) bool {
	first, _ := utf8.DecodeRuneInString(written)
	letters := utf8.RuneCountInString(key)
	return unicode.IsLower(first) && letters >= leastLetters && letters <= mostLetters &&
		!strings.ContainsFunc(key, func(r rune) bool { return !unicode.IsLetter(r) })
}

// linesOf reads prose: the title and text of JSON Lines, the translations of a catalogue (.mo), and
// lines of other files. Blocks of code in Markdown and requests in manual pages are left out.
func linesOf(path string) (lines []string, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	name := path
	if strings.HasSuffix(name, ".gz") {
		name = strings.TrimSuffix(name, ".gz")
		r, err := gzip.NewReader(bytes.NewReader(b))
		if err == nil {
			b, err = io.ReadAll(r)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if filepath.Ext(name) == ".mo" {
		if lines, err = translations(b); err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return lines, err
	}
	code := false
	in := bufio.NewScanner(bytes.NewReader(b))
	in.Buffer(nil, 1<<24)
	for in.Scan() {
		line := in.Text()
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			code = !code
		case filepath.Ext(name) == ".jsonl":
			var record struct{ Title, Text string }
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			lines = append(lines, record.Text)
		case !code && !strings.HasPrefix(line, ".") && !strings.HasPrefix(line, "    "):
			lines = append(lines, line)
		}
	}
	return lines, in.Err()
}

// translations reads the translated texts of a catalogue of GNU gettext.
func translations(b []byte) (lines []string, err error) {
	var head [5]uint32
	if len(b) < 20 {
		return nil, errors.New("too short for a catalogue")
	}
	for i := range head {
		head[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	for i := range head[2] {
		at := uint64(head[4]) + 8*uint64(i)
		if head[0] != 0x950412de || at+8 > uint64(len(b)) {
			return nil, errors.New("no catalogue of this byte order")
		}
		length, start := uint64(binary.LittleEndian.Uint32(b[at:])), uint64(binary.LittleEndian.Uint32(b[at+4:]))
		if start+length > uint64(len(b)) {
			return nil, errors.New("a text behind the end")
		}
		if line := string(b[start : start+length]); i > 0 && utf8.ValidString(line) { // the first is the head
			lines = append(lines, strings.ReplaceAll(strings.NewReplacer("&", "", "_", "").Replace(line), "\x00", " "))
		}
	}
	return lines, nil
}
