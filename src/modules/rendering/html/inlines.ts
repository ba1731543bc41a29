import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import {
  dataOf,
  type DocumentInline,
  type DocumentNode,
  footnoteLabel,
  type InlineOf,
  plainText,
} from '#modules/documents/index.js';
import { fragmentOf, nodesOf } from '../model/document-data.js';
import { type InlineRenderers, rendererOf } from '../model/renderer-of.js';
import { changedInline } from './changes.js';
import { emojiCharacters, emojiLabel } from '#platform/typography/emoji.js';
import { renderIcon } from './icons.js';
import { imageElements } from './blocks/images.js';
import { colorClasses, renderText } from './marks.js';
import { joinRawTags } from './raw-html.js';
import { rawInline, rawSource } from '../model/raw-source.js';
import { anchorElement } from './anchor-element.js';
import { refLabel, resolveLink } from '../model/references.js';
import type { RenderState } from './render-state.js';

const RENDERERS: InlineRenderers<RenderState, ElementContent[]> & { change: typeof changedInline } = {
  link,
  emoji,
  icon,
  'inline-math': (node, state) => state.math(dataOf(node).formula ?? '', false),
  'inline-image': inlineImage,
  mention,
  annotation,
  expression,
  button,
  change: changedInline,
};

/** Inline nodes as elements and text. Blocks among inlines are rendered in their place. */
export function renderInlines(nodes: readonly DocumentNode[], state: RenderState): ElementContent[] {
  const open: { tag: string; from: number }[] = [];
  const out: ElementContent[] = [];
  for (const node of nodes) {
    const raw = node.object === 'inline' ? rawInline(node) : undefined;
    if (raw === undefined) out.push(...renderInline(node, state));
    // Raw source alone on its line shows nothing: a comment, or an element without content.
    else if (node.object === 'inline' && dataOf(node).flow === true) continue;
    else if (raw.trimStart().startsWith('<')) joinRawTags(raw, out, open);
    else out.push(h('code', { class: 'source' }, raw));
  }
  return out;
}

function renderInline(node: DocumentNode, state: RenderState): ElementContent[] {
  if (node.object === 'text') return renderText(node);
  if (node.object === 'block') return state.blocks([node]);
  return (rendererOf(RENDERERS, node) ?? unknownInline)(node, state);
}

/** An inline of a newer client: its content if it has any, else its source; never nothing. */
function unknownInline(node: DocumentInline, state: RenderState): ElementContent[] {
  const children = state.inlines(nodesOf(node));
  if (children.length > 0) return [h('span', children)];
  return [h('code', { class: 'source' }, rawSource(node) ?? node.type)];
}

function link(node: InlineOf<'link'>, state: RenderState): ElementContent[] {
  const { ref } = dataOf(node);
  const target = resolveLink(ref, state);
  const children = state.inlines(nodesOf(node));
  if (!target) return [h('span', { class: 'broken-link', title: state.text.linkNotFound }, children)];
  const named = children.length > 0 ? children : [{ type: 'text' as const, value: refLabel(ref, target) }];
  return [anchorElement(target.href, {}, named)];
}

function emoji(node: InlineOf<'emoji'>): ElementContent[] {
  const { code = '' } = dataOf(node);
  const characters = emojiCharacters(code);
  if (characters === null) return [h('span', code === '' ? '' : `:${code}:`)];
  return [h('span', { class: 'emoji', role: 'img', ariaLabel: emojiLabel(characters) }, characters)];
}

function icon(node: InlineOf<'icon'>): ElementContent[] {
  const { icon: name = '', color } = dataOf(node);
  const classes = colorClasses(color, undefined);
  return [renderIcon(name, { label: name.replaceAll('-', ' ') || undefined, className: classes.join(' ') })];
}

function inlineImage(node: InlineOf<'inline-image'>, state: RenderState): ElementContent[] {
  const data = dataOf(node);
  return imageElements(data, state, { className: data.size === 'line' ? 'line-image' : 'inline-image' });
}

function mention(node: InlineOf<'mention'>, state: RenderState): ElementContent[] {
  const { ref } = dataOf(node);
  const target = resolveLink(ref, state);
  if (!target) return [h('span', { class: 'mention broken-link', title: state.text.linkNotFound }, '@')];
  const mark = target.emoji ? emojiCharacters(target.emoji) : null;
  const label = refLabel(ref, target);
  return [
    anchorElement(target.href, { class: 'mention' }, [
      ...(mark ? [h('span', { ariaHidden: 'true' }, `${mark} `)] : []),
      { type: 'text', value: label },
    ]),
  ];
}

/** The annotated words become a link to a note at the end of the page; the script shows the note beside the words. */
function annotation(node: DocumentInline, state: RenderState): ElementContent[] {
  // A footnote shows its number, so its words would repeat the number.
  const words = footnoteLabel(node) !== undefined ? [] : state.inlines(nodesOf(node));
  return annotate(node, state, words);
}

/** Annotates words that were rendered elsewhere: code lines colour their own text. */
export function annotate(
  node: DocumentInline,
  state: RenderState,
  children: ElementContent[],
): ElementContent[] {
  const body = fragmentOf(node, 'annotation-body');
  if (body.length === 0) return children;
  const id = state.freshId('note');
  const note = { id, body: [] as ElementContent[] };
  state.notes.push(note);
  const number = state.notes.length;
  note.body = state.blocks(body);
  return [
    h('a', { class: 'annotation', id: `${id}-ref`, href: `#${id}`, role: 'doc-noteref' }, [
      ...children,
      h('sup', String(number)),
    ]),
  ];
}

/** Expressions are evaluated before rendering; one that is left is shown as it was written. */
function expression(node: InlineOf<'expression'>): ElementContent[] {
  const source = dataOf(node).expression || plainText(nodesOf(node));
  return [h('code', { class: 'expression' }, source)];
}

function button(node: InlineOf<'button'>, state: RenderState): ElementContent[] {
  const { ref, label, kind = 'primary', size = 'medium', icon: name } = dataOf(node);
  const target = resolveLink(ref, state);
  const words = h('span', label || refLabel(ref, target));
  const children: ElementContent[] = [...(name ? [renderIcon(name)] : []), words];
  const className = `button button-${kind} button-${size}`;
  // Actions that pages do not have (search, ask) keep their words without a link.
  if (!target) return [h('span', { class: `${className} button-inert` }, children)];
  return [anchorElement(target.href, { class: className }, children)];
}
