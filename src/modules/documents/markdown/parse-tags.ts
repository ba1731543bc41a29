import type { ContentRef, DocumentBlock, DocumentData } from '../document.types.js';
import { formOf } from '../catalogue/catalogue.js';
import { block, codeLines, fragment, paragraph, plainText, voidBlock } from '../document-nodes.js';
import { rawBlock, rawHtmlBlock, rawSourceOf } from '../raw-source.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { decodePercent } from '#platform/http/decode-percent.js';
import { readBlock } from '../validate-document.js';
import { orEmpty, type BlockReader } from './block-reader.js';
import { defaultLabel } from './content-ref-text.js';
import type { DetailsToken, FlowToken, SummaryToken } from './flow-tokens.js';
import type { GitTag } from './git-tag.js';
import { readHtmlTag } from './html-tag.js';
import type { ParseState } from './parse-state.js';
import { summaryParagraph } from './parse-html.js';
import { readJson, readTagData, type TagData } from './tag-data.js';

type Builder = (
  tag: GitTag,
  read: TagData,
  inner: DocumentBlock[],
  reader: BlockReader,
) => DocumentBlock[] | undefined;

/** Builders of tags with more than the attributes and the children that the catalogue declares. */
const BUILDERS: Record<string, Builder> = {
  hint: (_tag, { data, others }, inner) => [block('hint', hintData(data, others), orEmpty(inner, paragraph))],
  update: (_tag, read, inner) => {
    const { date, tags, ...others } = read.others;
    if (date === undefined || Number.isNaN(Date.parse(isoDate(date)))) return undefined;
    const list = tags === undefined ? {} : { tags: readTags(tags) };
    return [
      block(
        'update',
        { ...read.data, date: isoDate(date), ...list, ...attributes(others) },
        orEmpty(inner, paragraph),
      ),
    ];
  },
  if: (tag, _read, inner) => [block('if', { expression: tag.argument }, orEmpty(inner, paragraph))],
  code: (_tag, { data, others }, inner) => codeBlocks({ ...data, ...attributes(others) }, inner),
  'content-ref': contentRef,
  embed: (_tag, { data, others }, inner) => {
    const { caption, ...rest } = others;
    if (data['url'] === undefined) return undefined;
    const words = [...(caption === undefined ? [] : [paragraph(caption)]), ...inner];
    return [voidBlock('embed', { ...data, ...attributes(rest) }, named('caption', words))];
  },
  file: (_tag, { data, others }, inner, { state }) => {
    const { src, caption, ...rest } = others;
    if (src === undefined) return undefined;
    const words = [...(caption === undefined ? [] : [paragraph(caption)]), ...inner];
    return [
      voidBlock('file', { ...data, ref: state.file(src), ...attributes(rest) }, named('caption', words)),
    ];
  },
  openapi: (_tag, { data, others }, inner, { state }) => {
    const { src, ...rest } = others;
    if (src === undefined) return undefined;
    const ref = state.file(src);
    const link = soleLink(inner);
    const isUsual =
      link !== undefined && link.label === defaultLabel(src) && sameRef(link.ref, state.link(src));
    return [
      voidBlock('swagger', { ...data, ref, ...attributes(rest) }, isUsual ? undefined : named('body', inner)),
    ];
  },
  'openapi-operation': openapi,
  'openapi-schemas': openapi,
  'openapi-webhook': openapi,
  include: (tag, _read, _inner, { state }) => {
    const path = /^(?:"([^"]+)"|'([^']+)'|(\S+))$/.exec(tag.argument);
    const found = path?.[1] ?? path?.[2] ?? path?.[3];
    return found === undefined ? undefined : [voidBlock('reusable-content', { ref: state.include(found) })];
  },
  'bindery-block': (tag) => {
    const found = readBlock(readJson(tag.argument));
    return found && [found];
  },
};

/** Blocks of a tag; `inner` is undefined for a tag without an end tag. An incomplete tag is kept as source. */
export function tagBlocks(
  tag: GitTag,
  inner: DocumentBlock[] | undefined,
  reader: BlockReader,
): DocumentBlock[] {
  if (tag.name.startsWith('@')) return [integration(tag)];
  const name = tag.name === 'swagger' ? 'openapi' : tag.name;
  const read = readTagData(name, tag.attributes);
  const builder = Object.hasOwn(BUILDERS, name) ? (BUILDERS[name] as Builder) : plain;
  const blocks = builder(tag, read, inner ?? [], reader);
  if (blocks) return blocks;
  const opening = rawBlock(tag.source, 'markdown');
  return inner === undefined ? [opening] : [opening, ...inner, rawBlock(`{% end${tag.name} %}`, 'markdown')];
}

function plain(
  _tag: GitTag,
  { block: type, data, others }: TagData,
  inner: DocumentBlock[],
): DocumentBlock[] {
  const { holds, fragment: name } = formOf(type) ?? {};
  const all = { ...data, ...attributes(others) };
  if (holds === undefined) return [voidBlock(type, all, name && named(name, inner))];
  return [block(type, all, holds === 'items' ? inner : orEmpty(inner, paragraph))];
}

function attributes(others: Record<string, string>): DocumentData {
  return Object.keys(others).length > 0 ? { attributes: others } : {};
}

/** An unknown style is kept, and shown as the default one. */
function hintData(data: DocumentData, others: Record<string, string>): DocumentData {
  const { style = 'info', ...rest } = data;
  return { ...rest, style, ...attributes(others) };
}

