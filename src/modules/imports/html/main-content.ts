import type { Element, ElementContent, Root } from 'hast';
import { matches, selectAll } from 'hast-util-select';
import { classesOf, elementsOf, findElement, type Parent, rebuild, words } from './hast-tools.js';

/**
 * Places in which documentation generators put the text of a page, the most specific first. A selector counts only when
 * one element matches: several articles are a list of teasers.
 */
const PLACES = [
  '[itemprop="articleBody"]',
  '.theme-doc-markdown',
  '.vp-doc',
  '.md-content article',
  'main article',
  'article',
  'main',
  '[role="main"]',
  '#main-content',
  '#content',
];

/** Elements that are never part of a text. */
const NOISE = [
  'script, style, template, noscript, nav, footer, form, button:not([role="tab"]), svg, dialog, canvas, object, select',
  '[role="navigation"], [role="search"], [role="contentinfo"], [role="banner"]',
  '.breadcrumb, .breadcrumbs, .toc, .table-of-contents, .pagination, .pagination-nav, .headerlink',
  '.edit-page, .theme-edit-this-page, .edit-this-page, .skip-link, .only-dark, .visually-hidden, .sr-only',
].join(', ');
const CALLOUT = /\b(admonition|callout|alert|custom-block|markdown-alert|starlight-aside|hint)/;
const CHROME = /\b(nav|navbar|menu|sidebar|sidenav|footer|cookie|banner|share|related)\b/i;

export interface MainContent {
  /** The first heading of the first level, when there is one. */
  title?: string;
  body: Root;
}

/** The text of a page without what stands around it on every page, its title apart. */
export function mainContent(page: Root): MainContent {
  const place = findPlace(page);
  const content: Root = { type: 'root', children: asContent(place) };
  const heading = ownTitle(content) ?? (isWhole(place) ? undefined : onlyTitle(page));
  const body = rebuild(content, (element) => (element === heading || isNoise(element) ? [] : undefined));
  const title =
    heading && words(rebuild(heading, (element) => (isNoise(element) || isAnchor(element) ? [] : undefined)));
  return title ? { title, body } : { body };
}

/** Link that a heading carries to itself: a sign without words. */
export function isAnchor(element: Element): boolean {
  return (
    element.tagName === 'a' &&
    /^[#¶§🔗\u200b\s]*$|^(permalink|direct link|link to this)/iu.test(words(element))
  );
}

function findPlace(page: Root): Parent {
  for (const selector of PLACES) {
    const found = selectAll(selector, page);
    const [only] = found;
    if (only && found.length === 1 && words(only) !== '') return only;
  }
  return findElement(page, (element) => element.tagName === 'body') ?? page;
}

/** The heading that is the title: the only one of its level, or the one that the text begins with. */
function ownTitle(place: Parent): Element | undefined {
  const [first, ...others] = [...elementsOf(place)].filter(isTitle);
  if (!first || others.length === 0) return first;
  return words(place).startsWith(words(first)) ? first : undefined;
}

/** A title above the text belongs to it, when the page has no other. */
function onlyTitle(page: Root): Element | undefined {
  const titles = [...elementsOf(page)].filter(isTitle);
  return titles.length === 1 ? titles[0] : undefined;
}

function isTitle(element: Element): boolean {
  return element.tagName === 'h1' && words(element) !== '';
}

function isWhole(place: Parent): boolean {
  return place.type === 'root' || place.tagName === 'body';
}

function asContent(place: Parent): ElementContent[] {
  if (!isWhole(place)) return (place as Element).children;
  // Without a main part, menus are known by their names and by being made of links.
  const { children }: Root | Element = rebuild(place as Root, (element) =>
    isChrome(element) ? [] : undefined,
  );
  return [...children].filter(
    (child): child is ElementContent => child.type === 'element' || child.type === 'text',
  );
}

function isChrome(element: Element): boolean {
  if (element.tagName === 'header') return !findElement(element, isTitle);
  const names = `${classesOf(element)} ${String(element.properties['id'] ?? '')}`;
  if (!CHROME.test(names)) return false;
  const all = words(element).length;
  const links = [...elementsOf(element)].filter((one) => one.tagName === 'a');
  const linked = links.reduce((sum, link) => sum + words(link).length, 0);
  return all === 0 || linked / all > 0.5;
}

function isNoise(element: Element): boolean {
  const { properties, tagName } = element;
  if (tagName === 'aside') return !CALLOUT.test(classesOf(element));
  if ('hidden' in properties && properties['role'] !== 'tabpanel') return true;
  return matches(NOISE, element);
}
