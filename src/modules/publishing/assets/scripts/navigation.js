// Fast navigation: pages of the site are prefetched and swapped without a reload. All unusual cases are left to the
// browser.
import { announce, fill, loadWords, root } from './dom.js';
import { remember, swap } from './page-swap.js';
import { reveal } from './target.js';

/** Milliseconds for which a prefetched page is used unchanged, and a read page when the reader goes back to it. */
const FRESH_MS = 15_000;
const READ_MS = 300_000;
const MAX_KEPT_PAGES = 24;
const HOVER_MS = 60;
const FILE = /\.(?:md|txt|xml|json|ya?ml|pdf|zip|gz|png|jpe?g|gif|svg|webp|mp4|csv)$/i;

const kept = new Map();
let shown = location.pathname + location.search;
let turn = 0;
let hover;
let saving;
/** True while a page loads: the history entry may already be that of the next page. */
let isLeaving = false;

const addressOf = (url) => url.pathname + url.search;

/**
 * The link that an event concerns. The link to the search opens a dialog where scripts run (`search.js`), so it is left
 * out here.
 */
const linkOf = ({ target }) =>
  target instanceof Element ? target.closest('a[href]:not([data-search])') : null;

/** The address of a link, if it is another page of this site. */
function destination(link) {
  const target = link?.getAttribute('target');
  if (!link?.href || (target && target !== '_self') || link.hasAttribute('download')) return null;
  const url = new URL(link.href, location.href);
  const base = root.dataset.site;
  if (base === undefined || url.origin !== location.origin || !url.pathname.startsWith(base)) return null;
  const path = url.pathname.slice(base.length);
  const isPage = !FILE.test(path) && (!path.startsWith('~') || path.startsWith('~search/page'));
  return isPage && !path.includes('/~') ? url : null;
}

function fetchPage(address, maxAge) {
  const known = kept.get(address);
  if (known && Date.now() - known.at < maxAge) return known.page;
  const entry = { at: Date.now(), page: request(address) };
  entry.page.catch(() => kept.delete(address));
  kept.delete(address);
  kept.set(address, entry);
  if (kept.size > MAX_KEPT_PAGES) kept.delete(kept.keys().next().value);
  return entry.page;
}

async function request(address) {
  const response = await fetch(address, { headers: { Accept: 'text/html' }, redirect: 'manual' });
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.startsWith('text/html')) throw new Error('Not a page of this site.');
  return response.text();
}

/** True for readers who save data; pages are not prefetched for them. */
function isSparing() {
  return navigator.connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

function prefetch(link) {
  const url = destination(link);
  if (!url || addressOf(url) === shown || isSparing()) return;
  fetchPage(addressOf(url), FRESH_MS).catch(() => {
    // A click on the link then loads the page in the usual way.
  });
}

/** Keeps the scroll position, for going back. */
function saveScroll() {
  clearTimeout(saving);
  if (!isLeaving) history.replaceState({ ...history.state, bindery: true, scroll: scrollY }, '');
}

async function visit(url, { isBack = false, replaces = false } = {}) {
  const mine = ++turn;
  const scroll = isBack ? (history.state?.scroll ?? 0) : null;
  if (!isBack) saveScroll();
  isLeaving = true;
  const waiting = setTimeout(() => root.classList.add('is-loading'), 150);
  try {
    const text = await fetchPage(addressOf(url), isBack ? READ_MS : FRESH_MS);
    if (mine !== turn) return;
    const isDone = await swap(text, () => {
      if (mine !== turn) return false;
      if (!isBack) history[replaces ? 'replaceState' : 'pushState']({ bindery: true }, '', url);
      shown = addressOf(url);
      return true;
    });
    if (mine !== turn) return;
    if (!isDone) throw new Error('The page needs to be loaded.');
    isLeaving = false;
    await arrive(scroll);
  } catch {
    if (mine !== turn) return;
    if (isBack) location.reload();
    else location.assign(url);
  } finally {
    clearTimeout(waiting);
    if (mine === turn) {
      isLeaving = false;
      root.classList.remove('is-loading');
    }
  }
}

/**
 * Moves to the target of the new page, to the former scroll position, or to its top; the focus follows, and screen
 * readers get the title.
 */
async function arrive(scroll) {
  document.dispatchEvent(new CustomEvent('bindery:page'));
  const target = scroll === null ? reveal('instant') : null;
  if (!target) scrollTo({ top: scroll ?? 0, behavior: 'instant' });
  const start = target ?? document.querySelector('h1') ?? document.querySelector('main');
  if (start) {
    if (!start.hasAttribute('tabindex')) start.setAttribute('tabindex', '-1');
    start.focus({ preventScroll: true });
  }
  const words = await loadWords();
  announce(fill(words.pageLoaded, { title: document.title }));
}

function follow(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const url = destination(linkOf(event));
  if (!url || (addressOf(url) === shown && url.hash)) return;
  event.preventDefault();
  void visit(url, { replaces: addressOf(url) === shown });
}

export function listen() {
  remember();
  const { site, whole } = root.dataset;
  if (site === undefined || whole !== undefined || !window.fetch || !history.pushState) return;
  history.scrollRestoration = 'manual';
  const [arrival] = performance.getEntriesByType('navigation');
  if (history.state?.bindery && arrival?.type !== 'navigate')
    scrollTo({ top: history.state.scroll ?? 0, behavior: 'instant' });
  document.addEventListener('click', follow);
  document.addEventListener('pointerover', (event) => {
    const link = linkOf(event);
    clearTimeout(hover);
    if (link && event.pointerType === 'mouse') hover = setTimeout(() => prefetch(link), HOVER_MS);
  });
  for (const type of ['touchstart', 'mousedown'])
    document.addEventListener(type, (event) => prefetch(linkOf(event)), { passive: true });
  addEventListener('popstate', () => {
    const url = new URL(location.href);
    if (addressOf(url) !== shown) void visit(url, { isBack: true });
    else if (history.state?.bindery && history.state.scroll !== undefined)
      scrollTo({ top: history.state.scroll, behavior: 'instant' });
  });
  addEventListener('pagehide', saveScroll);
  addEventListener(
    'scroll',
    () => {
      clearTimeout(saving);
      saving = setTimeout(saveScroll, 150);
    },
    { passive: true },
  );
}

/** Opens an address of the site from a script. */
export function open(href) {
  const link = document.createElement('a');
  link.href = href;
  const url = destination(link);
  if (!url) location.assign(href);
  else if (addressOf(url) === shown && url.hash) {
    location.hash = url.hash;
    reveal();
  } else void visit(url, { replaces: addressOf(url) === shown });
}
