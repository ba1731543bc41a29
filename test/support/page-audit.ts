import type { Element } from 'hast';
import { THEME_SCRIPT } from '../../src/modules/publishing/content-security-policy.js';
import { elements, parseHtml, textOf } from './html.js';

const FORBIDDEN = new Set(
  (
    'iframe frame frameset object embed applet base template portal fencedframe style noscript form input textarea ' +
    'select isindex marquee foreignobject animate set use image xmp plaintext dialog'
  ).split(' '),
);
/** Attributes that load, send or act on their own. */
const ACTIVE = new Set(
  'srcdoc formAction action background ping xLinkHref manifest srcSet cite data code codeBase autoFocus contentEditable'.split(
    ' ',
  ),
);
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp']);
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i;
const LINKS = new Set([
  'canonical',
  'prev',
  'next',
  'stylesheet',
  'icon',
  'alternate',
  'preload',
  'modulepreload',
]);

/** All foreign content of a published page that could act, load a document, send data or restyle the page. */
export function pageHarms(html: string): string[] {
  const all = elements(parseHtml(html));
  const count = (tag: string, className?: string): number =>
    all.filter((element) => element.tagName === tag && (!className || classesOf(element).includes(className)))
      .length;
  return [
    ...all.flatMap((element) => elementHarms(element)),
    ...(count('header', 'site-header') === 1 ? [] : ['more than one header of the site']),
    ...(count('form', 'feedback') <= 1 ? [] : ['more than one form for feedback']),
    ...(count('main') === 1 ? [] : ['more than one main']),
    ...(count('title') === 1 ? [] : ['more than one title']),
  ];
}

function classesOf({ properties }: Element): unknown[] {
  return [properties['className']].flat();
}

function elementHarms(element: Element): string[] {
  const { tagName, properties } = element;
  const found: string[] = [];
  if (FORBIDDEN.has(tagName.toLowerCase()) && !isFeedback(element) && !isSharedIcon(element))
    found.push(`<${tagName}>`);
  if (tagName === 'script' && !isOurs(element)) found.push(`<script> ${textOf(element)}`);
  if (tagName === 'meta' && properties['httpEquiv'] !== undefined) found.push('<meta http-equiv>');
  if (tagName === 'link' && !LINKS.has(String(properties['rel'])))
    found.push(`<link rel=${String(properties['rel'])}>`);
  for (const [name, value] of Object.entries(properties)) {
    const words = [value].flat().join(' ');
    const place = `<${tagName} ${name}="${words}">`;
    if (/^on/i.test(name) || ACTIVE.has(name)) found.push(place);
    if (['href', 'src', 'poster'].includes(name) && !isSafe(words, tagName === 'img')) found.push(place);
    if (
      name === 'style' &&
      /url|expression|@|behavior|binding|position\s*:\s*(?:fixed|absolute|sticky)|\\/i.test(words)
    )
      found.push(place);
  }
  return found;
}

/** The form below a page, and its field: writers can give an element neither this class nor this name. */
function isFeedback(element: Element): boolean {
  const { tagName, properties } = element;
  if (tagName === 'form') return classesOf(element).join(' ') === 'feedback';
  return tagName === 'textarea' && properties['id'] === 'bdy-feedback' && properties['name'] === 'comment';
}

/** An icon that the page has already: it names a part of the page and nothing else. */
function isSharedIcon({ tagName, properties, children }: Element): boolean {
  const [name, ...others] = Object.keys(properties);
  const isReference = name === 'href' && /^#bdy-icon-[\w-]{10}$/.test(String(properties['href']));
  return tagName === 'use' && isReference && others.length === 0 && children.length === 0;
}

function isOurs(script: Element): boolean {
  const source = script.properties['src'];
  // Data for machines: it does not run, and nothing in it can end it.
  if (script.properties['type'] === 'application/ld+json') return !textOf(script).includes('<');
  if (source === undefined) return textOf(script) === THEME_SCRIPT;
  return typeof source === 'string' && /^\/[^/].*site[^/]*\.js$/.test(source);
}

/** Reads an address as a browser does: leading blanks and control characters do not count. */
function isSafe(address: string, isImage: boolean): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what browsers skip
  const clean = address.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\n\r]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(clean)?.[1]?.toLowerCase();
  return scheme === undefined || SCHEMES.has(scheme) || (isImage && RASTER.test(clean));
}

/**
 * Runs in a browser: reports the content of the page after a real browser has parsed it, and scripts that ran. Links
 * are judged by the address that the browser derives.
 */
export const BROWSER_AUDIT = `(() => {
  const found = [...(window.ran ?? [])].map((what) => 'ran ' + what);
  for (const element of document.querySelectorAll('*')) {
    const tag = element.localName;
    if (element.matches('form.feedback, form.feedback textarea, svg.icon > use[href^="#bdy-icon-"]:only-child')) continue;
    if (/^(iframe|frame|object|embed|base|form|input|textarea|style|template|foreignobject|animate|set|use)$/i.test(tag))
      found.push(tag);
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(tag + ' ' + name);
      if (!/^(href|src|xlink:href|action|formaction|poster|data|srcset)$/i.test(name)) continue;
      let scheme = '';
      try { scheme = new URL(value, location.href).protocol; } catch { continue; }
      const isImage = tag === 'img' && /^data:image\\/(png|jpe?g|gif|webp|avif|bmp)/i.test(value);
      if (!/^(https?|mailto|tel|sms|ftp):$/.test(scheme) && !isImage) found.push(tag + ' ' + name + '=' + value);
    }
  }
  return found;
})()`;

/** Added to a page before it loads: notes errors and calls of dialogs such as `alert`. */
export const BROWSER_TRAP = `(() => {
  window.ran = [];
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'msgbox']) window[name] = (what) => window.ran.push(name + ' ' + what);
  addEventListener('error', (event) => { if (event.message) window.ran.push(event.message); });
})()`;
