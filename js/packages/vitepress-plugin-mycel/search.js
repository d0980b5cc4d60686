/** The search button of the navigation bar, in the place of the theme's own. */

import folder from 'virtual:mycel-folder';
import { useRouter, withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted } from 'vue';
import './search.css';

export default defineComponent({
  name: 'MycelSearch',
  setup() {
    const router = useRouter();
    const navigate = (event) => {
      const { url, newTab } = event.detail; // of the selection of text: a number
      if (!url || newTab || new URL(url).origin !== location.origin) return;
      event.preventDefault();
      router.go(url.slice(location.origin.length));
    };
    onMounted(() => {
      document.addEventListener('select', navigate);
      // After hydration, because the elements fill themselves.
      const src = new URL(withBase(`/${folder}/client/ui/define.js`), location.origin).href;
      if (document.querySelector(`script[src="${src}"]`)) return;
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
    });
    onBeforeUnmount(() => document.removeEventListener('select', navigate));
    // vp-raw: the router leaves the links of the dialog to the listener above.
    return () => h('div', { class: 'VPNavBarSearch mycel-vitepress' }, [h('mycel-search-trigger', { class: 'vp-raw', theme: 'page' })]);
  },
});
