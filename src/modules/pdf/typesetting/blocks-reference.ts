import { type BlockOf, dataOf, type DocumentBlock } from '#modules/documents/index.js';
import {
  asText,
  asTexts,
  DrawnBlock,
  fileSize,
  fragmentOf,
  hostOf,
  iconOfTarget,
  loneContent,
  nodesOf,
  refLabel,
} from '#modules/rendering/index.js';
import { emojiCharacters } from '#platform/typography/emoji.js';
import { missing, place } from './blocks-containers.js';
import { source } from './blocks-text.js';
import { body, call, type Code, type Content, quoted } from './code.js';
import { caption, figure } from './pictures.js';
import { linked, printable, resolveTarget } from './references.js';
import type { Target } from './typesetting.types.js';
import type { TypesettingState } from './typesetting-state.js';

/** A card that leads to another page, file, space or site. */
export function contentRef(block: BlockOf<'content-ref'>, state: TypesettingState): Content {
  const { ref, title } = dataOf(block);
  const target = resolveTarget(ref, state);
  if (!target) return [missing(state, asText(title)), ...state.blocks(fragmentOf(block, 'body'))];
  return [targetCard(target, refLabel(ref, target), state)];
}

/** A card with the title, mark and description of a target. */
export function targetCard(target: Target, title: string, state: TypesettingState): Code {
  const emoji = target.emoji ? emojiCharacters(target.emoji) : null;
  const mark = emoji ? quoted(emoji) : iconMark(iconOfTarget(target), state);
  const detail =
    target.description ?? (target.kind === 'url' && target.href !== null ? shortened(target.href) : null);
  return card(target, mark, quoted(title), detail);
}

/** A stored file, with its name, kind and size. */
export function file(block: BlockOf<'file'>, state: TypesettingState): Content {
  const { ref } = dataOf(block);
  const stored = ref?.kind === 'file' ? state.references.file(ref.file) : null;
  const target: Target | null = stored
    ? { places: [], href: printable(stored.url), kind: 'file' }
    : resolveTarget(ref, state);
  if (!target) return [missing(state)];
  const label = state.compact(fragmentOf(block, 'caption'));
  const name = stored?.name ?? refLabel(ref, target);
  const detail = [label.length > 0 ? name : undefined, stored ? fileSize(stored.size) : undefined];
  const mark = iconMark('file', state);
  return [
    card(
      target,
      mark,
      body(label.length > 0 ? label : [quoted(name)]),
      detail.filter(Boolean).join(' · ') || null,
    ),
  ];
}

/** Embedded media cannot play on paper: a card names the target and links to it. */
export function embed(block: BlockOf<'embed'>, state: TypesettingState): Content {
  const { url = '' } = dataOf(block);
  const href = printable(url);
  if (href === null) return url === '' ? [missing(state)] : source(url);
  const target: Target = { places: [], href, kind: 'url' };
  return [
    card(target, iconMark('globe', state), quoted(hostOf(href)), shortened(href)),
    ...caption(block, state),
  ];
}

export function drawing(block: BlockOf<'drawing'>, state: TypesettingState): Content {
  return dataOf(block).ref === undefined ? caption(block, state) : figure(block, state);
}

/** An operation, webhook or list of schemas of an API specification: what it names, in full. */
export function openApi(block: DocumentBlock, state: TypesettingState): Content {
  const data = dataOf(block);
  const target = resolveTarget(data.ref, state);
  const specification =
    asText(data.title) ?? (refLabel(data.ref, target) || asText(data.src) || asText(data.url));
  const path =
    asText(data.path) ?? asText(data.name) ?? asText(data.title) ?? asTexts(data.schemas).join(', ');
  const label = specification ? quoted(`${state.words.openApi}: ${specification}`) : null;
  const method =
    asText(data.method)
      ?.toUpperCase()
      .replace(/[^A-Z]/g, '')
      .slice(0, 10) || null;
  const content = [...state.blocks(fragmentOf(block, 'body')), ...state.blocks(nodesOf(block))];
  return [
    ...place(block, state),
    call('operation', [method, path, label && target ? linked(target, label) : label, body(content)]),
  ];
}

/** A block of an integration: its name and its link, or its settings. */
export function integration(block: BlockOf<'integration'>, state: TypesettingState): Content {
  const data = dataOf(block);
  if (data.drawn instanceof DrawnBlock) return state.blocks([...data.drawn.blocks, ...nodesOf(block)]);
  const name = [data.integration, data.block].filter(Boolean).join(' / ');
  const href = printable(data.url ?? '');
  const own =
    href === null
      ? source(JSON.stringify(data.props ?? {}, null, 2), name)
      : [
          card(
            { places: [], href, kind: 'url' },
            iconMark('puzzle-piece', state),
            quoted(name),
            shortened(href),
          ),
        ];
  return [...own, ...state.blocks(nodesOf(block))];
}

export function loneBlock(block: DocumentBlock, state: TypesettingState): Content {
  return state.blocks(loneContent(block));
}

function card({ places, href }: Target, mark: Code, title: Code, detail: string | null): Code {
  return call('card', [mark, title, detail, places, href]);
}

function iconMark(name: string, state: TypesettingState): Code {
  return call('icon', [state.icon(name, '#646b75')]);
}

/** An address as people read it. */
function shortened(href: string): string {
  return href.replace(/^[a-z]+:\/\/(www\.)?/i, '').replace(/\/$/, '');
}
