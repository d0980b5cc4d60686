// Package model2vec reads static embedding models in the layout of Model2Vec
// (https://github.com/MinishLab/model2vec): a table with a vector for each token. The
// vector of a text is the mean of its tokens'; there is nothing to compute.
//
// A model is a folder with
//
//	model.safetensors   the table, see table.go
//	tokenizer.json      of the tokenizers library, see tokenizer.go
//	config.json         whether texts have vectors of length 1; may be absent
//
// or, as sentence-transformers lays it out, with config_sentence_transformers.json in
// the place of config.json, and the other two possibly in 0_StaticEmbedding/.
//
// A text is read to its end, where the reference implementation stops after 512
// tokens.
package model2vec
