package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"mycel/builder/job"
)

// mapSplits runs a mapper for each split in the input: one number a line, behind the last tab if the
// engine adds a column. It writes records as lines: the shard in five digits, a tab, and the record
// in Base64.
func mapSplits(in io.Reader, out io.Writer, task func(split int, emit job.Emit) error) error {
	lines, w := bufio.NewScanner(in), bufio.NewWriterSize(out, 1<<20)
	var line []byte
	for lines.Scan() {
		text := strings.TrimSpace(lines.Text()[strings.LastIndexByte(lines.Text(), '\t')+1:])
		if text == "" {
			continue
		}
		split, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("the input has %q, want numbers of splits", text)
		}
		if err := task(split, func(shard int, record []byte) error {
			line = fmt.Appendf(line[:0], "%05d\t", shard)
			line = append(base64.StdEncoding.AppendEncode(line, record), '\n')
			_, err := w.Write(line)
			return err
		}); err != nil {
			return fmt.Errorf("split %d: %w", split, err)
		}
	}
	return errors.Join(lines.Err(), w.Flush())
}

// reduceShards runs a reducer for each shard. The records of a shard follow each other in the input.
func reduceShards(in io.Reader, task func(shard int, records [][]byte) error) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	shard, records := -1, [][]byte(nil)
	flush := func() error {
		if shard < 0 {
			return nil
		}
		return task(shard, records)
	}
	for last := false; !last; {
		line, err := lines.ReadBytes('\n')
		if last = err == io.EOF; err != nil && !last {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		of, record, err := parseRecord(line)
		if err != nil {
			return err
		}
		if of != shard {
			if err := flush(); err != nil {
				return err
			}
			shard, records = of, nil
		}
		records = append(records, record)
	}
	return flush()
}

func parseRecord(line []byte) (shard int, record []byte, err error) {
	key, value, ok := bytes.Cut(bytes.TrimSpace(line), []byte{'\t'})
	if !ok {
		return 0, nil, errors.New("a line of the input has no tab: want records of mycel-stage map")
	}
	if shard, err = strconv.Atoi(string(key)); err != nil || shard < 0 {
		return 0, nil, fmt.Errorf("the input has the key %q, want the number of a shard", key)
	}
	record, err = base64.StdEncoding.AppendDecode(nil, value)
	if err != nil {
		return 0, nil, fmt.Errorf("a record of shard %d: %w", shard, err)
	}
	return shard, record, nil
}
