// Package shards divides an index into a core and shards, small files of which a query
// fetches those that it needs. Borders are content-defined, so that an edit changes few
// shards.
package shards
