// Package facets gathers what authors say of their documents beside the text: filters, sort
// keys, metadata, boosts and weights.
package facets
