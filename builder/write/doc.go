// Package write puts a bundle on the disk: it packs the container of the index, compresses
// files, writes them into a folder beside the bundle's place, and swaps that folder in. A
// build that fails or is killed leaves the bundle of before as it was.
package write
