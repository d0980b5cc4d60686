/** The page of the map: the way to the site and to its search, around the element. */

import { beside } from '../client/ui/settings.js';
import '../client/ui/map.js';
/** @import {CorpusMap} from '../client/ui/map/element.js' */

const map = /** @type {CorpusMap} */ (document.querySelector('mycel-map'));
const home = /** @type {HTMLAnchorElement} */ (document.getElementById('home'));
const { siteRoot = '../../' } = document.documentElement.dataset;
map.setAttribute('root', siteRoot);
const place = beside(siteRoot, document.baseURI);
// A bundle that is a site of its own has no other page to go to.
home.hidden = place === beside('../', document.baseURI);
home.href = place;
map.addEventListener('load', () => {
  const title = map.data?.title;
  if (!title) return;
  home.textContent = title;
  document.title = `${document.title} · ${title}`;
});
