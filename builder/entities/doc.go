// Package entities holds what a corpus says of its entities: where they are mentioned, which of them titles name, and
// the graph of those that share a sentence. Package ner decides what the entities are.
package entities
