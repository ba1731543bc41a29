import type { DocumentBlock, DocumentData } from '../document.types.js';
import type { ValidBlock, DataOf } from '../catalogue/node-data.js';
import { formOf } from '../catalogue/catalogue.js';
import type { FieldType } from '../catalogue/node-form.js';

import { childBlocks, isEmptyParagraph } from '../document-nodes.js';

import { defaultLabel, isWritableRef } from './content-ref-text.js';
import { formatDestination } from './escape.js';
import { formatAttribute, formatJsonAttribute, splitTagLine, tagJson } from './git-tag.js';
import { stringAttributes, withoutKeys } from './inline-html.js';
import { LINE_BREAK } from './join-tags.js';
import { InlineWriter } from './serialize-inlines.js';
import { SerializeState } from './serialize-state.js';
import { readTagData } from './tag-data.js';
import { formatLength, TAGS } from './tag-fields.js';
import { canonicalJson } from '#platform/canonical-json.js';

/** Writes child blocks as Markdown. */
export type Children = (blocks: DocumentBlock[]) => string;

interface TagForm {
  /** Attributes besides the fields of the tag. */
  others: Record<string, string>;
  data: DocumentData;
  body?: string;
}

/** A block as a `{% tag %}`; undefined for blocks without a tag, or whose data the tag cannot hold. */
export function tagMarkdown(
  block: ValidBlock,
  state: SerializeState,
  children: Children,
): string | undefined {
  if (block.type === 'integration') return integrationTag(block, state);
  if (block.type === 'reusable-content') return includeTag(block, state);
  if (block.type === 'if') return ifTag(block, children);
  const tag = formOf(block.type)?.tag?.name;
  const form = tag === undefined || tag === 'code' ? undefined : tagForm(block, state, children);
  if (tag === undefined || !form) return undefined;
  const open = openingTag(tag, form.data, form.others);
  if (open === undefined) return undefined;
  return form.body === undefined ? open : `${open}\n${form.body}${bodyEnd(form.body)}{% end${tag} %}`;
}

/** HTML continues to a blank line, so the end tag needs one before it. */
function bodyEnd(body: string): string {
  const last = body.slice(body.lastIndexOf('\n\n') + 1).trimStart();
  return last.startsWith('<') ? '\n\n' : '\n';
}

function tagForm(block: ValidBlock, state: SerializeState, children: Children): TagForm | undefined {
  const { attributes, ...data } = block.data;
  const others = stringAttributes(attributes);
  const body = (): string => bodyOf(childBlocks(block.nodes), children);
  switch (block.type) {
    case 'content-ref':
      return contentRefForm(data, others, state);
    case 'embed': {
      const { caption, left } = captionForm(block, children);
      return { others: { ...others, ...caption }, data, ...left };
    }
    case 'file': {
      const { ref, ...rest } = data;
      const { caption, left } = captionForm(block, children);
      return isWritableRef(ref)
        ? { others: { ...others, src: state.address(ref), ...caption }, data: rest, ...left }
        : undefined;
    }
    case 'swagger': {
      const { ref, ...rest } = data;
      if (!isWritableRef(ref)) return undefined;
      const src = state.address(ref);
      return {
        others: { ...others, src },
        data: rest,
        body: fragmentBody(block, children) ?? usualLink(src, defaultLabel(src)),
      };
    }
    case 'openapi-operation':
    case 'openapi-schemas':
    case 'openapi-webhook':
      return specForm(block, data, others, children);
    case 'update':
      return updateForm(data, others, body());
    case 'hint': {
      // `style` is the default for an unknown style, which stands among the other attributes.
      const { style, ...rest } = data;
      const isOdd = others['style'] !== undefined && style === 'info';
      return { others, data: isOdd ? rest : data, body: body() };
    }
    default: {
      const isVoid = formOf(block.type)?.holds === undefined;
      return { others, data, body: isVoid ? fragmentBody(block, children) : body() };
    }
  }
}

function specForm(
  block: DocumentBlock,
  { ref, ...data }: DocumentData,
  others: Record<string, string>,
  children: Children,
): TagForm | undefined {
  if (!isWritableRef(ref) || ref.kind !== 'openapi') return undefined;
  return { others: { ...others, spec: ref.spec }, data, body: fragmentBody(block, children) };
}

