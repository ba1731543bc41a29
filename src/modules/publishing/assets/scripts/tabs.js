// Tabs: one choice for all groups that have the same tab, remembered for the next page.
import { all, onClick, root, storage } from './dom.js';

const KEY = 'bindery-tabs';
const MAX_REMEMBERED_TABS = 30;

const tabsOf = (group) => all(':scope > .tab-list > [role=tab]', group);
const panelsOf = (group) => all(':scope > .tab-panel', group);
const groupOf = (tab) => tab.closest('[data-tabs]');

function select(group, index) {
  const panels = panelsOf(group);
  tabsOf(group).forEach((tab, at) => {
    tab.setAttribute('aria-selected', String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    panels[at]?.classList.toggle('is-active', at === index);
  });
  group.classList.add('tabs-ready');
}

function choose(tab) {
  const { title } = tab.dataset;
  const before = tab.getBoundingClientRect().top;
  for (const group of all('[data-tabs]')) {
    const index = tabsOf(group).findIndex((other) => other.dataset.title === title);
    if (index >= 0) select(group, index);
  }
  select(groupOf(tab), tabsOf(groupOf(tab)).indexOf(tab));
  storage.prepend(KEY, title, MAX_REMEMBERED_TABS);
  // Groups above may have changed height, so the page scrolls to keep the tab under the pointer.
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function walk(event) {
  const tab = event.target instanceof Element ? event.target.closest('[data-tabs] [role=tab]') : null;
  if (!tab) return;
  const tabs = tabsOf(groupOf(tab));
  const isRtl = root.dir === 'rtl';
  const steps = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
  const index = tabs.indexOf(tab);
  const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? (steps[event.key] && index + steps[event.key]);
  if (to === undefined) return;
  event.preventDefault();
  const next = (to + tabs.length) % tabs.length;
  select(groupOf(tab), next);
  tabs[next].focus();
}

export function listen() {
  onClick('[data-tabs] [role=tab]', choose);
  addEventListener('keydown', walk);
}

/** Each group shows the most recently chosen of its tabs, on any page. */
export function refresh() {
  const chosen = storage.list(KEY);
  for (const group of all('[data-tabs]:not(.tabs-ready)')) {
    const titles = tabsOf(group).map((tab) => tab.dataset.title);
    const known = chosen.find((title) => titles.includes(title));
    select(group, Math.max(0, titles.indexOf(known)));
  }
}

/** Selects the tab of a panel. */
export function showPanel(panel) {
  select(panel.parentElement, panelsOf(panel.parentElement).indexOf(panel));
}
