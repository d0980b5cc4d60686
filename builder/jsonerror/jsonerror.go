// Package jsonerror describes a mistake in a JSON value in the words of JSON.
package jsonerror

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Plain rewrites an error of encoding/json. For a wrong type it names the key, the type that it got and the
// type that it wants.
func Plain(err error) error {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	return fmt.Errorf("%sgot a JSON %s, want %s", strings.TrimPrefix(kind.Field+": ", ": "), kind.Value, wanted(kind.Type.Kind()))
}

func wanted(kind reflect.Kind) string {
	switch kind {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "an array"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	}
	return "a number"
}