/** Children of a container; one empty paragraph is written as nothing. */
function bodyOf(blocks: DocumentBlock[], children: Children): string {
  return blocks.length === 1 && blocks.every(isEmptyParagraph) ? '' : children(blocks);
}

function contentRefForm(
  data: DocumentData,
  others: Record<string, string>,
  state: SerializeState,
): TagForm | undefined {
  const { ref, label, ...rest } = data;
  if (!isWritableRef(ref) || (label !== undefined && (typeof label !== 'string' || label === '')))
    return undefined;
  const url = state.address(ref);
  return { others: { ...others, url }, data: rest, body: usualLink(url, label ?? defaultLabel(url)) };
}

function usualLink(url: string, label: string): string {
  const scope = { inLink: true, inCell: false, inHeading: false, rawAsJson: false };
  const nodes = [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: label, marks: [] }] }];
  return `[${new InlineWriter({ ...scope, state: NOTHING }, '[').write(nodes)}](${formatDestination(url, false)})`;
}

const NOTHING = new SerializeState({});

/** A caption of plain words is an attribute, other captions are the body of the tag. */
function captionForm(
  block: DocumentBlock,
  children: Children,
): { caption: Record<string, string>; left: { body?: string } } {
  const blocks = block.fragments?.find((one) => one.fragment === 'caption')?.nodes ?? [];
  if (blocks.length === 0) return { caption: {}, left: {} };
  const only = blocks.length === 1 ? blocks[0] : undefined;
  const text =
    only?.type === 'paragraph' && Object.keys(only.data).length === 0 && only.nodes?.length === 1
      ? only.nodes[0]
      : undefined;
  const leaf = text?.object === 'text' && text.leaves.length === 1 ? text.leaves[0] : undefined;
  if (leaf && leaf.marks.length === 0 && leaf.text !== '')
    return { caption: { caption: leaf.text }, left: {} };
  return { caption: {}, left: { body: fragmentBody(block, children) } };
}

/** The only fragment of a block; undefined when it is empty. */
function fragmentBody(block: DocumentBlock, children: Children): string | undefined {
  const name = formOf(block.type)?.fragment;
  const blocks = block.fragments?.find((one) => one.fragment === name)?.nodes;
  return blocks && blocks.length > 0 ? children(blocks) : undefined;
}

function updateForm(
  data: DataOf<'update'>,
  others: Record<string, string>,
  body: string,
): TagForm | undefined {
  const { date, tags, ...rest } = data;
  if (date === undefined) return undefined;
  const names = (tags ?? []).map((tag) =>
    tag.kind === 'tag' && tag.space === undefined && tag.tag !== '' ? encodeTag(tag.tag) : undefined,
  );
  if (names.some((name) => name === undefined)) return undefined;
  const shown: Record<string, string> = tags === undefined ? {} : { tags: names.join(',') };
  return { others: { ...others, date: date.replace(/T00:00:00\.000Z$/, ''), ...shown }, data: rest, body };
}

function encodeTag(tag: string): string {
  return /^[\w.-]+$/.test(tag) ? tag : encodeURIComponent(tag);
}

/** Attributes that come first, because they name the subject of the block. */
const LEADING = ['src', 'url', 'spec', 'date', 'tags'];

