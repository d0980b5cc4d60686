package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/builder"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/bundle"
)

// program holds the streams and functions through which commands reach the system. Tests
// replace them, so they run the same code as main.
type program struct {
	in       io.Reader
	out, err io.Writer // data, and everything else
	env      func(name string) string
	terminal func(stream any) (width int, ok bool)
	runtime  func() (fs.FS, error) // the files that a browser needs
	classic  func() (fs.FS, error) // scripts for pages that are opened as files

	// sleep waits between requests to endpoints. Tests return at once; nil stands for a real wait.
	sleep func(ctx context.Context, d time.Duration) error
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, p *program, args []string) int {
	root := newRootCommand(p)
	if args = withCommand(args); len(args) > 0 && (args[0] == "build" || args[0] == "dev") {
		args = withoutGone(p.err, args)
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitDone
	}
	if cmd == root && exitCode(err) != exitUsage {
		err = rootError(root, args, err)
	}
	return p.fail(cmd, err)
}

// withoutGone removes the flag --no-cache, which no longer exists but is in old scripts, with a message.
func withoutGone(w io.Writer, args []string) []string {
	rest := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == "--no-cache" })
	if len(rest) < len(args) {
		fmt.Fprintln(w, "mycel: --no-cache does nothing any more: builds keep no cache")
	}
	return rest
}

// withCommand adds the command build to arguments that begin with a flag. Without arguments it adds build if there
// is a configuration file. --help, --version and their short forms stay as they are.
func withCommand(args []string) []string {
	if len(args) == 0 {
		if name, err := (&settingsFlags{}).findFile(&program{env: func(string) string { return "" }}); name == "" && err == nil {
			return args // the help
		}
		return []string{"build"}
	}
	if !strings.HasPrefix(args[0], "-") {
		return args
	}
	switch args[0] {
	case "-h", "--help", "-v", "--version", "--":
		return args
	}
	return append([]string{"build"}, args...)
}

func newRootCommand(p *program) *cobra.Command {
	root := &cobra.Command{
		Use:   "mycel",
		Short: "Search and GraphRAG retrieval that runs in the reader's browser",
		Long: `Mycel gives a documentation site search without a server. It turns documents into
a bundle, a folder of static files that the reader's browser searches: by keywords,
and over a graph of the entities that the documents mention.

Flags without a command are those of build.

Exit codes: 0 success, 1 failure or nothing to index, 2 wrong usage, 3 a missed limit.`,
		Example: `  mycel --site public
  mycel build --docs docs --output-path public/mycel
  mycel query --bundle public/mycel "how do I share data between threads"
  mycel serve public/mycel`,
		Version:       mycel.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetVersionTemplate(versionLine() + "\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "FlagUsages ", "FlagUsagesWrapped 100 "))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage.Wrap(flagHint(cmd, err)) })
	root.AddCommand(newInitCommand(p), newBuildCommand(p), newMdbookCommand(p), newQueryCommand(p), newOverviewCommand(p), newRelatedCommand(p), newMethodsCommand(p), newInspectCommand(p), newExportCommand(), newServeCommand(p), newDevCommand(p), newMcpCommand(p), newPipeCommand(newBuildFlags(), p), newEvalCommand(p), newVersionCommand(p))
	return root
}

// rootError returns the cause of a failure before any command ran. If there is an argument, it is an unknown
// command:
// cobra's own error takes several lines. Without one, help or version could not be written.
func rootError(root *cobra.Command, args []string, err error) error {
	i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	if i < 0 {
		return err
	}
	return usage.Errorf("unknown command %q%s", args[i], usage.DidYouMean(root.SuggestionsFor(args[i])))
}

// Exit codes.
const (
	exitDone   = 0
	exitFailed = 1 // also: there was nothing to index
	exitUsage  = 2 // the command line, or a configuration that makes no sense
	exitMissed = 3 // a budget of a build, or a threshold of an evaluation
)

// fail prints an error, each line separately, and returns the exit code.
func (p *program) fail(cmd *cobra.Command, err error) int {
	code := exitCode(err)
	if errors.As(err, new(silentError)) {
		return code
	}
	text := strings.ReplaceAll(err.Error(), context.Canceled.Error(), "interrupted")
	if code == exitUsage {
		text += " (see " + cmd.CommandPath() + " --help)"
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines[:min(len(lines), maxLines)] {
		fmt.Fprintf(p.err, "mycel: %s\n", terminal.Printable(line))
	}
	if more := len(lines) - maxLines; more > 0 {
		fmt.Fprintf(p.err, "mycel: … and %d more\n", more)
	}
	return code
}

func exitCode(err error) int {
	if errors.As(err, new(usage.Error)) || errors.Is(err, builder.ErrConfig) || errors.Is(err, engine.ErrOption) {
		return exitUsage
	}
	if errors.Is(err, usage.ErrMissed) {
		return exitMissed
	}
	return exitFailed
}

// plain reports whether the user wants no escape sequences, even on a terminal.
func (p *program) plain() bool { return p.env("NO_COLOR") != "" || p.env("TERM") == "dumb" }

// ci reports whether the command runs in continuous integration. All common services set CI.
func (p *program) ci() bool {
	value := p.env("CI")
	return value != "" && value != "false"
}

// versionLine returns the version, the commit, the format of bundles and the platform.
func versionLine() string {
	return fmt.Sprintf("mycel %s%s, bundle format %d, %s %s/%s", mycel.Version, revision(), bundle.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision returns the commit of the source that the binary was compiled from, "" if unknown.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", modified"
		}
	}
	if commit == "" {
		return ""
	}
	return " (" + commit + changed + ")"
}

func newVersionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(p.out, versionLine())
			return err
		},
	}
}
