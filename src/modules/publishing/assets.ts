import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findBundleFile } from './bundle-assets.js';
import { ASSETS_PATH, type PublishedAsset } from './published-asset.js';
import { FONTS_PATH, readFontFile, usedFont } from './theme/font-files.js';
import { DIAGRAMS, readScripts, SCRIPT_MODULES } from './script-assets.js';

export type AssetName = 'site.css' | 'members.css' | 'site.js' | 'favicon.svg' | 'katex.css';

/** Files of the one style sheet that readers load. The order matters: later files refine earlier ones. */
const STYLE_PARTS = [
  ...[
    'base',
    'announcement',
    'header',
    'menus',
    'drawer',
    'layout',
    'footer',
    'tree',
    'content',
    'blocks',
    'code',
    'tables',
    'media',
    'search',
    'actions',
    'api',
    'preview',
  ],
  'print',
];

/** Files of the style sheet of member pages, which comes after the one of readers. */
const MEMBER_STYLE_PARTS = [
  ...['shell', 'sidebar', 'bar', 'lists', 'forms', 'settings', 'tables', 'faces'],
  ...['diff', 'review', 'insights', 'sign-in', 'palette', 'files', 'sites', 'people', 'looks', 'contents'],
  ...['operate', 'audience', 'structure'],
];

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
} as const;

interface StoredAsset extends PublishedAsset {
  hash: string;
}

const katexDirectory = dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
/** The font of member pages is that of sites whose settings name none. */
const memberText = usedFont('Inter', 'App Text', 'sans');
const assets: Record<Exclude<AssetName, 'site.js'>, StoredAsset> = {
  'site.css': stored(STYLE_PARTS.map((part) => read(`${part}.css`)).join('\n'), TYPES.css),
  'members.css': stored(memberStyles(), TYPES.css),
  'favicon.svg': stored(read('favicon.svg'), TYPES.svg),
  'katex.css': stored(katexStyles(), TYPES.css),
};
const scripts = readScripts();
/** All scripts share one hash, because modules import each other by relative names. */
const scriptsHash = hashOf([...scripts].map(([name, text]) => (name === DIAGRAMS ? '' : text())).join('\n'));
const sentScripts = new Map<string, PublishedAsset>();

/** Address of the font that every member page needs first. */
export function memberFontUrl(base: string): string {
  return `${base}${ASSETS_PATH}/${assets['members.css'].hash}/${memberText.first}`;
}

export { ASSETS_PATH, SCRIPT_MODULES };

/**
 * Address of an asset.
 * @param base address prefix of the host, without a slash at the end.
 */
export function assetUrl(base: string, name: AssetName): string {
  const hash = name === 'site.js' ? scriptsHash : assets[name].hash;
  return `${base}${ASSETS_PATH}/${hash}/${name}`;
}

/** Address of a module of the scripts. */
export function scriptUrl(base: string, name: (typeof SCRIPT_MODULES)[number]): string {
  return `${base}${ASSETS_PATH}/${scriptsHash}/${name}.js`;
}

/**
 * The asset for the part of the address after {@link ASSETS_PATH}, such as `/1f0c…/site.css`; null for any other path.
 * A page from an older release may request an older hash: it gets null instead of a file that does not fit it.
 */
export function findAsset(path: string): PublishedAsset | null {
  const bundleFile = /^\/app\/([\w.-]+)$/.exec(path)?.[1];
  if (bundleFile !== undefined) return findBundleFile(bundleFile);
  const [, hash, name] = /^\/([0-9a-f]+)\/(.+)$/.exec(path) ?? [];
  if (hash === undefined || name === undefined) return null;
  if (hash === scriptsHash) return findScript(name);
  const font = /^fonts\/(KaTeX_[A-Za-z0-9]+-[A-Za-z]+\.woff2)$/.exec(name)?.[1];
  if (font !== undefined) return hash === assets['katex.css'].hash ? katexFont(font) : null;
  if (hash === assets['members.css'].hash && name.startsWith(`${FONTS_PATH}/`)) return memberFont(name);
  const asset = Object.hasOwn(assets, name) ? assets[name as keyof typeof assets] : undefined;
  return asset?.hash === hash ? asset : null;
}

function findScript(name: string): PublishedAsset | null {
  const text = scripts.get(name);
  if (!text) return null;
  const known = sentScripts.get(name) ?? compressed(text(), TYPES.js);
  sentScripts.set(name, known);
  return known;
}

/** Fonts are read on request: few readers need them, and the file system caches them. */
function katexFont(name: string): PublishedAsset | null {
  try {
    return { body: readFileSync(join(katexDirectory, 'fonts', name)), contentType: TYPES.woff2 };
  } catch {
    return null;
  }
}

/** A font of member pages, beside the style sheet that names it. */
function memberFont(name: string): PublishedAsset | null {
  const file = readFontFile(name.slice(FONTS_PATH.length + 1));
  return file && { body: file, contentType: TYPES.woff2 };
}

/** The style sheet of the package with one format of each font; every supported browser reads that format. */
function katexStyles(): string {
  const css = readFileSync(join(katexDirectory, 'katex.min.css'), 'utf8');
  return css.replace(/,url\([^)]+\.(woff|ttf)\) format\("(woff|truetype)"\)/g, '');
}

/** The style sheet of member pages, with the faces of their font. */
function memberStyles(): string {
  const parts = MEMBER_STYLE_PARTS.map((part) => read(`members/${part}.css`));
  return [memberText.faces, `.app{--font:${memberText.family}}`, ...parts].join('\n');
}

function read(name: string): string {
  return readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
}

function stored(text: string, contentType: string): StoredAsset {
  return { ...compressed(text, contentType), hash: hashOf(text) };
}

function compressed(text: string, contentType: string): PublishedAsset {
  const body = Buffer.from(text);
  return { body, gzip: gzipSync(body), contentType };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20);
}
