import { closeHistory } from 'prosemirror-history';
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { type FindQuery, findMatches, type Match } from './find-matches.js';

/** The words that are looked for, and their places. */
export interface FindState {
  query: FindQuery;
  matches: Match[];
}

const key = new PluginKey<FindState>('find');
const NOTHING: FindQuery = { search: '', isCaseSensitive: false, isWholeWord: false };

/** Finds words again after each change, and marks them. */
export function findPlugin(): Plugin<FindState> {
  return new Plugin<FindState>({
    key,
    state: {
      init: () => ({ query: NOTHING, matches: [] }),
      apply(tr, before, _, { doc }) {
        const query = (tr.getMeta(key) as FindQuery | undefined) ?? before.query;
        if (query === before.query && !tr.docChanged) return before;
        return { query, matches: findMatches(doc, query) };
      },
    },
    props: { decorations: (state) => decorationsOf(state) },
  });
}

function decorationsOf(state: EditorState): DecorationSet | null {
  const { matches } = findState(state);
  if (matches.length === 0) return null;
  const current = currentMatch(state);
  const marks = matches.map(({ from, to }, index) =>
    Decoration.inline(from, to, { class: index === current ? 'find-match is-current' : 'find-match' }),
  );
  return DecorationSet.create(state.doc, marks);
}

export function findState(state: EditorState): FindState {
  return key.getState(state) ?? { query: NOTHING, matches: [] };
}

/** Index of the match that is selected; -1 for none. */
export function currentMatch(state: EditorState): number {
  const { from, to } = state.selection;
  return findState(state).matches.findIndex((match) => match.from === from && match.to === to);
}

/** Looks for other words, and selects the first match from a position on. */
export function setQuery(query: FindQuery, from: number): Command {
  return (state, dispatch) => {
    const matches = findMatches(state.doc, query);
    const tr = state.tr.setMeta(key, query);
    const first = matches.find((match) => match.from >= from) ?? matches[0];
    if (first) select(tr, first);
    dispatch?.(tr);
    return true;
  };
}

/** Ends the search. */
export const clearQuery: Command = (state, dispatch) => {
  dispatch?.(state.tr.setMeta(key, NOTHING));
  return true;
};

/** Selects the match after or before the selection, and goes on at the other end. */
export function goToMatch(by: 1 | -1): Command {
  return (state, dispatch) => {
    const { matches } = findState(state);
    const { from, to } = state.selection;
    const next =
      by > 0
        ? (matches.find((match) => match.from >= to) ?? matches[0])
        : (matches.findLast((match) => match.to <= from) ?? matches.at(-1));
    if (!next) return false;
    dispatch?.(select(state.tr, next));
    return true;
  };
}

/** Replaces the selected match and selects the next one; without a selected match it only selects. */
export function replaceMatch(words: string): Command {
  return (state, dispatch) => {
    const { matches, query } = findState(state);
    const match = matches[currentMatch(state)];
    if (!match) return goToMatch(1)(state, dispatch);
    const tr = replace(closeHistory(state.tr), match, words);
    const after = tr.mapping.map(match.to);
    const rest = findMatches(tr.doc, query);
    const next = rest.find(({ from }) => from >= after) ?? rest[0];
    dispatch?.(next ? select(tr, next) : tr);
    return true;
  };
}

/** Replaces all matches, in one step to undo. */
export function replaceAll(words: string): Command {
  return (state, dispatch) => {
    const { matches } = findState(state);
    if (matches.length === 0) return false;
    const tr = closeHistory(state.tr);
    for (const match of matches.toReversed()) replace(tr, match, words);
    dispatch?.(tr);
    return true;
  };
}

function replace(tr: Transaction, { from, to }: Match, words: string): Transaction {
  return words === '' ? tr.delete(from, to) : tr.insertText(words, from, to);
}

function select(tr: Transaction, { from, to }: Match): Transaction {
  return tr.setSelection(TextSelection.create(tr.doc, from, to));
}
