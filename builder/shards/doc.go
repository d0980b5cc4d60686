// Package shards divides an index into a core and shards, small files that are fetched when a
// query needs them. Borders are content-defined, so that an edit changes few shards.
package shards
