import { isScalar, parseDocument, stringify, visit, type YAMLMap } from 'yaml';
import type { ContentRef, DocumentBlock } from '../document.types.js';
import { block, codeLines } from '../document-nodes.js';
import { isRecord } from '../values.js';
import type { PageCover, PageLayout, PageMeta } from './markdown.types.js';
import type { ParseState } from './parse-state.js';

export interface FrontMatter {
  meta: PageMeta;
  body: string;
  /** Lines before the body. */
  lines: number;
  /** The front matter as text, when it could not be read. */
  blocks: DocumentBlock[];
}

/** Limit in characters: reading YAML takes hundreds of times its size in memory, and authors write far less. */
const MAX_YAML_LENGTH = 100_000;
const FENCED = /^---[ \t]*\n(?:([\s\S]*?)\n)?---[ \t]*(?:\n|$)/;

/** Splits a page into front matter and body. YAML that cannot be read is a warning and becomes a block of code. */
export function readFrontMatter(source: string, state: ParseState): FrontMatter {
  const match = FENCED.exec(source);
  if (!match) return { meta: {}, body: source, lines: 0, blocks: [] };
  const text = match[1] ?? '';
  const body = source.slice(match[0].length);
  const lines = match[0].split('\n').length - 1;
  const values = text.length > MAX_YAML_LENGTH ? undefined : readYaml(text);
  if (values) return { meta: readMeta(values, state), body, lines, blocks: [] };
  state.warn('front-matter', 'the front matter is too long, or not valid YAML; kept as text', 1);
  return { meta: {}, body, lines, blocks: [block('code', { syntax: 'yaml' }, codeLines(text.split('\n')))] };
}

function readYaml(text: string): Record<string, unknown> | undefined {
  try {
    // The uniqueness of names is checked below, because the library compares each name with all before it.
    const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false });
    if (document.errors.length > 0) return undefined;
    let isUnique = true;
    visit(document, {
      Map(_key, map) {
        isUnique &&= hasUniqueNames(map);
        return isUnique ? undefined : visit.BREAK;
      },
      Scalar(_key, node) {
        // `1.10` and `007` are versions and codes more often than numbers, so a number that would be written
        // differently stays text.
        if (typeof node.value === 'number' && String(node.value) !== node.source) node.value = node.source;
      },
    });
    if (!isUnique) return undefined;
    const value: unknown = document.toJS({ maxAliasCount: 10 });
    if (value === null || value === undefined) return {};
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function hasUniqueNames({ items }: YAMLMap): boolean {
  const names = items.flatMap(({ key }) => (isScalar(key) ? [key.value] : []));
  return new Set(names).size === names.length;
}

const FLAGS = ['hidden', 'noIndex', 'noRobotsIndex'] as const;
const TEXTS = ['description', 'icon', 'emoji'] as const;
/** Longest name of an icon or emoji. */
const MAX_NAME = 50;
const LAYOUT_PARTS = [
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'cover',
] as const;

function readMeta(values: Record<string, unknown>, state: ParseState): PageMeta {
  const rest = { ...values };
  const meta: PageMeta = {};
  for (const name of TEXTS) {
    const value = rest[name];
    // A value that is too long for the name of an icon is kept like unknown members.
    if (typeof value === 'string' && (name === 'description' || value.length <= MAX_NAME)) {
      meta[name] = value;
      delete rest[name];
    }
  }
  for (const name of FLAGS) {
    if (typeof rest[name] === 'boolean') {
      meta[name] = rest[name];
      delete rest[name];
    }
  }
  takeVariables(rest, meta);
  takeLayout(rest, meta);
  takeCover(rest, meta, state);
  if (Object.keys(rest).length > 0) meta.frontMatter = rest;
  return meta;
}

function takeVariables(rest: Record<string, unknown>, meta: PageMeta): void {
  for (const name of ['vars', 'variables']) {
    const value = rest[name];
    const isValue = (one: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof one);
    if (meta.variables || !isRecord(value) || !Object.values(value).every(isValue)) continue;
    meta.variables = value as PageMeta['variables'];
    delete rest[name];
  }
}

