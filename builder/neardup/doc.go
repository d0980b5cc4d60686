// Package neardup finds passages of different documents that have nearly the same text.
package neardup
