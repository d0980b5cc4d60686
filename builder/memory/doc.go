// Package memory sets the garbage collector for a build.
package memory
