import { svg } from './dom.js';

/** What they draw, on 24 by 24. */
const paths = {
  page: 'M6 3h8l4 4v14H6zm8 0v4h4',
  section: 'M9.5 4 7.5 20m9-16-2 16M4.5 9h15m-16 6h15',
  code: 'm8.5 7-5 5 5 5m7-10 5 5-5 5',
  recent: 'M12 7.5V12l3 2m6-2a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
};

/** @typedef {keyof typeof paths} Icon */

/** An icon, which says nothing that the words beside it do not. @param {Icon} name */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'mycel-icon', 'aria-hidden': 'true' }, svg('path', { d: paths[name] }));
}

/** The arc that turns in the place of the magnifier. */
export function spinner() {
  return svg('path', { class: 'mycel-spin', d: 'M12 4a8 8 0 1 1-8 8' });
}

/** Empties the input. */
export function cross() {
  return svg('svg', { viewBox: '0 0 24 24', class: 'mycel-icon', 'aria-hidden': 'true' }, svg('path', { d: 'm7 7 10 10m0-10L7 17' }));
}
