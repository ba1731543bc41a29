import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Element, Root } from 'hast';
import { s } from 'hastscript';
import { toHtml } from 'hast-util-to-html';
import { visit } from 'unist-util-visit';

/** Outline of one icon: its box and the path of each layer. */
export interface IconShape {
  width: number;
  height: number;
  paths: string[];
}

interface IconModule {
  width: number;
  height: number;
  svgPathData: string | string[];
}

const load = createRequire(import.meta.url);
const SOLID = ['@fortawesome/free-solid-svg-icons', '@fortawesome/free-brands-svg-icons'];
const OUTLINED = ['@fortawesome/free-regular-svg-icons', ...SOLID];

/**
 * The style of icons. The free set has few outlined icons: the others are solid on such pages too, and styles that the
 * free set lacks are mapped to one of these two.
 */
export type IconStyle = 'solid' | 'outlined';

// The style is ambient, because icons stand in every kind of block, and all icons of a page have one style.
const styles = new AsyncLocalStorage<IconStyle>();

/** Draws all icons inside of `work` in one style. */
export function withIconStyle<Result>(style: IconStyle, work: () => Result): Result {
  return styles.run(style, work);
}

/** Names come from content, so the cache of shapes is bounded. */
const MAX_KNOWN = 2_000;
const known = new Map<string, IconShape | null>();

/**
 * Shape of a Font Awesome icon by the name that writers use (`house`, `fa-arrow-right`), or null if the free set lacks
 * it. Each icon is a separate file that is read on first use: loading the whole set would take tens of megabytes.
 */
export function iconShape(name: string): IconShape | null {
  const key = name.toLowerCase().replace(/^fa-/, '');
  const style = styles.getStore() ?? 'solid';
  const found = known.get(`${style} ${key}`);
  if (found !== undefined) return found;
  const shape = readIcon(key, style === 'outlined' ? OUTLINED : SOLID);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(`${style} ${key}`, shape);
  return shape;
}

/** `icon` as inline SVG. An icon with a label is announced as an image; without one it is decoration. */
export function renderIcon(name: string, options: { label?: string; className?: string } = {}): Element {
  const shape = iconShape(name) ?? FALLBACK;
  return s(
    'svg',
    {
      class: ['icon', options.className].filter(Boolean).join(' '),
      viewBox: `0 0 ${shape.width} ${shape.height}`,
      fill: 'currentColor',
      ...(options.label ? { role: 'img', ariaLabel: options.label } : { ariaHidden: 'true' }),
    },
    shape.paths.map((d) => s('path', { d })),
  );
}

/** `icon` as the text of an SVG element. */
export function iconSvg(name: string): string {
  return toHtml(renderIcon(name), { space: 'svg' });
}

/** An icon that a page repeats so many times is drawn once, because its outline is longer than most text beside it. */
const OFTEN = 8;

/** Replaces icons that a page repeats by references to the first of their kind. */
export function shareIcons(content: Root): void {
  const icons = new Map<string, Element[]>();
  visit(content, { type: 'element', tagName: 'svg' }, (icon: Element) => {
    const { className, viewBox } = icon.properties;
    if (!Array.isArray(className) || !className.includes('icon')) return;
    const outlines = icon.children.map((path) => (path.type === 'element' ? path.properties['d'] : ''));
    const key = [viewBox, ...outlines].join(' ');
    const same = icons.get(key) ?? [];
    same.push(icon);
    icons.set(key, same);
  });
  for (const [key, [first, ...others]] of icons) {
    if (!first || others.length + 1 < OFTEN) continue;
    // The id is the same in each part of a page that was rendered separately.
    const id = `bdy-icon-${createHash('sha1').update(key).digest('base64url').slice(0, 10)}`;
    first.children = [s('g', { id }, first.children)];
    for (const icon of others) icon.children = [s('use', { href: `#${id}` })];
  }
}

/** A plain ring for an icon that is not known. */
const FALLBACK: IconShape = {
  width: 512,
  height: 512,
  paths: [
    'M256 64a192 192 0 1 0 0 384 192 192 0 1 0 0-384zm0 48a144 144 0 1 1 0 288 144 144 0 1 1 0-288zm0 88a56 56 0 1 0 0 112 56 56 0 1 0 0-112z',
  ],
};

function readIcon(key: string, packages: string[]): IconShape | null {
  // The name becomes part of a module path, so only names in the form of icon names are accepted.
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key) || key.length > 50) return null;
  const file = `fa${key.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())}`;
  for (const name of packages) {
    try {
      const icon = load(`${name}/${file}`) as IconModule;
      return { width: icon.width, height: icon.height, paths: [icon.svgPathData].flat() };
    } catch {
      // The set lacks this icon, so the next set is tried.
    }
  }
  return null;
}
