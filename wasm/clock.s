//go:build js && wasm

// Empty: a package with an assembly file may declare functions that are defined
// elsewhere, as nanotime is.
