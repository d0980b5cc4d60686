/** The search button of the navigation bar, in the place of the theme's own. */

import folder from 'virtual:mycel-folder';
import { withBase } from 'vitepress';
import { defineComponent, h, onMounted } from 'vue';
import './search.css';

export default defineComponent({
  name: 'MycelSearch',
  setup() {
    onMounted(() => {
      // After hydration, because the elements fill themselves.
      const src = new URL(withBase(`/${folder}/client/ui/define.js`), location.origin).href;
      if (document.querySelector(`script[src="${src}"]`)) return;
      document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
    });
    return () => h('div', { class: 'VPNavBarSearch mycel-vitepress' }, [h('mycel-search-trigger')]);
  },
});
