import { history, undo } from 'prosemirror-history';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { schema } from '../document/index.js';
import { findMatches } from './find-matches.js';
import {
  currentMatch,
  findPlugin,
  findState,
  goToMatch,
  replaceAll,
  replaceMatch,
  setQuery,
} from './find-plugin.js';

const paragraph = (words: string) =>
  schema.nodes['paragraph']!.create(null, words ? schema.text(words) : null);
const documentOf = (...lines: string[]) => schema.topNodeType.create(null, lines.map(paragraph));

describe('words in a document', () => {
  const found = (words: string, search: string, options: object = {}) => {
    const document = documentOf(words);
    const query = { search, isCaseSensitive: false, isWholeWord: false, ...options };
    return findMatches(document, query).map(({ from, to }) => document.textBetween(from, to));
  };

  it.each([
    ['One one ONE', 'one', {}, ['One', 'one', 'ONE']],
    ['One one ONE', 'one', { isCaseSensitive: true }, ['one']],
    ['stone one, one-way', 'one', { isWholeWord: true }, ['one', 'one']],
    ['Über über', 'ÜBER', { isWholeWord: true }, ['Über', 'über']],
    ['costs $5 (net)', '$5 (', {}, ['$5 (']],
    ['a.b axb', 'a.b', {}, ['a.b']],
    ['nothing', '', {}, []],
  ])('%j has for %j %j', (words, search, options, expected) => {
    expect(found(words, search, options)).toEqual(expected);
  });

  it('do not span blocks', () => {
    const query = { search: 'ab', isCaseSensitive: false, isWholeWord: false };
    expect(findMatches(documentOf('a', 'b', 'ab'), query)).toHaveLength(1);
  });
});

describe('find and replace', () => {
  function opened(...lines: string[]) {
    let state = EditorState.create({ doc: documentOf(...lines), plugins: [findPlugin(), history()] });
    const run = (command: Command) => command(state, (tr) => void (state = state.apply(tr)));
    const query = { search: 'cat', isCaseSensitive: false, isWholeWord: false };
    run(setQuery(query, 0));
    return { run, now: () => state, lines: () => state.doc.children.map(({ textContent }) => textContent) };
  }

  it('goes through all matches and begins again', () => {
    const { run, now } = opened('cat dog cat', 'Cat');
    const places = [currentMatch(now())];
    for (const by of [1, 1, 1, -1] as const) {
      run(goToMatch(by));
      places.push(currentMatch(now()));
    }
    expect(places).toEqual([0, 1, 2, 0, 2]);
  });

  it('replaces one after the other, by words that hold the same words', () => {
    const { run, lines, now } = opened('cat cat');
    run(replaceMatch('cat food'));
    expect(lines()).toEqual(['cat food cat']);
    expect(now().selection.from).toBe(10);
    run(replaceMatch('$&'));
    expect(lines()).toEqual(['cat food $&']);
  });

  it('replaces all in one step to undo, and keeps blocks that become empty', () => {
    const { run, lines, now } = opened('cat', 'a cat and a cat');
    run((state, dispatch) => {
      dispatch?.(state.tr.setSelection(TextSelection.atEnd(state.doc)).insertText('!'));
      return true;
    });
    run(replaceAll(''));
    expect(lines()).toEqual(['', 'a  and a !']);
    expect(findState(now()).matches).toEqual([]);
    run(undo);
    expect(lines()).toEqual(['cat', 'a cat and a cat!']);
  });
});
