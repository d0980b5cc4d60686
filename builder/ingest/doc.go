// Package ingest reads sources into documents: plain text with an outline.
//
// There are three kinds of source, one function each:
//
//   - [Site]: a folder of built HTML, of which it takes the main content;
//   - [Docs]: a folder of Markdown (with front matter) and plain text files;
//   - [jsonl.Read]: a file of JSON Lines, one document a line.
//
// All three return a [document.Corpus] that keeps these promises, whatever the input:
//
//   - every string is valid UTF-8 in Unicode normalisation form C, except ID, URL
//     and Anchor, which must equal what stands in the source;
//   - Text holds no control characters other than newline and tab, no soft
//     hyphens and no invisible format characters other than the joiners that
//     Persian, Indic scripts and emoji need;
//   - Sections are contiguous and cover Text from its first byte to its last;
//   - IDs are unique, and Title is never empty;
//   - the same input gives the same Corpus on any number of cores.
//
// Files are read in parallel. Parsing costs O(bytes); a file and its parse tree
// are in memory only while that file is read.
package ingest