/** Text for the start or end of a container without a partner, and for tags of other languages. */
export function strayTag(token: FlowToken, state: ParseState): DocumentBlock[] {
  switch (token.kind) {
    case 'open':
      state.warn('unclosed-tag', `{% ${token.tag.name} %} is never closed; kept as text`, token.line);
      return [paragraph(token.tag.source)];
    case 'close':
      state.warn('stray-tag', `{% end${token.tag.name} %} closes nothing; kept as text`, token.line);
      return [paragraph(token.tag.source)];
    case 'unknown':
      state.warn('unknown-tag', `{% ${token.tag.name} %} is not known here; kept as it is`, token.line);
      return [rawBlock(token.tag.source, 'markdown')];
    case 'text':
      return token.source
        .split(/\n+/)
        .filter((line) => line.trim() !== '')
        .map((line) => paragraph(line.trim()));
    case 'node':
      return [];
    case 'details-open':
    case 'details-close':
      state.warn('unclosed-html', 'a <details> without its other end; kept as it is', token.line);
      return [rawHtmlBlock(token.source)];
    case 'html':
    case 'summary':
      return [rawHtmlBlock(token.source)];
  }
}

/** Reads `<details>`: the title is a line of HTML, the body is Markdown. */
export function expandableBlock(
  open: DetailsToken,
  summary: SummaryToken | undefined,
  inner: DocumentBlock[],
  reader: BlockReader,
): DocumentBlock {
  const { open: isOpen, ...rest } = readHtmlTag(open.source)?.attributes ?? {};
  const title = summary ? summaryParagraph(summary.inner, reader) : paragraph();
  const own = readHtmlTag(/^<[^>]*>/.exec(summary?.source ?? '')?.[0] ?? '')?.attributes ?? {};
  const data: DocumentData = { ...(isOpen !== undefined && { defaultExpanded: true }), ...attributes(rest) };
  if (Object.keys(own).length > 0) data['summaryAttributes'] = own;
  return voidBlock('expandable', data, [
    fragment({ type: 'expandable-title', fragment: 'expandable-title' }, [title]),
    fragment({ type: 'expandable-body', fragment: 'expandable-body' }, orEmpty(inner, paragraph)),
  ]);
}

function codeBlocks(data: DocumentData, inner: DocumentBlock[]): DocumentBlock[] {
  const at = inner.findIndex((one) => one.type === 'code' && rawSourceOf(one) === undefined);
  if (at === -1) return [block('code', data, codeLines([''])), ...inner];
  return inner.map((one, index) => (index === at ? { ...one, data: { ...one.data, ...data } } : one));
}

function contentRef(
  _tag: GitTag,
  { data, others }: TagData,
  inner: DocumentBlock[],
  { state }: BlockReader,
): DocumentBlock[] {
  const { url, ...rest } = others;
  const link = soleLink(inner);
  const ref = url === undefined ? link?.ref : state.link(url);
  if (!ref) return [rawBlock(_tag.source, 'markdown'), ...inner];
  const base = { ...data, ref, ...attributes(rest) };
  if (!link || !sameRef(link.ref, ref)) return [voidBlock('content-ref', base), ...inner];
  const isUsual = link.label === '' || link.label === defaultLabel(url ?? '');
  return [voidBlock('content-ref', isUsual ? base : { ...base, label: link.label })];
}

function openapi(
  tag: GitTag,
  { block: type, data, others }: TagData,
  inner: DocumentBlock[],
): DocumentBlock[] | undefined {
  const { spec, ...rest } = others;
  if (spec === undefined) return undefined;
  return [
    voidBlock(type, { ...data, ref: { kind: 'openapi', spec }, ...attributes(rest) }, named('body', inner)),
  ];
}

function integration(tag: GitTag): DocumentBlock {
  const [name = '', ...rest] = tag.name.slice(1).split('/');
  const data: DocumentData = { integration: name, block: rest.join('/'), props: {} };
  const props: Record<string, unknown> = {};
  for (const { name: key, value, bare } of tag.attributes) {
    const json = bare ? readJson(value) : undefined;
    const read = json === undefined ? value : json;
    if (key === 'props' && bare && read !== null && typeof read === 'object') Object.assign(props, read);
    else if (key === 'fullWidth') data['fullWidth'] = value === 'true';
    else if (key === 'data-url') data['url'] = value;
    else if (key === 'data-action') data['action'] = read;
    else props[key] = read;
  }
  return voidBlock('integration', { ...data, props });
}

/** The link of a block that consists of one link; undefined for other blocks. */
function soleLink(inner: DocumentBlock[]): { ref: ContentRef; label: string } | undefined {
  const only = inner.length === 1 ? inner[0] : undefined;
  const link = only?.type === 'paragraph' && only.nodes?.length === 1 ? only.nodes[0] : undefined;
  if (link?.object !== 'inline' || link.type !== 'link' || Object.keys(link.data).length > 1)
    return undefined;
  const isPlain = link.nodes?.every(
    (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.marks.length === 0),
  );
  return isPlain ? { ref: link.data['ref'] as ContentRef, label: plainText(link.nodes) } : undefined;
}

function sameRef(a: ContentRef, b: ContentRef): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function named(name: string, blocks: DocumentBlock[]): DocumentBlock['fragments'] {
  return blocks.length > 0 ? [fragment({ fragment: name }, blocks)] : undefined;
}

function readTags(text: string): { kind: 'tag'; tag: string }[] {
  const names = text.split(',').map((one) => one.trim());
  return names.filter((one) => one !== '').map((one) => ({ kind: 'tag', tag: decodePercent(one) }));
}

function isoDate(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00.000Z` : text;
}
