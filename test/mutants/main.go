// Command mutants draws conditions and constants of the product by a seed, changes each in an overlay, so that the tree stays
// as it is, and runs the tests that guard the package: its own, those of the folders above it, and those across packages. It
// prints which test sees each mutant, and counts those that no test of their own package sees and those that no test sees:
// make mutants.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// guards returns the packages whose tests guard the package of a folder: itself, those of the folders above it, whose tests
// use it through what readers and builders call, and the tests across packages.
func guards(folder string) (all []string) {
	for ; ; folder = filepath.Dir(folder) {
		if tests, _ := filepath.Glob(filepath.Join(folder, "*_test.go")); len(tests) > 0 {
			all = append(all, "./"+filepath.ToSlash(folder))
		}
		if folder == "." {
			return append(all, "./test")
		}
	}
}

// A mutant is a change of a file.
type mutant struct {
	file       string
	line       int
	start, end int // bytes
	was, now   string
}

func main() {
	seed := flag.Uint64("seed", 3, "what the draw depends on")
	draws := flag.Int("n", 50, "mutants to try")
	only := flag.String("only", "", "a part of the names of files")
	limit := flag.Duration("limit", 10*time.Minute, "for the tests of a package")
	flag.Parse()
	if err := run(*seed, *draws, *only, *limit); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(seed uint64, draws int, only string, limit time.Duration) error {
	all, err := find(only)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	rng.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tried, alive, outside := 0, 0, 0
	for _, m := range all {
		if tried == draws {
			break
		}
		by, compiles, err := m.try(dir, limit)
		if err != nil {
			return err
		}
		if !compiles {
			continue
		}
		tried++
		if by == "" {
			alive++
			by = "SURVIVES"
		} else if !strings.HasPrefix(by, m.pkg()+" ") {
			outside++
		}
		fmt.Printf("%s:%d  %s  →  %s  %s\n", m.file, m.line, m.was, m.now, by)
	}
	fmt.Printf("seed %d: %d mutants of %d places, %d survive the tests of their package, %d survive all\n", seed, tried, len(all), outside+alive, alive)
	return nil
}

// find lists the mutants of the product, in the order of files.
func find(only string) (all []mutant, err error) {
	for _, root := range []string{".", "engine", "builder", "cmd/mycel", "cmd/mycel-stage", "wasm/columns", "files"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "split" || d.Name() == "internal" && strings.HasPrefix(name, "engine") || root == "." && name != "."):
				return fs.SkipDir
			case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || !strings.Contains(name, only):
				return nil
			}
			found, err := mutantsOf(name)
			all = append(all, found...)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// tells matches conditions about bounds, escapes, paths and weights.
var tells = regexp.MustCompile(`[<>]=?|[!=]= [^n]|strings\.|bytes\.|path\.|filepath\.|slices\.`)

// mutantsOf returns each condition as false, and each numeric constant as its double.
func mutantsOf(name string) (all []mutant, err error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(n ast.Node, change func(string) string) {
		start, end := files.Position(n.Pos()), files.Position(n.End())
		was := string(src[start.Offset:end.Offset])
		if now := change(was); now != was {
			all = append(all, mutant{name, start.Line, start.Offset, end.Offset, was, now})
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			add(n.Cond, func(was string) string {
				if !tells.MatchString(was) || strings.Contains(was, "\n") {
					return was
				}
				return "(" + was + ") && false"
			})
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && n.Tok == token.CONST && len(v.Values) == 1 {
					add(v.Values[0], doubled)
				}
			}
		}
		return true
	})
	return all, nil
}

// doubled changes a number, and nothing else.
func doubled(was string) string {
	if _, err := strconv.ParseFloat(strings.ReplaceAll(was, "_", ""), 64); err != nil {
		return was
	}
	return was + " * 2"
}

// pkg is the mutant's package, as go test takes it.
func (m mutant) pkg() string { return "./" + filepath.ToSlash(filepath.Dir(m.file)) }

// fails matches the first test that fails.
var fails = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// try runs the tests with the change, and returns which sees it: "" for none.
func (m mutant) try(dir string, limit time.Duration) (by string, compiles bool, err error) {
	src, err := os.ReadFile(m.file)
	if err != nil {
		return "", false, err
	}
	at, err := filepath.Abs(m.file)
	if err != nil {
		return "", false, err
	}
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]map[string]string{"Replace": {at: changed}})
	if err != nil {
		return "", false, err
	}
	err = errors.Join(os.WriteFile(changed, slices.Concat(src[:m.start], []byte(m.now), src[m.end:]), 0o600), os.WriteFile(overlay, list, 0o600))
	if err != nil {
		return "", false, err
	}
	if build := exec.Command("go", "build", "-overlay", overlay, m.pkg()); build.Run() != nil {
		return "", false, nil
	}
	for _, p := range guards(filepath.Dir(m.file)) {
		test := func(flags ...string) ([]byte, error) {
			return exec.Command("go", slices.Concat([]string{"test", "-vet=off", "-failfast", "-timeout", limit.String()}, flags, []string{p})...).CombinedOutput()
		}
		out, err := test("-overlay", overlay)
		if err == nil {
			continue
		}
		by = "(no time, or a panic)"
		if failed := fails.FindSubmatch(out); failed != nil {
			by = string(failed[1])
			if out, err := test("-run", "^"+by+"$"); err != nil {
				return "", true, fmt.Errorf("%s of %s fails without a change: %s", by, p, out)
			}
		}
		return p + " " + by, true, nil
	}
	return "", true, nil
}
