import { useHistory } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { translate } from '@docusaurus/Translate';
import React, { useEffect, useMemo } from 'react';
import './search.css';

/** The button of the search, in the place of the theme's. */
export default function SearchBar() {
  const history = useHistory();
  const script = useBaseUrl('/mycel/client/ui/define.js');
  const label = translate({ id: 'theme.SearchBar.label', message: 'Search' });

  useEffect(() => {
    // After hydration, because the elements fill themselves.
    if (document.querySelector(`script[src="${script}"]`)) return;
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: script }));
  }, [script]);

  useEffect(() => {
    const navigate = (event) => {
      const { url, newTab } = event.detail ?? {};
      if (newTab || !url || new URL(url).origin !== window.location.origin) return;
      event.preventDefault();
      history.push(url.slice(window.location.origin.length));
    };
    document.addEventListener('select', navigate);
    return () => document.removeEventListener('select', navigate);
  }, [history]);

  const html = useMemo(() => ({ __html: `<mycel-search-trigger label="${label.replace(/["&<]/g, (c) => `&#${c.charCodeAt(0)};`)}"></mycel-search-trigger>` }), [label]);
  return React.createElement('div', { className: 'mycel-docusaurus', dangerouslySetInnerHTML: html, suppressHydrationWarning: true });
}
