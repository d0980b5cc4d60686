package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/evanw/esbuild/pkg/api"
)

// metafile is the part of esbuild's report that is used.
type metafile struct {
	Inputs  map[string]struct{} `json:"inputs"`
	Outputs map[string]struct{} `json:"outputs"`
}

// build runs esbuild. A warning is an error, because a build should have none.
func build(o api.BuildOptions) (*metafile, error) {
	result := api.Build(o)
	if err := errorOf(append(result.Errors, result.Warnings...)); err != nil {
		return nil, err
	}
	var m metafile
	return &m, json.Unmarshal([]byte(result.Metafile), &m)
}

// errorOf returns the messages of esbuild as one error, or nil if there are none.
func errorOf(messages []api.Message) error {
	var errs []error
	for _, m := range messages {
		at := ""
		if m.Location != nil {
			at = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
		}
		errs = append(errs, errors.New(at+m.Text))
	}
	return errors.Join(errs...)
}
