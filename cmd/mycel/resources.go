package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/builder/cache"
	"mycel/cmd/mycel/internal/usage"
)

// resourceFlags say what a build may keep and take.
type resourceFlags struct {
	cache   string
	noCache bool
}

func (r *resourceFlags) register(f *pflag.FlagSet, c *builder.Config) {
	f.StringVar(&r.cache, "cache", "", "`DIR` for results that the next build can use (default: mycel/builds in the user's cache folder)")
	f.BoolVar(&r.noCache, "no-cache", false, "use no results of other builds, and keep none")
	f.Var((*byteSize)(&c.Memory), "memory", "most `BYTES` of memory, if possible, such as 2GiB: a tighter cap makes a slower build")
}

// check tells what excludes each other.
func (r *resourceFlags) check(command string) error {
	if r.noCache && r.cache != "" {
		return usage.Errorf("%s: --cache and --no-cache exclude each other", command)
	}
	return nil
}

// apply names the file of the cache. There is one for each output, so that builds of
// several sites do not drive out each other. In a folder of one's own it goes by the
// path as it is written, so that the folder can be carried to another machine. Where
// the system has no place for caches, nothing is kept.
func (r *resourceFlags) apply(c *builder.Config) {
	switch {
	case r.noCache:
	case r.cache != "":
		c.Cache = cache.Path(r.cache, filepath.Clean(c.Output))
	default:
		user, err := os.UserCacheDir()
		if err != nil {
			return
		}
		output, err := filepath.Abs(c.Output)
		if err != nil {
			return
		}
		c.Cache = cache.Path(filepath.Join(user, "mycel", "builds"), output)
	}
}
