import { withBase } from 'vitepress';
import Theme from 'vitepress/theme-without-fonts';
import Start from './Start.vue';
import './style.css';

export default {
  extends: Theme,
  enhanceApp({ app, router }) {
    app.component('start', Start);
    // The router knows the pages of VitePress only.
    router.onBeforeRouteChange = (to) => {
      if (!['/demo/', '/mycel/'].some((folder) => to.startsWith(withBase(folder)))) return true;
      location.assign(to);
      return false;
    };
  },
};