/** The opening tag, checked by reading it back; undefined when the result differs. */
export function openingTag(
  tag: string,
  data: DocumentData,
  others: Record<string, string>,
): string | undefined {
  const { fields = {}, members = {} } = TAGS.get(tag) ?? {};
  const nameOf = (member: string): string =>
    Object.keys(members).find((name) => members[name] === member) ?? member;
  const parts: string[] = [];
  const left: DocumentData = {};
  // The order must not depend on the order of members, which the database does not keep.
  const order = Object.keys(fields);
  const { '': junk, ...named } = others;
  for (const name of LEADING) if (named[name] !== undefined) parts.push(formatAttribute(name, named[name]));
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const ranked = Object.entries(data).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  for (const [name, value] of ranked) {
    if (value === undefined) continue;
    const text = Object.hasOwn(fields, name) ? fieldText(fields[name] as FieldType, value) : undefined;
    if (text === undefined) left[name] = value;
    else parts.push(formatAttribute(nameOf(name), text, tag));
  }
  for (const name of Object.keys(named).sort())
    if (!LEADING.includes(name)) parts.push(formatAttribute(name, named[name] as string, tag));
  if (Object.keys(left).length > 0) parts.push(formatJsonAttribute('data', left));
  if (junk !== undefined) parts.push(junk);
  const source = `{% ${[tag, ...parts].join(' ')} %}`;
  const read = readOneTag(source);
  const back = read?.name === tag ? readTagData(tag, read.attributes) : undefined;
  const isSame =
    back &&
    canonicalJson(back.data) === canonicalJson(data) &&
    canonicalJson(back.others) === canonicalJson(others);
  return isSame ? source : undefined;
}

function readOneTag(source: string) {
  const segments = source.includes('\n') ? undefined : splitTagLine(source);
  const only = segments?.length === 1 ? segments[0] : undefined;
  return only?.kind === 'tag' && only.tag.source === source ? only.tag : undefined;
}

function fieldText(type: FieldType, value: unknown): string | undefined {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined;
    case 'number':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e9
        ? String(value)
        : undefined;
    case 'length':
      return formatLength(value);
    case 'list': {
      const isList =
        Array.isArray(value) &&
        value.every((one) => typeof one === 'string' && /^[^,\s][^,]*$/.test(one) && one.trim() === one);
      return isList ? (value as string[]).join(',') : undefined;
    }
    case 'json':
      return typeof value === 'string' ? value : undefined;
  }
}

function integrationTag(block: ValidBlock<'integration'>, state: SerializeState): string | undefined {
  const { integration, block: component, props, fullWidth, url, action, ...rest } = block.data;
  const name = `${integration}/${component}`;
  if (!/^[\w.-]+\/[\w./-]+$/.test(name) || !props || Object.keys(rest).length > 0) return undefined;
  const parts: string[] = [];
  const reserved = ['fullWidth', 'data-url', 'data-action', 'props'];
  const isSimple = Object.keys(props).every(
    (name) => /^[A-Za-z_][\w.-]*$/.test(name) && !reserved.includes(name),
  );
  if (isSimple) {
    for (const [name, value] of Object.entries(props).sort(([a], [b]) => (a < b ? -1 : 1))) {
      parts.push(typeof value === 'string' ? formatAttribute(name, value) : formatJsonAttribute(name, value));
    }
  } else parts.push(formatJsonAttribute('props', props));
  if (fullWidth !== undefined) parts.push(formatAttribute('fullWidth', String(fullWidth)));
  if (url !== undefined) parts.push(formatAttribute('data-url', url));
  if (action !== undefined) parts.push(formatJsonAttribute('data-action', action));
  const source = `{% ${[`@${name}`, ...parts].join(' ')} %}`;
  const read = readOneTag(source);
  if (read?.attributes.length !== parts.length) return undefined;
  if (source.includes(LINE_BREAK)) state.tagsOfManyLines.add(source);
  return source;
}

function includeTag(block: ValidBlock<'reusable-content'>, state: SerializeState): string | undefined {
  const { ref, ...rest } = block.data;
  const path = isWritableRef(ref) && Object.keys(rest).length === 0 ? state.address(ref) : '';
  return path === '' || /["\n\r]|%\}/.test(path) || path.trim() !== path
    ? undefined
    : `{% include "${path}" %}`;
}

function ifTag(block: ValidBlock<'if'>, children: Children): string | undefined {
  const { expression, ...rest } = block.data;
  const source = `{% if ${expression} %}`;
  const read = Object.keys(rest).length === 0 ? readOneTag(source) : undefined;
  if (read?.argument !== expression) return undefined;
  const body = bodyOf(childBlocks(block.nodes), children);
  return `${source}\n${body}${bodyEnd(body)}{% endif %}`;
}

/** Writes any block as JSON in a tag. */
export function jsonTag(block: DocumentBlock): string {
  return `{% bindery-block ${tagJson(withoutKeys(block))} %}`;
}
