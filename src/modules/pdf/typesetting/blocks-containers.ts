import { type BlockOf, type ContentRef, dataOf, type DocumentBlock } from '#modules/documents/index.js';
import {
  asNumber,
  asRecord,
  blocksOf,
  dateOfUpdate,
  fragmentOf,
  nodesOf,
  refLabel,
  shownTitle,
} from '#modules/rendering/index.js';
import { body, call, type Code, type Content, fraction, quoted } from './code.js';
import { linked, resolveTarget } from './references.js';
import type { TypesettingState } from './typesetting-state.js';

/** Tabs one after the other, each under its title. */
export function tabs(block: DocumentBlock, state: TypesettingState): Content {
  return blocksOf(block, 'tabs-item').flatMap((item, index) => {
    const { icon, title: written } = dataOf(item);
    const title = shownTitle(written) || String(index + 1);
    const content = (): Content => state.blocks(nodesOf(item));
    return [
      ...place(item, state),
      ...state.framed(
        () => [call('tab', [title, icon ? state.icon(icon) : null, body(content())])],
        () => [bold(title), ...content()],
      ),
    ];
  });
}

/** On paper everything is open. */
export function expandable(block: DocumentBlock, state: TypesettingState): Content {
  const title = state.compact(fragmentOf(block, 'expandable-title'));
  const words = body(title.length > 0 ? title : [quoted(state.words.showMore)]);
  const content = (): Content => state.blocks(fragmentOf(block, 'expandable-body'));
  return [
    ...place(block, state),
    ...state.framed(
      () => [call('expandable', [words, body(content())])],
      () => [words, ...content()],
    ),
  ];
}

export function stepper(block: DocumentBlock, state: TypesettingState): Content {
  const steps = blocksOf(block, 'stepper-step');
  if (steps.length === 0) return [];
  return state.framed(
    () => [
      call(
        'steps',
        steps.map((step) => {
          const { icon } = dataOf(step);
          return [icon ? state.icon(icon, '#1f5fd6') : null, body(state.inner(nodesOf(step)))];
        }),
      ),
    ],
    () => steps.flatMap((step) => state.blocks(nodesOf(step))),
  );
}

export function columns(block: DocumentBlock, state: TypesettingState): Content {
  const items = blocksOf(block, 'column').slice(0, 12);
  if (items.length === 0) return [];
  return state.framed(
    () => [
      call('side-by-side', [
        items.map((item) => fraction(share(dataOf(item).width))),
        items.map((item) => dataOf(item).verticalAlignment ?? 'top'),
        ...items.map((item) => body(state.blocks(nodesOf(item)))),
      ]),
    ],
    () => items.flatMap((item) => state.blocks(nodesOf(item))),
  );
}

function share(width: unknown): number {
  const amount = asNumber(width) ?? asNumber(asRecord(width).value);
  return amount === undefined ? 1 : Math.max(0.05, Math.min(1, amount > 1 ? amount / 100 : amount)) * 2;
}

export function updates(block: BlockOf<'updates'>, state: TypesettingState): Content {
  return blocksOf(block, 'update').flatMap((update) => {
    const { shown } = dateOfUpdate(update, dataOf(block).format, state.language);
    const content = (): Content => state.blocks(nodesOf(update));
    return state.framed(
      () => [call('update', [shown, tags(dataOf(update).tags, state), body(content())])],
      () => [bold(shown), ...content()],
    );
  });
}

function tags(refs: readonly ContentRef[] = [], state: TypesettingState): Code[] {
  return refs.map((tag) => {
    const target = resolveTarget(tag, state);
    const label = call('tag', [null, refLabel(tag, target)]);
    return target ? linked(target, label, 'jump') : label;
  });
}

/** Conditions were decided before; what arrives here is shown. */
export function condition(block: DocumentBlock, state: TypesettingState): Content {
  return state.blocks(nodesOf(block));
}

/** A reusable content that could be read was put in its place before. */
export function reusableContent(block: DocumentBlock, state: TypesettingState): Content {
  const inlined = nodesOf(block);
  return inlined.length > 0 ? state.blocks(inlined) : [missing(state)];
}

/** A line that says something was meant to be here, and what, where that is known. */
export function missing(state: TypesettingState, title?: string): Code {
  const { notFound } = state.words;
  return call('p', [call('missing', [title ? `${title}: ${notFound}` : notFound])]);
}

/** A place to link to in front of a block that has an anchor. */
export function place(block: DocumentBlock, state: TypesettingState): Content {
  const name = state.placeOf(block);
  return name === null ? [] : [call('anchor', [name])];
}

function bold(text: string): Code {
  return call('p', [call('strong-words', [text])]);
}
