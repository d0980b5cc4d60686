package main

import (
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

func newInitCommand(p *program) *cobra.Command {
	var tool string
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Say how to add search to the site in a folder",
		Long: `Init looks at the folder of a site, the working directory if none is given. It says
which site tool it found, and prints the lines that add search: those of the tool's
plugin, or a command to run after the build and a line of HTML.
It changes no file.`,
		Example: `  mycel init
  mycel init website`,
		Args: siteArgument,
		RunE: func(_ *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			return initSite(p.out, p.err, folder, tool)
		},
	}
	cmd.Flags().StringVar(&tool, "tool", "", "the `NAME` of a site tool, where a folder has several")
	return cmd
}

// siteArgument accepts the folder of a site, or no argument.
func siteArgument(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage.Errorf("init: got %d folders, want one", len(args))
	}
	if len(args) == 1 && isURL(args[0]) {
		return usage.Errorf("init: got the address %s, want the folder of a site", args[0])
	}
	return nil
}

// initSite prints the lines to add to the site in a folder.
func initSite(out, problem io.Writer, folder, tool string) error {
	info, err := os.Stat(folder)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("init: %s is no folder", folder)
	}
	found, problems := sitetool.Find(files.Dir(folder))
	for _, err := range problems {
		fmt.Fprintf(problem, "mycel: %s\n", terminal.Printable(err.Error()))
	}
	if len(found) == 0 {
		return fmt.Errorf("init: no site tool and no HTML page in %s; for a site that is built elsewhere, run npx mycel --site DIR after its build", folder)
	}
	chosen, err := chooseTool(found, tool)
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
	} else {
		chosen.Steps(&page)
	}
	_, err = io.WriteString(out, page.String())
	return err
}

// chooseTool returns the tool that key names; without a key,
// the first.
func chooseTool(found []*sitetool.Tool, key string) (*sitetool.Tool, error) {
	if key == "" {
		return found[0], nil
	}
	for _, t := range found {
		if t.Key == key {
			return t, nil
		}
	}
	var keys []string
	for _, t := range found {
		keys = append(keys, t.Key)
	}
	return nil, usage.Errorf("init: --tool: got %q, found %s", key, strings.Join(keys, " or "))
}
