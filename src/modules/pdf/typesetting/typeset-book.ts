import { plainText } from '#modules/documents/index.js';
import { setImmediate } from 'node:timers/promises';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { wordsOf } from '#modules/words/index.js';
import { highlightAll } from '#modules/rendering/index.js';
import { typesetBlocks } from './blocks.js';
import { codeSamples } from './blocks-code.js';
import { targetCard } from './blocks-reference.js';
import { body, breakable, call, type Code, type Content, quoted } from './code.js';
import { fontsFor, isBackwards, languageParts } from '#platform/typography/writing.js';
import { emoji, typesetInlines } from './inlines.js';
import { findPicture } from './pictures.js';
import { resolveTarget } from './references.js';
import type { Book, BookPage, BookReferences, PictureSource } from './typesetting.types.js';
import { pagePlace, TypesettingState } from './typesetting-state.js';

/** A book as the typesetter's folder holds it. */
export interface TypesetBook {
  /** Text files by their path. */
  files: Map<string, string>;
  /** Pictures by their path, still to be put there. */
  pictures: Map<string, PictureSource>;
}

/** Processor time for the code of one page of a book: nobody waits for it as for a page. */
const CODE_MS = 5_000;

/** A file of the book. */
interface Chapter {
  page: Pick<BookPage, 'title'>;
  /** Groups that begin before the page. */
  before: Content;
  content: Content;
  /** Links that come after it. */
  after: Content;
  /** Replacement for content that cannot be typeset. */
  plain?: Content;
}

function chapterPath(number: number): string {
  return `/chapters/${number}.typ`;
}

/**
 * Writes a book as Typst code: a file for each page, so that one page that fails costs only itself. Other requests get
 * their turn between two pages, and between the blocks of a long one.
 */
export async function typesetBook(book: Book, references: BookReferences): Promise<TypesetBook> {
  const state = new TypesettingState(references, book.language, {
    blocks: typesetBlocks,
    inlines: typesetInlines,
  });
  const files = new Map<string, string>();
  const chapters: Chapter[] = [];
  /** Places by their name, with the chapter that loses them when only its words are left. */
  const places = new Map<string, string | null>();
  let groups: Content = [];
  for (const page of book.pages) {
    const content = await typesetPage(page, state, book.isSinglePage);
    const last = chapters.at(-1);
    // A link is not a page in the book: it is printed at the end of the page before.
    if (page.type === 'link' && last) last.after.push(...content);
    else if (page.type !== 'document') groups = [...groups, ...content];
    else {
      chapters.push({ page, before: groups, content, after: [], plain: plainPage(page, state) });
      groups = [];
    }
    for (const name of state.places)
      if (!places.has(name))
        places.set(name, name === pagePlace(page.id) ? null : chapterPath(chapters.length));
    await setImmediate();
  }
  if (groups.length > 0) chapters.push({ page: book, before: groups, content: [], after: [] });
  const paths = chapters.map(({ page, before, content, after, plain }, index) => {
    const path = chapterPath(index + 1);
    files.set(path, chapter(page, [...before, ...content, ...after]));
    if (plain) files.set(path.replace('.typ', '-plain.typ'), chapter(page, [...before, ...plain, ...after]));
    return path;
  });
  files.set('/chapters.json', JSON.stringify(paths));
  files.set('/main.typ', mainFile(book, paths));
  files.set('/settings.json', JSON.stringify(settingsOf(book)));
  files.set('/labels.json', JSON.stringify(Object.fromEntries(places)));
  for (const [path, svg] of state.icons) files.set(path, svg);
  return { files, pictures: state.pictures };
}

async function typesetPage(page: BookPage, state: TypesettingState, isAlone: boolean): Promise<Content> {
  Object.assign(state, { page: page.id, level: isAlone ? 1 : page.level });
  const mark = page.emoji
    ? body(emoji(page.emoji))
    : page.icon
      ? call('icon', [state.icon(page.icon)])
      : null;
  if (page.type === 'link') {
    const target = resolveTarget(page.target, state);
    return target ? [targetCard({ ...target, emoji: page.emoji, icon: page.icon }, page.title, state)] : [];
  }
  const place = state.place(pagePlace(page.id));
  if (page.type === 'group') return [call('part', [state.level, place, mark, breakable(page.title)])];
  const cover = page.cover ? (findPicture(page.cover, state)?.path ?? null) : null;
  const title = call('title-block', [
    state.level,
    place,
    mark,
    breakable(page.title),
    page.description ?? null,
    cover,
  ]);
  if (!page.document) return [title];
  state.highlight = (await highlightAll(codeSamples(page.document), CODE_MS)).lookup;
  const content = [title];
  const eventLoop = new EventLoopYield();
  for (const node of page.document.nodes) {
    content.push(...state.blocks([node]));
    await eventLoop.yieldIfDue();
  }
  return content;
}

function plainPage(page: BookPage, { words }: TypesettingState): Content {
  const text = plainText(page.document?.nodes ?? []);
  return [
    call('title-block', [page.level, pagePlace(page.id), null, breakable(page.title), null, null]),
    call('missing', [words.notTypeset]),
    call('p', [breakable(text)]),
  ];
}

/** Statements of their own lines: the typesetter's messages then name them. */
function chapter(page: Pick<BookPage, 'title'>, content: Content): string {
  const statements = content.map(({ source }) => source).join('\n');
  return `#import "/template.typ" as b\n#b.chapter(${quoted(page.title).source}, {\n${statements}\n})\n`;
}

function mainFile(book: Book, chapters: string[]): string {
  const parts: Code[] = book.isSinglePage
    ? []
    : [frontOf(book), call('contents', [wordsOf(book.language).page.contents])];
  const lines = [
    '#import "/template.typ" as b',
    '#show: b.book',
    ...parts.map(({ source }) => `#${source}`),
    ...chapters.map((path) => `#include "${path}"`),
  ];
  return `${lines.join('\n')}\n`;
}

function frontOf(book: Book): Code {
  const mark = book.emoji ? emoji(book.emoji) : [];
  return call('front', [
    mark.length > 0 ? body(mark) : null,
    breakable(book.title),
    book.description ?? null,
    book.about,
  ]);
}

function settingsOf(book: Book): object {
  const language = book.language ?? 'en';
  return {
    title: book.title,
    fonts: fontsFor(language),
    backwards: isBackwards(language),
    ...languageParts(book.language),
  };
}
