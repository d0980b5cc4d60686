package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/book"
	"mycel/cmd/mycel/internal/usage"
)

func newMdbookCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "mdbook",
		Short: "Add search to a book: a backend of mdBook",
		Long: `Mdbook is called by mdBook, after it has written the pages. It reads on its input what
mdBook tells backends, builds the bundle of the pages into their folder mycel/, and puts
the button into the menu bar of each page. In book.toml:

    [output.html.search]
    enable = false

    [output.mycel]
    command = "npx -y mycel mdbook"

mdBook writes the pages of a book with two backends to book/html. Further arguments of
mycel build are a list: args = ["--exclude-selectors", ".draft"]. "mdbook serve" has the
search, too.`,
		Args: noArguments("; mdBook starts this command, by [output.mycel] in book.toml"),
		RunE: func(cmd *cobra.Command, _ []string) error { return buildBook(cmd, p) },
	}
}

// buildBook builds the bundle of a book, and puts the button into its pages.
func buildBook(cmd *cobra.Command, p *program) error {
	told, err := book.Read(p.in)
	if err != nil {
		return usage.Errorf("mdbook: reading what mdBook tells backends: %v; mdBook starts this command, by [output.mycel] in book.toml", err)
	}
	site := filepath.Join(filepath.Dir(told.Destination), "html")
	if info, err := os.Stat(site); told.Destination == "" || err != nil || !info.IsDir() {
		return fmt.Errorf("mdbook: no pages in %s: book.toml needs [output.html] beside [output.mycel]", site)
	}
	// mdBook starts backends in a folder of their own, which stays empty.
	if err := os.Chdir(told.Root); err != nil {
		return fmt.Errorf("mdbook: %w", err)
	}
	bundle := filepath.Join(site, "mycel")
	build := newBuildCommand(p)
	build.SilenceErrors, build.SilenceUsage = true, true
	build.SetFlagErrorFunc(cmd.FlagErrorFunc())
	build.SetArgs(append([]string{"--site", site, "--output-path", bundle}, withoutGone(p.err, told.Config.Output.Mycel.Args)...))
	if err := build.ExecuteContext(cmd.Context()); err != nil {
		return err
	}
	if err := book.AddButton(site, bundle); err != nil {
		return fmt.Errorf("mdbook: the search button: %w", err)
	}
	return nil
}
