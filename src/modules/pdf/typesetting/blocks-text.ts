import {
  type BlockOf,
  dataOf,
  type DocumentBlock,
  type DocumentNode,
  formOf,
  plainText,
} from '#modules/documents/index.js';
import { blocksOf, nodesOf } from '#modules/rendering/index.js';
import { body, call, Code, type Content, quoted } from './code.js';
import { backwardsLanguage } from '#platform/typography/writing.js';
import { typesetMath } from './math.js';
import type { TypesettingState } from './typesetting-state.js';

/** PDF viewers show no more levels than this well. */
const MAX_LEVEL = 6;

const HINT_ICONS = {
  info: 'circle-info',
  success: 'circle-check',
  warning: 'triangle-exclamation',
  danger: 'circle-exclamation',
} as const;

const HINT_COLORS = { info: '#1f5fd6', success: '#1a7f37', warning: '#b45309', danger: '#c21c1c' } as const;

export function paragraph(block: BlockOf<'paragraph'>, state: TypesettingState): Content {
  const children = state.inlines(nodesOf(block));
  if (children.length === 0) return [];
  return directed(block, [aligned(block, call('p', [body(children)]))]);
}

export function heading(block: BlockOf<`heading-${1 | 2 | 3}`>, state: TypesettingState): Content {
  const words = state.inlines(nodesOf(block));
  if (words.length === 0) return [];
  const level = formOf(block.type)?.level ?? 3;
  const place = state.placeOf(block);
  const title = call('head', [
    Math.min(MAX_LEVEL, state.level + level),
    state.isInner ? 'inner' : `h${level}`,
    place,
    body(words),
  ]);
  return directed(block, [aligned(block, title)]);
}

export function unorderedList(block: DocumentBlock, state: TypesettingState): Content {
  return list(block, state, (items, isTight) => call('items', [isTight, ...items]));
}

export function orderedList(block: BlockOf<'list-ordered'>, state: TypesettingState): Content {
  const start = Math.min(1_000_000, dataOf(block).start ?? 1);
  return list(block, state, (items, isTight) => call('numbers', [isTight, start, ...items]));
}

export function taskList(block: DocumentBlock, state: TypesettingState): Content {
  return framedList(block, state, () => {
    const items = blocksOf(block, 'list-item').map((item) => [
      dataOf(item).checked ?? false,
      body(itemBody(item, state)),
    ]);
    return items.length === 0 ? [] : [call('tasks', items)];
  });
}

function list(
  block: DocumentBlock,
  state: TypesettingState,
  make: (items: Code[], isTight: boolean) => Code,
): Content {
  return framedList(block, state, () => {
    const items = blocksOf(block, 'list-item');
    const isTight = items.every((item) => nodesOf(item).length <= 1 || isFollowedByLists(nodesOf(item)));
    const bodies = items.map((item) => body(itemBody(item, state)));
    return bodies.length === 0 ? [] : [make(bodies, isTight)];
  });
}

/** A list too deep inside others goes on without its own indent. */
function framedList(block: DocumentBlock, state: TypesettingState, framed: () => Content): Content {
  const bare = (): Content => blocksOf(block, 'list-item').flatMap((item) => state.blocks(nodesOf(item)));
  return directed(block, state.framed(framed, bare));
}

/** The first paragraph of an item goes without space around it when only lists follow. */
function itemBody(item: DocumentBlock, state: TypesettingState): Content {
  const nodes = nodesOf(item);
  const [first, ...rest] = nodes;
  if (first?.object !== 'block' || first.type !== 'paragraph' || !isFollowedByLists(nodes))
    return state.blocks(nodes);
  return [...state.inlines(nodesOf(first)), ...state.blocks(rest)];
}

function isFollowedByLists([, ...rest]: readonly DocumentNode[]): boolean {
  return rest.every((node) => node.object === 'block' && node.type.startsWith('list-'));
}

export function blockquote(block: DocumentBlock, state: TypesettingState): Content {
  const content = (): Content => state.blocks(nodesOf(block));
  return directed(
    block,
    state.framed(() => [call('quotation', [body(content())])], content),
  );
}

export function hint(block: BlockOf<'hint'>, state: TypesettingState): Content {
  const { style = 'info', icon: name } = dataOf(block);
  const icon = state.icon(name || HINT_ICONS[style], HINT_COLORS[style]);
  const content = (): Content => state.inner(nodesOf(block));
  return directed(
    block,
    state.framed(() => [call('hint', [style, icon, body(content())])], content),
  );
}

export function divider(): Content {
  return [call('rule', [])];
}

export function math(block: BlockOf<'math'>): Content {
  return typesetMath(dataOf(block).formula ?? '', true);
}

/** Text that begins with a letter of a right-to-left script is set in that direction. */
export function directed(block: DocumentBlock, content: Content): Content {
  const language = backwardsLanguage(plainText([block]).slice(0, 200));
  return language === null || content.length === 0 ? content : [call('backwards', [language, body(content)])];
}

function aligned(block: BlockOf<'paragraph' | `heading-${1 | 2 | 3}`>, content: Code): Code {
  const { align: side = 'start' } = dataOf(block);
  return side === 'start' ? content : call('aligned', [new Code(side), content]);
}

/** Text without a specific layout, in a box that keeps its line breaks. */
export function source(text: string, label?: string): Content {
  return [call('listing', [label ?? null, false, [], false, text.split('\n').map((line) => quoted(line))])];
}
