// Command mutants draws conditions and constants of the product by a seed, changes each, and runs the tests that guard the
// package: its own, those of the folders above it, and those across packages. It prints which test sees each mutant, and
// counts those that no test of their own package sees and those that no test sees: make mutants.
//
// The draw orders mutants by a checksum of the seed and their text, so that a commit changes the draw only where it changes
// conditions. -from and -n take a slice of it.
//
// The tree stays as it is: changes are in overlays. One overlay has all conditions, each with a switch, so that a test program
// is linked once and run for each mutant that it reaches. A constant has an overlay of its own.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
	id         string            // of a condition: its switch; "" for a constant
	order      [sha256.Size]byte // in the draw
}

// options are the flags of the command.
type options struct {
	seed    uint64
	from, n int
	only    string
	own     bool
}

func main() {
	var o options
	flag.Uint64Var(&o.seed, "seed", 3, "what the draw depends on")
	flag.IntVar(&o.from, "from", 0, "mutants of the draw to leave out")
	flag.IntVar(&o.n, "n", 50, "mutants to try")
	flag.StringVar(&o.only, "only", "", "a part of the names of files")
	flag.BoolVar(&o.own, "own", false, "run the tests of the mutant's own package alone")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	all, err := find(o.only)
	if err != nil {
		return err
	}
	same := map[string]int{}
	for i, m := range all {
		text := fmt.Sprintf("%d %s %s", o.seed, m.file, m.was)
		all[i].order = sha256.Sum256(fmt.Appendf(nil, "%s %d", text, same[text]))
		same[text]++
	}
	slices.SortFunc(all, func(a, b mutant) int { return bytes.Compare(a.order[:], b.order[:]) })
	dir, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	t := &trial{options: o, dir: dir, programs: map[string]*program{}}
	var drawn []mutant
	for _, m := range all {
		if len(drawn) == o.from+o.n {
			break
		}
		if m.id == "" {
			if err := t.overlay("constant", m); err != nil {
				return err
			}
			if exec.Command("go", "build", "-overlay", t.path("constant.json"), m.pkg()).Run() != nil {
				continue
			}
		}
		drawn = append(drawn, m)
	}
	drawn = drawn[min(o.from, len(drawn)):]
	conditions := slices.DeleteFunc(slices.Clone(drawn), func(m mutant) bool { return m.id == "" })
	if err := t.overlay("conditions", conditions...); err != nil {
		return err
	}
	alive, outside := 0, 0
	for _, m := range drawn {
		by, err := t.try(m)
		if err != nil {
			return err
		}
		if by == "" {
			alive++
			by = "SURVIVES"
		} else if !strings.HasPrefix(by, m.pkg()+" ") {
			outside++
		}
		fmt.Printf("%s:%d  %s  →  %s  %s\n", m.file, m.line, m.was, m.now, by)
	}
	fmt.Printf("seed %d: %d mutants of %d places, %d survive the tests of their package, %d survive all\n", o.seed, len(drawn), len(all), outside+alive, alive)
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
			if here, err := build.Default.MatchFile(filepath.Split(name)); !here {
				return err
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

// invariant matches the body of a condition that states what cannot be. No test can make that condition true.
var invariant = regexp.MustCompile(`^\{\s*panic\([^\n]*\)\s*\}$`)

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
	add := func(n ast.Node, id string, change func(string) string) {
		start, end := files.Position(n.Pos()), files.Position(n.End())
		was := string(src[start.Offset:end.Offset])
		if now := change(was); now != was {
			all = append(all, mutant{file: name, line: start.Line, start: start.Offset, end: end.Offset, was: was, now: now, id: id})
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			if body := src[files.Position(n.Body.Pos()).Offset:files.Position(n.Body.End()).Offset]; invariant.Match(body) {
				return true
			}
			add(n.Cond, fmt.Sprintf("%s:%d", name, n.Cond.Pos()), func(was string) string {
				if !tells.MatchString(was) || strings.Contains(was, "\n") {
					return was
				}
				return "(" + was + ") && false"
			})
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && n.Tok == token.CONST && len(v.Values) == 1 {
					add(v.Values[0], "", doubled)
				}
			}
		}
		return true
	})
	return all, nil
}

// doubled changes a number, and nothing else. A whole number below 0 is a mark beside numbers that count: its double is as good.
func doubled(was string) string {
	if _, err := strconv.ParseFloat(strings.ReplaceAll(was, "_", ""), 64); err != nil || was[0] == '-' && !strings.Contains(was, ".") {
		return was
	}
	return was + " * 2"
}

// pkg is the mutant's package, as go test takes it.
func (m mutant) pkg() string { return "./" + filepath.ToSlash(filepath.Dir(m.file)) }

// fails matches the first test that fails.
var fails = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// limit is for the tests of a package.
const limit = "10m"

// trial runs tests of mutants.
type trial struct {
	options
	dir      string
	programs map[string]*program // by package
}

// A program is the tests of a package with switches of conditions.
type program struct {
	path    string
	reached map[string]bool // conditions that are true in a test
	fail    []string        // tests that fail without a change
}

