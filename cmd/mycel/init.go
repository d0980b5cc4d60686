package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/sitetool"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/files"
)

// initFlags are the flags of mycel init.
type initFlags struct {
	write bool
	tool  string
}

func newInitCommand(p *program) *cobra.Command {
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
		return usage.Errorf("init: got %d folders, want one", len(args))
	}
	if len(args) == 1 && isURL(args[0]) {
		return usage.Errorf("init: got the address %s, want the folder of a site", args[0])
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
	found, problems := sitetool.Find(files.Dir(folder))
	for _, problem := range problems {
		fmt.Fprintf(p.err, "mycel: %s\n", terminal.Printable(problem.Error()+"; left as it is"))
	}
	if len(found) == 0 {
		return fmt.Errorf("init: no site tool and no HTML page in %s; for a site that is built elsewhere, run npx mycel --site DIR after its build", folder)
	}
	chosen, err := chooseTool(found, f.tool)
	if err != nil {
		return err
	}
	var page strings.Builder
	fmt.Fprintf(&page, "Found %s: %s.\n", chosen.Name, chosen.Because)
	for _, other := range found {
		if other != chosen {
			fmt.Fprintf(&page, "Also found %s: %s. For its lines: --tool %s.\n", other.Name, other.Because, other.Key)
		}
	}
	if chosen.There != "" {
		fmt.Fprintf(&page, "\nNothing to add: %s.\n", chosen.There)
		return p.printInit(page.String())
	}
	if !f.write {
		chosen.Steps(&page)
		return p.printInit(page.String())
	}
	if len(found) > 1 && f.tool == "" {
		names, keys := toolWords(found)
		return usage.Errorf("init: %s has %s; choose by --tool %s", folder, names, keys)
	}
	wrote, err := chosen.Add(folder)
	if err != nil {
		chosen.Steps(&page)
		return errors.Join(p.printInit(page.String()), fmt.Errorf("init: nothing is written: %w", err))
	}
	fmt.Fprintf(&page, "\nWrote %s.\n", wrote)
	chosen.Steps(&page)
	return p.printInit(page.String())
}

func (p *program) printInit(text string) error {
	_, err := io.WriteString(p.out, text)
	return err
}

// chooseTool returns the tool of that name, or the first.
func chooseTool(found []*sitetool.Tool, key string) (*sitetool.Tool, error) {
	if key == "" {
		return found[0], nil
	}
	for _, t := range found {
		if t.Key == key {
			return t, nil
		}
	}
	_, keys := toolWords(found)
	return nil, usage.Errorf("init: --tool: got %q, found %s", key, keys)
}

// toolWords lists the tools by their names, and by the words for --tool.
func toolWords(found []*sitetool.Tool) (names, keys string) {
	var n, k []string
	for _, t := range found {
		n, k = append(n, t.Name), append(k, t.Key)
	}
	return strings.Join(n, " and "), strings.Join(k, " or ")
}
