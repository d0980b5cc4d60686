// Package entities makes the tables of a corpus's entities: their mentions, the entities that titles name, and the
// graph of entities that share a sentence. Package ner decides which entities there are.
package entities
