import {
  colorName,
  type ContentRef,
  dataOf,
  type DocumentInline,
  type DocumentLeaf,
  type DocumentNode,
  type DocumentText,
  type InlineOf,
  plainText,
} from '#modules/documents/index.js';
import {
  asNumber,
  asText,
  fragmentOf,
  type InlineRenderers,
  nodesOf,
  rawInline,
  rawSource,
  refLabel,
  rendererOf,
} from '#modules/rendering/index.js';
import { emojiCharacters } from '#platform/typography/emoji.js';
import { body, call, callOf, type Content, lines, MAX_WORD_LENGTH, points, quoted } from './code.js';
import { htmlInlines } from './html.js';
import { typesetMath } from './math.js';
import { findPicture } from './pictures.js';
import { linked, resolveTarget } from './references.js';
import type { Target } from './typesetting.types.js';
import type { TypesettingState } from './typesetting-state.js';

const TYPESETTERS: InlineRenderers<TypesettingState, Content> = {
  link,
  emoji: (node) => emoji(dataOf(node).code ?? ''),
  icon: (node, state) => [
    call('icon', [state.icon(dataOf(node).icon ?? '', COLOR_VALUES[colorName(dataOf(node).color) ?? ''])]),
  ],
  'inline-math': (node) => typesetMath(dataOf(node).formula ?? '', false),
  'inline-image': inlineImage,
  mention,
  annotation: (node, state) => annotate(node, state, state.inlines(nodesOf(node))),
  expression: (node) => [call('inline-code', [quoted(dataOf(node).expression || plainText(nodesOf(node)))])],
  button,
};

/** Inline nodes. Blocks that strayed into a line are set where they stand. */
export function typesetInlines(nodes: readonly DocumentNode[], state: TypesettingState): Content {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return text(node, state);
    if (node.object === 'block') return state.blocks([node]);
    const raw = rawInline(node);
    if (raw !== undefined)
      return raw.trimStart().startsWith('<') ? htmlInlines(raw, state) : inlineCode(raw, state);
    return (rendererOf(TYPESETTERS, node) ?? unknownInline)(node, state);
  });
}

/** An emoji by its code, name or itself; the code as text for an unknown one. */
export function emoji(code: string): Content {
  const characters = emojiCharacters(code);
  if (characters !== null) return [call('pictograph', [characters])];
  return code === '' ? [] : [quoted(`:${code}:`)];
}

/** The words with a footnote. */
export function annotate(node: DocumentInline, state: TypesettingState, words: Content): Content {
  const note = fragmentOf(node, 'annotation-body');
  if (note.length === 0) return words;
  // Markdown's footnotes annotate nothing but their own sign, which the footnote gets anyway.
  const isSign = /^[\p{No}\p{Nd}*†‡§[\]^]{0,4}$/u.test(plainText(nodesOf(node)).trim());
  return [...(isSign ? [] : words), call('note', [body(state.compact(note))])];
}

/** The colours of icons, which are pictures; those of text are the template's. */
const COLOR_VALUES: Record<string, string> = {
  ...{
    green: '#1a7f37',
    blue: '#1f5fd6',
    red: '#c21c1c',
    orange: '#b45309',
    yellow: '#8a6100',
    purple: '#7e22ce',
  },
  ...{
    pink: '#be185d',
    violet: '#6d28d9',
    cyan: '#0e7490',
    primary: '#1f5fd6',
    tint: '#1f5fd6',
    info: '#1f5fd6',
  },
  ...{ success: '#1a7f37', warning: '#b45309', danger: '#c21c1c' },
};

/** The colour as the template has it; null for none. */
export function shownColor(value: unknown): string | null {
  return colorName(value) ?? null;
}

/** Signs of code in a line that are kept together in a box. */
const MAX_CODE_BOX_LENGTH = 40;

