/** What browsers would drop without a word. @type {import('stylelint').Config} */
export default {
  extends: 'stylelint-config-recommended',
  rules: {
    'no-descending-specificity': null, // a matter of taste: no browser drops anything
    'declaration-property-value-no-unknown': [true, { ignoreProperties: { 'text-align': '-webkit-match-parent' } }], // Chromium has no other
    'selector-disallowed-list': [
      // A pseudo-element matches nothing inside of these.
      /:(is|where|not|has|matches)\([^)]*::/,
      // A browser drops the whole rule for the prefix of another.
      /::-(webkit|moz|ms)-.*,.*::-(webkit|moz|ms)-/s,
    ],
  },
};
