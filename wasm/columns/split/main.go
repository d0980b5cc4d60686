// Command split puts the code of an engine into columns (package columns):
//
//	split -o engine.columns engine.wasm
package main

import (
	"mycel/wasm/columns"
	"mycel/wasm/internal/module"
)

func main() {
	module.Main(func(wasm []byte) (file []byte, report string, err error) {
		file, err = columns.Split(wasm)
		return file, "", err
	})
}