func (t *trial) path(name string) string { return filepath.Join(t.dir, name) }

// switches is a file beside conditions. A condition whose switch is named in the environment is false. If the
// environment names a file, the switches of the conditions that a test reaches are written to it.
const switches = `package %s

import (
	"os"
	"sync"
)

var (
	mutantOff     = os.Getenv("MYCEL_MUTANT")
	mutantFile    = os.Getenv("MYCEL_MUTANTS_REACHED")
	mutantReached sync.Map
)

func mutantOn(id string) bool {
	if mutantFile != "" {
		if _, known := mutantReached.LoadOrStore(id, true); !known {
			f, err := os.OpenFile(mutantFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				panic(err)
			}
			f.WriteString(id + "\n")
			f.Close()
		}
	}
	return id != mutantOff
}
`

// overlay writes NAME.json, an overlay with mutants: constants as they are, conditions with their switches.
func (t *trial) overlay(name string, mutants ...mutant) error {
	replace := map[string]string{}
	put := func(path, content string) error {
		at, err := filepath.Abs(path)
		if err != nil || replace[at] != "" {
			return err
		}
		replace[at] = t.path(fmt.Sprintf("%s-%d.go", name, len(replace)))
		return os.WriteFile(replace[at], []byte(content), 0o600)
	}
	type insertion struct {
		at   int
		text string
	}
	byFile := map[string][]insertion{}
	for _, m := range mutants {
		before, behind := "(", fmt.Sprintf(") && mutantOn(%q)", m.id)
		if m.id == "" {
			before, behind = "", m.now[len(m.was):]
		}
		byFile[m.file] = append(byFile[m.file], insertion{m.start, before}, insertion{m.end, behind})
	}
	for file, insertions := range byFile {
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		slices.SortStableFunc(insertions, func(a, b insertion) int { return cmp.Compare(b.at, a.at) }) // the last first: others keep their places
		text := string(src)
		for _, i := range insertions {
			text = text[:i.at] + i.text + text[i.at:]
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, src, parser.PackageClauseOnly)
		if err != nil {
			return err
		}
		if err := errors.Join(put(file, text), put(filepath.Join(filepath.Dir(file), "mutants_on.go"), fmt.Sprintf(switches, tree.Name))); err != nil {
			return err
		}
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(t.path(name+".json"), list, 0o600)
}

// program links the tests of a package, and runs them once to see which conditions they reach, and which tests fail without a
// change: nothing is believed of those.
func (t *trial) program(pkg string) (*program, error) {
	if p := t.programs[pkg]; p != nil {
		return p, nil
	}
	p := &program{path: t.path(fmt.Sprintf("%d.test", len(t.programs))), reached: map[string]bool{}}
	t.programs[pkg] = p
	if out, err := exec.Command("go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", t.path("conditions.json"), "-o", p.path, pkg).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", pkg, err, out)
	}
	file := t.path("reached")
	_ = os.Remove(file)
	out, _ := t.run(p, pkg, "MYCEL_MUTANTS_REACHED="+file)
	for _, m := range fails.FindAllSubmatch(out, -1) {
		p.fail = append(p.fail, string(m[1]))
	}
	b, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for id := range strings.FieldsSeq(string(b)) {
		p.reached[id] = true
	}
	return p, nil
}

func (p *program) skip() string { return "^(" + strings.Join(p.fail, "|") + ")$" }

func (t *trial) run(p *program, pkg, environment string, flags ...string) ([]byte, error) {
	c := exec.Command(p.path, append(flags, "-test.skip="+p.skip(), "-test.timeout="+limit)...)
	c.Dir, c.Env = filepath.FromSlash(pkg), append(os.Environ(), environment)
	return c.CombinedOutput()
}

// try runs the tests with the change, and returns which sees it: "" for none.
func (t *trial) try(m mutant) (by string, err error) {
	if m.id == "" {
		if err := t.overlay("constant", m); err != nil {
			return "", err
		}
	}
	all := guards(filepath.Dir(m.file))
	if t.own {
		all = all[:1]
	}
	for _, pkg := range all {
		p, err := t.program(pkg)
		if err != nil {
			return "", err
		}
		var out []byte
		if m.id == "" {
			out, err = exec.Command("go", "test", "-vet=off", "-ldflags=-s -w", "-failfast", "-skip", p.skip(), "-timeout", limit, "-overlay", t.path("constant.json"), pkg).CombinedOutput()
		} else if p.reached[m.id] {
			out, err = t.run(p, pkg, "MYCEL_MUTANT="+m.id, "-test.failfast")
		}
		if err == nil {
			continue
		}
		failed := fails.FindSubmatch(out)
		if failed == nil {
			return pkg + " (no time, or a panic)", nil
		}
		name := string(failed[1])
		if _, err := t.run(p, pkg, "MYCEL_MUTANT=", "-test.run=^"+name+"$"); err == nil {
			return pkg + " " + name, nil
		}
	}
	return "", nil
}
