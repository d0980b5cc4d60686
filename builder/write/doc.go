// Package write writes a bundle to the disk: it packs the container of the index,
// compresses files, writes them into a folder beside the bundle's place, and swaps that
// folder in. If a build fails or is killed, the earlier bundle stays as it was.
package write
