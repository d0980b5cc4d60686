package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// initFlags are the flags of mycel init.
type initFlags struct {
	write bool
	tool  string
}

func (p *program) initCommand() *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Say how to add search to the site in a folder",
		Long: `Init looks at the folder of a site, the working directory if none is given. It says
which site tool it found, and prints the lines that add search: those of the tool's
plugin, or a command to run after the build and a line of HTML.

With --write it adds them to mkdocs.yml, or the command to the script "build" of
package.json. Files that are programs, such as vite.config.js or conf.py, it does not
change. A file that it does not understand stays as it is, and init names the cause.
The exit code is 1 if --write changed nothing, and something is missing.`,
		Example: `  mycel init
  mycel init website --write`,
		Args: siteArgument,
		RunE: func(_ *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			return p.initSite(folder, f)
		},
	}
	cmd.Flags().BoolVar(&f.write, "write", false, "add the lines where init can do it safely")
	cmd.Flags().StringVar(&f.tool, "tool", "", "the `NAME` of a site tool, where a folder has several")
	return cmd
}

// siteArgument takes the folder of a site, or nothing.
func siteArgument(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("init: got %d folders, want one", len(args))
	}
	if len(args) == 1 && isURL(args[0]) {
		return usagef("init: got the address %s, want the folder of a site", args[0])
	}
	return nil
}

// initSite prints the lines that the site in a folder needs, and adds them if asked.
func (p *program) initSite(folder string, f initFlags) error {
	info, err := os.Stat(folder)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("init: %s is no folder", folder)
	}
	found, problems := findTools(os.DirFS(folder))
	for _, problem := range problems {
		fmt.Fprintf(p.err, "mycel: %s\n", printable(problem.Error()+"; left as it is"))
	}
	if len(found) == 0 {
		return fmt.Errorf("init: no site tool and no HTML page in %s; for a site that is built elsewhere, run npx mycel --site DIR after its build", folder)
	}
	chosen, err := chooseTool(found, f.tool)
	if err != nil {
		return err
	}
	var page strings.Builder
	fmt.Fprintf(&page, "Found %s: %s.\n", chosen.name, chosen.because)
	for _, other := range found {
		if other != chosen {
			fmt.Fprintf(&page, "Also found %s: %s. For its lines: --tool %s.\n", other.name, other.because, other.key)
		}
	}
	if chosen.there != "" {
		fmt.Fprintf(&page, "\nNothing to add: %s.\n", chosen.there)
		return p.printInit(page.String())
	}
	if !f.write {
		chosen.printSteps(&page)
		return p.printInit(page.String())
	}
	if len(found) > 1 && f.tool == "" {
		return usagef("init: %s has %s; choose by --tool %s", folder, toolNames(found), toolKeys(found))
	}
	wrote, err := chosen.add(folder)
	if err != nil {
		chosen.printSteps(&page)
		return errors.Join(p.printInit(page.String()), fmt.Errorf("init: nothing is written: %w", err))
	}
	fmt.Fprintf(&page, "\nWrote %s.\n", wrote)
	chosen.written = true
	chosen.printSteps(&page)
	return p.printInit(page.String())
}

func (p *program) printInit(text string) error {
	_, err := io.WriteString(p.out, text)
	return err
}

// chooseTool returns the tool of that name, or the first.
func chooseTool(found []*foundTool, key string) (*foundTool, error) {
	if key == "" {
		return found[0], nil
	}
	for _, t := range found {
		if t.key == key {
			return t, nil
		}
	}
	return nil, usagef("init: --tool: got %q, found %s", key, toolKeys(found))
}

func toolNames(found []*foundTool) string {
	var names []string
	for _, t := range found {
		names = append(names, t.name)
	}
	return strings.Join(names, " and ")
}

func toolKeys(found []*foundTool) string {
	var keys []string
	for _, t := range found {
		keys = append(keys, t.key)
	}
	return strings.Join(keys, " or ")
}

// printSteps prints the lines that are still to be typed or added.
func (t *foundTool) printSteps(w io.Writer) {
	step := func(title, lines string) {
		if lines != "" {
			fmt.Fprintf(w, "\n%s:\n\n    %s\n", title, strings.ReplaceAll(lines, "\n", "\n    "))
		}
	}
	step("Install the plugin", t.install)
	if !t.written {
		step("Add to "+printable(t.config), t.code)
		if t.output != "" {
			step("After each build of the site, in its folder", t.command())
		}
	}
	step("Put where the button should be, in the layout of the pages", t.html)
	for _, note := range t.notes {
		fmt.Fprintf(w, "\n%s\n", note)
	}
}

// command is the command that makes the bundle of a site without a plugin.
func (t *foundTool) command() string { return "npx mycel --site " + shellWord(t.output) }

// shellWord quotes a word for a shell where it needs to be.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(printable(word), "'", `'\''`) + "'"
}

// rewrite replaces a file by a new one with the same mode, in one step. A symbolic link
// stays, and the file that it names is replaced. The file must still be as it was read.
func rewrite(name string, old, content []byte) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".mycel-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Close()); err != nil {
		return err
	}
	now, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if string(now) != string(old) {
		return errors.New("another program changes the file")
	}
	return os.Rename(temp.Name(), name)
}
