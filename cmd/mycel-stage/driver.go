package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"mycel/builder"
)

func runCommand() *cobra.Command {
	var p planFlags
	var f finishFlags
	cmd := &cobra.Command{
		Use:   "run --jsonl FILE --language TAG --folder DIR --output-path OUT",
		Short: "Run all tasks on this machine, each as a process, with sort(1) between them",
		Long: `Run runs all tasks of a build on this machine, each as a process of its own, with sort(1) between
mappers and reducers. A task that fails runs again, up to three times. After an interruption the same
command goes on where it was.`,
		Args: cobra.NoArgs,
	}
	p.register(cmd)
	f.register(cmd)
	folder := folderFlag(cmd)
	workers := cmd.Flags().Int("workers", 2, "mappers that run at a time")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := p.plan(*folder)
		if err != nil {
			return err
		}
		d := driver{folder: *folder, plan: s.Plan(), workers: max(1, *workers), errs: &shared{to: cmd.ErrOrStderr()}, splits: s.Splits()}
		if d.program, err = os.Executable(); err != nil {
			return err
		}
		ctx := cmd.Context()
		for _, stage := range []func() error{
			func() error { return d.mapAll(ctx, "pages") },
			func() error { return d.reduceAll(ctx, "pages", "words") },
			func() error { return d.once(ctx, nil, "number") },
			func() error { return d.mapAll(ctx, "postings") },
			func() error { return d.reduceAll(ctx, "postings", "postings") },
			func() error {
				if s.Bundles() == 1 {
					return f.finish(ctx, s.Finish, cmd.OutOrStdout())
				}
				return d.finishSet(ctx, s, &f, cmd.OutOrStdout())
			},
		} {
			if err := stage(); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

// driver runs tasks as processes.
type driver struct {
	program string
	folder  string
	plan    string // part of the names of record files, so that records of another plan are not used
	workers int
	splits  int
	errs    io.Writer
}

// shared is a writer that several tasks use at the same time.
type shared struct {
	mu sync.Mutex
	to io.Writer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.to.Write(b)
}

// attempts is how often a task is run before its failure ends the build.
const attempts = 3

// again runs a task until it succeeds, at most attempts times.
func (d *driver) again(ctx context.Context, task func() error) (err error) {
	for range attempts {
		if err = task(); err == nil || ctx.Err() != nil {
			return err
		}
		fmt.Fprintln(d.errs, "a task failed:", err)
	}
	return err
}

// once runs a task as a process.
func (d *driver) once(ctx context.Context, out io.Writer, args ...string) error {
	return d.again(ctx, func() error {
		if err := d.task(ctx, nil, out, args...).Run(); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		return nil
	})
}

// finishSet writes the bundles of a set that are still missing, one after the other, and then the root.
func (d *driver) finishSet(ctx context.Context, s *builder.Stages, f *finishFlags, out io.Writer) error {
	if err := d.once(ctx, nil, "count"); err != nil {
		return err
	}
	flags := []string{"--output-path", f.output, fmt.Sprint("--no-runtime=", f.noRuntime), "--memory-mib", fmt.Sprint(f.memory)}
	for i := range s.Bundles() {
		b, err := s.Bundle(i)
		if err != nil {
			return err
		}
		if b.InPlace(f.output) == nil {
			continue
		}
		if err := d.once(ctx, out, append([]string{"finish", "--bundle", fmt.Sprint(i)}, flags...)...); err != nil {
			return err
		}
	}
	return d.once(ctx, out, append([]string{"root"}, flags...)...)
}

// task returns the process of a task.
func (d *driver) task(ctx context.Context, in io.Reader, out io.Writer, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, d.program, append(args, "--folder", d.folder)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, d.errs
	return cmd
}

// records returns the path of the records of a mapper.
func (d *driver) records(stage string, split int) string {
	return filepath.Join(d.folder, fmt.Sprintf("records-%s-%s-%05d", d.plan, stage, split))
}

// mapAll runs the mappers of a stage whose records are missing.
func (d *driver) mapAll(ctx context.Context, stage string) error {
	var g errgroup.Group
	g.SetLimit(d.workers)
	for split := range d.splits {
		g.Go(func() error {
			if _, err := os.Stat(d.records(stage, split)); err == nil || ctx.Err() != nil {
				return ctx.Err()
			}
			return d.again(ctx, func() error { return d.mapOne(ctx, stage, split) })
		})
	}
	return g.Wait()
}

// mapOne runs a mapper. The file gets its name when the records are complete.
func (d *driver) mapOne(ctx context.Context, stage string, split int) error {
	name := d.records(stage, split)
	out, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	err = d.task(ctx, strings.NewReader(fmt.Sprintln(split)), out, "map", stage).Run()
	if err = errors.Join(err, out.Close()); err != nil {
		return fmt.Errorf("map %s of split %d: %w", stage, split, err)
	}
	return os.Rename(name+".part", name)
}

// reduceAll sorts the records of a stage and runs its reducer on them.
func (d *driver) reduceAll(ctx context.Context, stage, what string) error {
	return d.again(ctx, func() error {
		args := []string{"-s", "-k1,1", "-S", "256M", "-T", d.folder}
		for split := range d.splits {
			args = append(args, d.records(stage, split))
		}
		sort := exec.CommandContext(ctx, "sort", args...)
		var said bytes.Buffer
		sort.Env, sort.Stderr = append(os.Environ(), "LC_ALL=C"), &said
		sorted, err := sort.StdoutPipe()
		if err != nil {
			return err
		}
		if err := sort.Start(); err != nil {
			return err
		}
		reduced := d.task(ctx, sorted, d.errs, "reduce", what).Run()
		_ = sorted.Close() // otherwise sort waits until its output is read
		if err := sort.Wait(); err != nil && reduced == nil {
			return fmt.Errorf("sort: %w: %s", err, said.Bytes())
		}
		if reduced != nil {
			return fmt.Errorf("reduce %s: %w", what, reduced)
		}
		return nil
	})
}
