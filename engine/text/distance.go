package text

// MaxLetters is the length of the longest word that is compared with others.
const MaxLetters = 32

// Distance returns the number of edits between two words; a number above most if there are more than most edits. a
// has at most MaxLetters letters, and most is at most 2. O(letters of a · letters of b).
func Distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	width := len(b) + 1
	var rows [3 * (MaxLetters + 3)]uint8 // for the last beginnings of a: distances to each beginning of b
	for j := range width {
		rows[j] = uint8(j)
	}
	for i, r := range a {
		row := rows[(i+1)%3*width:][:width]
		above, above2 := rows[i%3*width:][:width], rows[(i+2)%3*width:][:width]
		row[0] = uint8(i + 1)
		for j, c := range b {
			n := above[j]
			if c != r {
				n++
			}
			n = min(n, row[j]+1, above[j+1]+1)
			if i > 0 && j > 0 && c == a[i-1] && r == b[j-1] {
				n = min(n, above2[j-1]+1)
			}
			row[j+1] = n
		}
	}
	return int(rows[len(a)%3*width:][:width][len(b)])
}
