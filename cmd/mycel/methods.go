package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/method"
	"mycel/engine/param"
)

// newMethodsCommand lists the methods of retrieval, or the parameters of one.
func newMethodsCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "methods [NAME]",
		Short: "List the methods of retrieval, or the parameters of one",
		Long: `Methods lists the methods of retrieval and the modes by which queries name them.
With the NAME of a method or of one of its modes, it lists the parameters for
--param NAME=VALUE of mycel query and for params in JavaScript.`,
		Example: `  mycel methods
  mycel methods graph
  mycel query --bundle public/mycel --mode graph --param minDF=2 "Mutex and Arc"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listMethods(p.out)
			}
			var names []string
			for _, m := range method.Registered() {
				for _, name := range append([]string{m.Name}, m.Modes...) {
					if name == args[0] {
						return describeMethod(p.out, m)
					}
					names = append(names, name)
				}
			}
			return usage.Errorf("methods: there is no method %q%s", args[0], usage.DidYouMean(usage.Near(names, args[0])))
		},
	}
}

func listMethods(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range method.Registered() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", m.Name, strings.Join(m.Modes, " "), m.Summary)
	}
	return w.Flush()
}

func describeMethod(out io.Writer, m *method.Method) error {
	fmt.Fprintf(out, "%s: %s\n", m.Name, m.Summary)
	if m.Source != "" {
		fmt.Fprintf(out, "Source: %s\n", m.Source)
	}
	fmt.Fprintf(out, "Modes: %s\n", strings.Join(m.Modes, ", "))
	writeParameters(out, "Parameters", m.Params)
	writeParameters(out, "Parameters of every method", method.Common())
	return nil
}

func writeParameters(out io.Writer, title string, list []*param.Param) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\n%s:\n", title)
	for _, p := range list {
		fmt.Fprintf(out, "  %s: %s, default %s\n", p.Name, p.Want(), p.Initial())
		for _, line := range terminal.Wrap(p.Meaning, nil, terminal.DefaultWidth-6, false) {
			fmt.Fprintf(out, "      %s\n", line)
		}
	}
}
