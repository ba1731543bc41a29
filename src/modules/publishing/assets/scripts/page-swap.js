// Replaces this page by another page of the site, without reloading the frame around it.
import { all, root } from './dom.js';

/** Elements of the body as the server sent them: elements that are equal on the next page stay with all their state. */
let sent = [];
const STYLES_MS = 2_000;

/** Elements of the body without those that scripts added for all pages. */
const partsOf = (body) => [...body.children].filter((part) => !part.hasAttribute('data-keep'));

/** True for data for machines, which stand in a script element but do not run. */
const isData = (script) => script.type === 'application/ld+json';

/** Elements of the head that belong to one page, not to all pages. */
const headParts = (head) => [...head.children].filter((part) => part.localName !== 'script' || isData(part));

/** Has to be called before any script changes the page. */
export function remember() {
  sent = partsOf(document.body).map((part) => part.outerHTML);
}

/** True if the page can replace this one: same site and release, same rights, and no further scripts. */
function fits(next) {
  // Scripts of integrations count pages and change their elements, so they get every page as a full load.
  if (document.querySelector('script[data-integration]')) return false;
  const other = next.documentElement;
  const names = ['data-site', 'data-policy', 'data-theme-first', 'data-theme-fixed'];
  if (names.some((name) => other.getAttribute(name) !== root.getAttribute(name))) return false;
  const scripts = (page) =>
    all('head script', page)
      .filter((script) => !isData(script) && !script.hasAttribute('data-keep'))
      .map((script) => script.outerHTML)
      .join();
  return scripts(next) === scripts(document) && all('body script', next).every(isData);
}

/**
 * Replaces the page.
 * @param text HTML of the page.
 * @param commit called when everything is ready; false if the reader has gone elsewhere by then.
 * @returns false if the page has to be loaded in the usual way.
 */
export async function swap(text, commit) {
  const next = new DOMParser().parseFromString(text, 'text/html');
  if (!fits(next)) return false;
  await addStyles(next);
  if (!commit()) return true;
  const before = treeState();
  swapHead(next);
  swapAttributes(root, next.documentElement, ['class', 'data-theme', 'data-closed']);
  swapAttributes(document.body, next.body, []);
  swapBody(next);
  restoreTree(before);
  return true;
}

/** Adds the style sheets of the next page that this one lacks, and waits until they are loaded. */
async function addStyles(next) {
  const known = new Set(all('head link[rel=stylesheet]').map((link) => link.href));
  const missing = all('head link[rel=stylesheet]', next).filter((link) => !known.has(absolute(link)));
  const loaded = missing.map((link) => {
    const added = document.importNode(link);
    return new Promise((resolve) => {
      added.addEventListener('load', resolve);
      added.addEventListener('error', resolve);
      setTimeout(resolve, STYLES_MS);
      document.head.append(added);
    });
  });
  await Promise.all(loaded);
}

const absolute = (link) => new URL(link.getAttribute('href'), location.href).href;

/**
 * Swaps titles, addresses and images for machines; scripts stay, and style sheets are removed if the next page lacks
 * them.
 */
function swapHead(next) {
  const wanted = new Map(headParts(next.head).map((part) => [part.outerHTML, part]));
  const sheets = new Set(all('head link[rel=stylesheet]', next).map(absolute));
  for (const part of headParts(document.head)) {
    if (part.matches('link[rel=stylesheet]')) {
      if (!sheets.has(part.href)) part.remove();
    } else if (!wanted.delete(part.outerHTML)) part.remove();
  }
  for (const part of wanted.values())
    if (!part.matches('link[rel=stylesheet]')) document.head.append(document.importNode(part, true));
}

function swapAttributes(element, other, kept) {
  for (const { name } of [...element.attributes])
    if (!other.hasAttribute(name) && !kept.includes(name)) element.removeAttribute(name);
  for (const { name, value } of other.attributes) if (!kept.includes(name)) element.setAttribute(name, value);
}

function swapBody(next) {
  for (const note of all('.note-popup')) note.remove();
  const old = partsOf(document.body);
  const fresh = partsOf(next.body);
  const html = fresh.map((part) => part.outerHTML);
  const isSame = (index) =>
    sent.length === old.length && old.length === fresh.length && sent[index] === html[index];
  let last = null;
  fresh.forEach((part, index) => {
    const placed = isSame(index) ? old[index] : document.importNode(part, true);
    if (last) last.after(placed);
    else document.body.prepend(placed);
    last = placed;
  });
  old.forEach((part, index) => {
    if (!isSame(index)) part.remove();
  });
  sent = html;
}

/** State of the tree: its scroll position and the branches that the reader opened. */
function treeState() {
  return {
    scroll: document.querySelector('.sidebar-inner')?.scrollTop ?? 0,
    open: new Set(all('#bdy-sidebar details[open]').map(branchName)),
  };
}

function restoreTree({ scroll, open }) {
  for (const branch of all('#bdy-sidebar details')) if (open.has(branchName(branch))) branch.open = true;
  const box = document.querySelector('.sidebar-inner');
  if (box) box.scrollTop = scroll;
}

const branchName = (branch) => branch.closest('li')?.querySelector('a')?.getAttribute('href') ?? '';
