package msgpack

// Type is the kind of a MessagePack value as its first byte tells it.
type Type uint8

const (
	Invalid Type = iota // the byte 0xc1, which the specification never uses
	End                 // no value: the input is used up, or an earlier read failed
	Nil
	Bool
	Int  // written in a signed format: negative fixint, int 8 … int 64
	Uint // written in an unsigned format: positive fixint, uint 8 … uint 64
	Float
	Str
	Bin
	Array
	Map
	Ext // extension types, timestamps included
)

var typeNames = [...]string{
	Invalid: "invalid byte 0xc1",
	End:     "end",
	Nil:     "nil",
	Bool:    "bool",
	Int:     "int",
	Uint:    "uint",
	Float:   "float",
	Str:     "str",
	Bin:     "bin",
	Array:   "array",
	Map:     "map",
	Ext:     "ext",
}

// String returns the name of t as the specification spells it.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "unknown type"
}