function takeLayout(rest: Record<string, unknown>, meta: PageMeta): void {
  if (!isRecord(rest['layout'])) return;
  const left: Record<string, unknown> = { ...rest['layout'] };
  const layout: PageLayout = {};
  if (left['width'] === 'default' || left['width'] === 'wide') {
    layout.width = left['width'];
    delete left['width'];
  }
  for (const part of LAYOUT_PARTS) {
    const value = left[part];
    if (!isRecord(value) || typeof value['visible'] !== 'boolean') continue;
    const { visible, size, ...more } = value;
    layout[part] = visible as boolean;
    const isSize = part === 'cover' && (size === 'hero' || size === 'full');
    if (isSize) layout.coverSize = size;
    const others = { ...more, ...(size !== undefined && !isSize && { size }) };
    if (Object.keys(others).length > 0) left[part] = others;
    else delete left[part];
  }
  if (Object.keys(layout).length > 0) meta.layout = layout;
  if (Object.keys(left).length > 0) rest['layout'] = left;
  else delete rest['layout'];
}

function takeCover(rest: Record<string, unknown>, meta: PageMeta, state: ParseState): void {
  const { cover, coverY, coverHeight } = rest;
  const paths = typeof cover === 'string' ? { light: cover } : cover;
  if (!isRecord(paths) || typeof paths['light'] !== 'string') return;
  if (
    Object.keys(paths).some(
      (name) => name !== 'light' && (name !== 'dark' || typeof paths[name] !== 'string'),
    )
  )
    return;
  const found: PageCover = { ref: state.file(paths['light']), yPos: typeof coverY === 'number' ? coverY : 0 };
  if (typeof paths['dark'] === 'string') found.refDark = state.file(paths['dark']);
  if (typeof coverHeight === 'number') {
    found.height = coverHeight;
    delete rest['coverHeight'];
  }
  if (typeof coverY === 'number') delete rest['coverY'];
  delete rest['cover'];
  meta.cover = found;
}

/** Writes the front matter of a page, with its fences; empty for a page without properties. */
export function writeFrontMatter(meta: PageMeta, address: (ref: ContentRef) => string): string {
  const values = frontValues(meta, address);
  return Object.keys(values).length === 0
    ? ''
    : `---\n${stringify(values, { lineWidth: 100, aliasDuplicateObjects: false })}---\n`;
}

/** The members of the front matter of a page. */
export function frontValues(meta: PageMeta, address: (ref: ContentRef) => string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of [...TEXTS, ...FLAGS]) if (meta[name] !== undefined) values[name] = meta[name];
  if (meta.variables) values['vars'] = meta.variables;
  if (meta.cover) {
    const { ref, refDark, yPos, height } = meta.cover;
    values['cover'] = refDark ? { light: address(ref), dark: address(refDark) } : address(ref);
    values['coverY'] = yPos;
    if (height !== undefined) values['coverHeight'] = height;
  }
  const { layout: others, ...rest } = meta.frontMatter ?? {};
  const layout = { ...writeLayout(meta.layout), ...(isRecord(others) && mergeLayout(others, meta.layout)) };
  if (Object.keys(layout).length > 0) values['layout'] = layout;
  else if (others !== undefined) values['layout'] = others;
  for (const [name, value] of Object.entries(rest)) values[name] ??= value;
  return values;
}

function writeLayout(layout: PageLayout = {}): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (layout.width !== undefined) values['width'] = layout.width;
  for (const part of LAYOUT_PARTS) {
    if (layout[part] === undefined) continue;
    const size = part === 'cover' && layout.coverSize !== undefined ? { size: layout.coverSize } : {};
    values[part] = { visible: layout[part], ...size };
  }
  return values;
}

/** Merges unknown members of `layout` with the known ones of the same part. */
function mergeLayout(others: Record<string, unknown>, layout: PageLayout = {}): Record<string, unknown> {
  const known = writeLayout(layout);
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => {
      const own = Object.hasOwn(known, name) ? known[name] : undefined;
      return [name, isRecord(own) && isRecord(value) ? { ...value, ...own } : (own ?? value)];
    }),
  );
}
