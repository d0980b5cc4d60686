/** What the elements say. Words in braces are replaced. Other languages have the same names, and a form for each kind of number. */
export default {
  close: 'Close', clear: 'Clear', loading: 'Loading the search index …', searching: 'Searching …',
  late: 'The search index has not arrived yet. Check your connection.', // after ten seconds without a byte
  results: { one: '{n} result', other: '{n} results' },
  listLabel: 'Search results',
  none: 'No results for “{query}”',
  quoted: '“{text}”',
  advice: 'Try fewer words, or other words for the same thing.',
  unknown: 'Not found on this site: {words}.',
  cut: 'The query is long: not all of it was searched for.',
  showingFor: 'Showing results for {query}.', instead: 'Search for {query} instead', searchFor: 'Search for {query}',
  recent: 'Recent searches', suggestions: 'Suggested pages', details: 'Details', // of an error
  more: 'More results',
  why: 'Why this result?',
  words: 'Matches {words}.',
  readAs: '“{word}” was read as {words}.',
  readers: {
    words: 'It has words of your search.', graph: 'It is closely linked to names in your search.',
    summary: 'It belongs to a part of the site that is about your search.',
    bridge: 'A passage that fits your search leads here.', vector: 'It is about similar things.',
    filled: 'It has some words of your search.', skeleton: 'It is linked to names that fit your search.',
    keyword: 'It shares a keyword with texts that fit your search.',
    node: 'Sentences and names that fit your search lead here.',
  },
  // As readers, of mode da.
  throughCommunity: 'It belongs to a group of linked names and passages that fits your search.',
  exact: { title: 'Its title is what you searched for.', heading: 'Its heading is what you searched for.', code: 'It describes exactly this name.' },
  alsoIn: 'Also in {pages}',
  calls: '{page} calls this “{text}”.',
  // Labels of steps: unit is a statement about one event, attribute describes an entity, element is the subject of a group of texts.
  query: 'Query', entity: 'Name', sentence: 'Sentence', summary: 'Summary', section: 'This section',
  keyword: 'Keyword', community: 'Community', unit: 'Statement', relation: 'Relation', attribute: 'Description', element: 'Theme',
  members: '{n} members; any two that are linked have {t} or more neighbours in common (k = {k})',
  written: 'Written by a language model:',
  figure: 'How the query leads to this section', terms: 'Words', entities: 'Names', passages: 'Passages',
  notLoaded: 'The search could not be loaded', failed: 'The search failed',
  noExcerpts: 'Some excerpts could not be loaded. The results are complete.',
  // What the reader can do.
  connection: 'Check your connection, then try again.',
  outdated: 'The site may just have been updated: reload the page.',
  browser: 'A current version of your browser is needed.',
  retry: 'Try again',
  ask: 'Ask: “{query}”', asking: 'Reading the sources …', sources: 'Sources', noAnswer: 'There is no answer.',
  filters: 'Filters', clearFilters: 'Clear filters', everything: 'Everything in {names}', moreValues: '{n} more',
  keys: { language: 'Language', version: 'Version', tags: 'Tags', categories: 'Categories' },
  // What the keys do that stand before it: arrows; Enter; Ctrl and Enter.
  move: 'move', open: 'open', newTab: 'new tab',
  page: { // the search page; of it the elements say `searched` and `rankBy`
    search: 'Search', label: 'Search this site', placeholder: 'Keywords or a question',
    advanced: 'Advanced', back: 'Back to the site', map: 'Map', rankBy: 'Rank by', modes: { best: 'Best', keywords: 'Keywords', connected: 'Connected', entities: 'Graph' },
    searched: '{sections} on {pages}, searched on your device.',
    sections: { one: '{n} section', other: '{n} sections' }, pages: { one: '{n} page', other: '{n} pages' },
    recognised: 'Recognised {names}.', passages: { one: '{n} passage', other: '{n} passages' }, hops: { one: '{n} hop', other: '{n} hops' },
    completed: '“{word}” was completed: {words}.', comma: ', ',
  },
};
