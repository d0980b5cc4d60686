// Command licences writes the licences of all code in the released commands. The archives, wheels and packages
// contain them:
//
//	go run ./release/licences LICENSE.third-party
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// platforms of the released commands, and of the engine in a browser.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64", "wasip1/wasm", "js/wasm"}

// legal matches the names of files that must accompany a compiled program.
var legal = regexp.MustCompile(`^(?i)(licen[cs]e|copying|copyright|notice|patents)([-._].*)?$`)

// linked is a package with the folders in which its licence is looked for.
type linked struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "licences: want one argument, the file to write")
		os.Exit(2)
	}
	text, err := notices(".")
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// notices returns each text once, below the names of its modules. dir is the repository.
func notices(dir string) ([]byte, error) {
	owners := map[string][]string{} // by text
	for _, platform := range platforms {
		packages, err := list(dir, platform)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			name, root := "The Go standard library and runtime", ""
			switch {
			case p.Module != nil && p.Module.Main:
				continue
			case p.Module != nil:
				name, root = p.Module.Path+" "+p.Module.Version, p.Module.Dir
			default:
				root = goroot
			}
			if err := collect(owners, name, root, p.Dir); err != nil {
				return nil, err
			}
		}
	}
	var sections []string
	for text, names := range owners {
		slices.Sort(names)
		sections = append(sections, strings.Join(names, "\n")+"\n\n"+strings.TrimSpace(text)+"\n")
	}
	slices.Sort(sections)
	rule := "\n" + strings.Repeat("-", 80) + "\n\n"
	head := "Mycel's command, and the engines inside it, contain the following works of others. The licence of Mycel itself is in LICENSE.\n"
	return []byte(head + rule + strings.Join(sections, rule)), nil
}

// goroot is the folder with Go's own licence.
var goroot = func() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}()

// list returns the packages of the commands on a platform.
func list(dir, platform string) ([]linked, error) {
	goos, goarch, _ := strings.Cut(platform, "/")
	program := "./cmd/mycel"
	if goos == "js" {
		program = "./wasm"
	}
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%v: %w\n%s", cmd.Args, err, stderr.Bytes())
	}
	var all []linked
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linked
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// collect adds the legal texts of a package from its folder and the folders above it, up to the root of its module.
// It is an error if there is none.
func collect(owners map[string][]string, name, root, dir string) error {
	for ; ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		found := false
		for _, entry := range entries {
			if entry.IsDir() || !legal.MatchString(entry.Name()) || filepath.Ext(entry.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			found = true
			if names := owners[string(text)]; !slices.Contains(names, name) {
				owners[string(text)] = append(names, name)
			}
		}
		if dir == root || len(dir) <= len(root) {
			if !found {
				return fmt.Errorf("%s has no licence in %s", name, root)
			}
			return nil
		}
	}
}
