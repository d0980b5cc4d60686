package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"mycel/cmd/mycel/internal/terminal"
)

// progress shows on stderr how far a build has come: a bar on a terminal, a line a phase in continuous integration,
// nothing elsewhere. Its methods may be called from several goroutines at once.
type progress struct {
	w     io.Writer
	quiet bool
	lines bool // a line a phase
	bars  bool // a bar a phase

	mu    sync.Mutex
	phase string
	total int
	bar   *progressbar.ProgressBar
}

func (p *program) newProgress(quiet bool) *progress {
	_, terminal := p.terminal(p.err)
	return &progress{w: p.err, quiet: quiet, lines: !quiet && p.ci(), bars: !quiet && !p.ci() && terminal && !p.plain()}
}

// report shows the progress of a phase. total is 0 for a phase whose steps cannot be counted.
func (b *progress) report(phase string, done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	begins := phase != b.phase
	if begins && b.lines {
		fmt.Fprintf(b.w, "mycel: %s\n", phase)
	}
	if b.bars {
		if begins || total != b.total {
			b.removeBar()
			b.bar = newBar(b.w, phase, total)
		}
		_ = b.bar.Set(done) // it fails only where the terminal is gone
	}
	b.phase, b.total = phase, total
}

// notices returns a function that prints warnings during the build: the first maxLines, or all.
func (b *progress) notices(all bool) func(message string) {
	printed := 0
	return func(message string) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.quiet || printed >= maxLines && !all {
			return
		}
		if b.bar != nil {
			_ = b.bar.Clear() // it fails only where the terminal is gone
		}
		fmt.Fprintf(b.w, "warning: %s\n", terminal.Printable(message))
		if printed++; printed == maxLines && !all {
			fmt.Fprintf(b.w, "… more warnings of this kind are left out; --set verbose=true lists all\n")
		}
	}
}

// finish removes the bar.
func (b *progress) finish() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.removeBar()
}

func (b *progress) removeBar() {
	if b.bar != nil {
		_ = b.bar.Finish()
		b.bar = nil
	}
}

func newBar(w io.Writer, phase string, total int) *progressbar.ProgressBar {
	if total == 0 {
		total = -1 // unknown
	}
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(fmt.Sprintf("%-9s", phase)),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionThrottle(50*time.Millisecond),
		progressbar.OptionUseANSICodes(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true),
		// A spinner that turns by itself would need a goroutine, which would outlive the bar.
		progressbar.OptionSetSpinnerChangeInterval(0),
	)
}