/** Typst form of each mark, innermost first. */
const MARKS: readonly [type: string, look: (words: Content) => Content][] = [
  ['superscript', (words) => [callOf('super', [body(words)])]],
  ['subscript', (words) => [callOf('sub', [body(words)])]],
  ['strikethrough', (words) => [callOf('strike', [body(words)])]],
  ['italic', (words) => [callOf('emph', [body(words)])]],
  ['bold', (words) => [callOf('strong', [body(words)])]],
  ['keyboard', (words) => [call('keyboard', [body(words)])]],
];

function text(node: DocumentText, state: TypesettingState): Content {
  return (node.leaves ?? []).flatMap((item) => leaf(item, state));
}

function leaf(item: DocumentLeaf, state: TypesettingState): Content {
  const words = asText(item.text);
  if (words === undefined) return [];
  const marks = new Map((item.marks ?? []).map((mark) => [mark.type, mark]));
  let content = MARKS.reduce<Content>(
    (inner, [type, look]) => (marks.has(type) ? look(inner) : inner),
    lines(words, state.longestWord),
  );
  const color = marks.get('color');
  if (color)
    content = [
      call('mark', [shownColor(color.data?.['text']), shownColor(color.data?.['background']), body(content)]),
    ];
  return marks.has('code') ? [call(codeLook(words, state), [body(content)])] : content;
}

/** Source in a line. */
export function inlineCode(source: string, state: TypesettingState): Content {
  return [call(codeLook(source, state), [body(lines(source, state.longestWord))])];
}

/** A box is not broken: what may be longer than its line goes without. */
function codeLook(source: string, { longestWord }: TypesettingState): string {
  const most = longestWord < MAX_WORD_LENGTH ? longestWord : MAX_CODE_BOX_LENGTH;
  return source.length > most ? 'inline-code-long' : 'inline-code';
}

function link(node: InlineOf<'link'>, state: TypesettingState): Content {
  const { ref } = dataOf(node);
  const target = resolveTarget(ref, state);
  const words = state.inlines(nodesOf(node));
  if (!target) return words;
  return [linked(target, body(words.length > 0 ? words : [quoted(refLabel(ref, target))]))];
}

function mention(node: InlineOf<'mention'>, state: TypesettingState): Content {
  const { ref } = dataOf(node);
  const target = resolveTarget(ref, state) ?? userTarget(ref, state);
  if (!target) return [call('missing', [state.words.linkNotFound])];
  const mark = target.emoji ? emojiCharacters(target.emoji) : null;
  return [linked(target, quoted(`${mark ? `${mark} ` : ''}${refLabel(ref, target)}`))];
}

/** People are named; their addresses stay out of a file that goes anywhere. */
function userTarget(ref: ContentRef | undefined, state: TypesettingState): Target | null {
  const name = ref?.kind === 'user' ? state.references.userName(ref.user) : null;
  return name === null ? null : { places: [], href: null, kind: 'user', title: `@${name}` };
}

function inlineImage(node: InlineOf<'inline-image'>, state: TypesettingState): Content {
  const data = dataOf(node);
  const words = data.alt || data.caption || state.words.notFound;
  const found = findPicture(data, state);
  const width = asNumber(found?.width);
  return [
    call('inline-picture', [found?.path ?? '', words, data.size === 'line'], {
      width: width === undefined ? undefined : points(width * 0.75),
    }),
  ];
}

function button(node: InlineOf<'button'>, state: TypesettingState): Content {
  const data = dataOf(node);
  const target = resolveTarget(data.ref, state);
  const label = data.label || refLabel(data.ref, target);
  const isPrimary = data.kind !== 'secondary';
  const { icon } = data;
  const words: Content = [
    ...(icon ? [call('icon', [state.icon(icon, isPrimary ? '#ffffff' : undefined)]), quoted(' ')] : []),
    quoted(label),
  ];
  return [call('button', [target?.places ?? [], target?.href ?? null, isPrimary, body(words)])];
}

/** An inline of a newer client: its content if it has any, else its source, never nothing. */
function unknownInline(node: DocumentInline, state: TypesettingState): Content {
  const children = state.inlines(nodesOf(node));
  return children.length > 0 ? children : inlineCode(rawSource(node) ?? node.type, state);
}
