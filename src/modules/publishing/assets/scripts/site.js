// Enhancements of pages that are complete without scripts. Modules that few pages need are loaded only there.
import * as announcement from './announcement.js';
import * as code from './code.js';
import { root } from './dom.js';
import * as insights from './insights.js';
import * as media from './media.js';
import * as menu from './menu.js';
import * as navigation from './navigation.js';
import * as outline from './outline.js';
import * as pageActions from './page-actions.js';
import * as popups from './popups.js';
import * as search from './search.js';
import * as tabs from './tabs.js';
import * as target from './target.js';
import * as theme from './theme.js';

/** Each module may `listen` once, on the document, and `refresh` for each new page. */
const parts = [
  navigation,
  announcement,
  theme,
  code,
  tabs,
  target,
  menu,
  popups,
  media,
  pageActions,
  search,
  outline,
  insights,
];

/** Modules that few pages need, by the selector of the elements that need them. */
const seldom = {
  '[data-table]': './tables.js',
  '[data-diagram]': './diagrams.js',
  '[data-try]': './try-it.js',
  '[data-integration]': './integration-blocks.js',
};

function refresh() {
  for (const part of parts) part.refresh?.();
  for (const [selector, module] of Object.entries(seldom)) {
    if (document.querySelector(selector)) void import(module).then((loaded) => loaded.refresh());
  }
}

for (const part of parts) part.listen?.();
document.addEventListener('bindery:page', refresh);
refresh();
target.reveal('instant');
root.classList.add('is-ready');
