// Package facets collects the statements of authors about their documents: filters, sort
// keys, metadata, boosts and weights.
package facets
