package document

import "golang.org/x/text/unicode/norm"

// weightMark is the offset from which a weight applies.
type weightMark struct {
	at     int // offset in Outline.Text
	factor float64
}

// SetWeight sets the weight of the next text. A change inside preformatted text
// takes effect at its beginning or end.
func (o *Outline) SetWeight(factor float64) {
	if n := len(o.weights); n > 0 && o.weights[n-1].at == len(o.Text) {
		o.weights[n-1].factor = factor
		return
	}
	o.weights = append(o.weights, weightMark{len(o.Text), factor})
}

// WeightRanges returns the parts of the finished text with weights other than 1.
func (o *Outline) WeightRanges() []Weight {
	var out []Weight
	for i, m := range o.weights {
		end := len(o.Text)
		if i+1 < len(o.weights) {
			end = o.weights[i+1].at
		}
		if n := len(out); n > 0 && out[n-1].End == m.at && out[n-1].Factor == m.factor {
			out[n-1].End = end
		} else if m.factor != 1 && m.at < end {
			out = append(out, Weight{m.at, end, m.factor})
		}
	}
	if text := string(o.Text); !norm.NFC.IsNormalString(text) {
		for i := range out {
			out[i].Start, out[i].End = len(norm.NFC.String(text[:out[i].Start])), len(norm.NFC.String(text[:out[i].End]))
		}
	}
	return out
}
