/**
 * The search page begins with the engine: a query in its address is searched for while the
 * document is still being read and laid out. What stands on it comes when it is.
 */

import { openOnce } from './client/ui/bundles.js';
import { beside, defaultHits } from './client/ui/settings.js';
/** @import {Mode} from './client/index.js' */

const parameters = new URLSearchParams(location.search);
const query = parameters.get('q')?.trimStart();
const mode = /** @type {Mode | null} */ (parameters.get('mode')) ?? undefined;
if (query) openOnce(beside('./', import.meta.url), undefined, { query, mode, k: defaultHits }).catch(() => {}); // the element tells

const show = () => import('./form.js');
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show, { once: true });
else void show();
