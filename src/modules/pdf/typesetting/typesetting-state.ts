import {
  type DocumentBlock,
  type DocumentInline,
  type DocumentNode,
  plainText,
} from '#modules/documents/index.js';
import { type PageWords, wordsOf } from '#modules/words/index.js';
import { type HighlightLookup, iconShape, plainLines } from '#modules/rendering/index.js';
import { type Content, MAX_WORD_LENGTH, quoted } from './code.js';
import type { BookReferences, PictureSource } from './typesetting.types.js';

/** Boxes nested deeper than this lose their frame, and their text goes on: PDF viewers and the typesetter give up. */
const MAX_DEPTH = 6;
/** Deeper still only the words are left. */
const MAX_BLOCKS_DEPTH = 24;

/** The plainest ring there is: an icon was meant, nobody here knows which. */
const UNKNOWN_ICON = {
  width: 512,
  height: 512,
  paths: ['M256 64a192 192 0 1 0 0 384 192 192 0 1 0 0-384zm0 48a144 144 0 1 1 0 288 144 144 0 1 1 0-288z'],
};

export interface Renderers {
  blocks(nodes: readonly DocumentNode[], state: TypesettingState): Content;
  inlines(nodes: readonly DocumentNode[], state: TypesettingState): Content;
}

/** State while one book is typeset: places that can be linked to, pictures, icons, nesting. */
export class TypesettingState {
  readonly words: PageWords;
  /** Coloured lines of code; set for each page before it is typeset. */
  highlight: HighlightLookup = plainLines;
  /** Id of the page being typeset. */
  page = '';
  /** Level of its title in the outline. */
  level = 1;
  /** True while headings are titles of the enclosing box. */
  isInner = false;
  /** Signs of a word that fit on a line where it stands. */
  longestWord = MAX_WORD_LENGTH;
  /** Names of all places that have been set, for links. */
  readonly places = new Set<string>();
  /** Pictures by their path in the typesetter's folder. */
  readonly pictures = new Map<string, PictureSource>();
  /** SVG sources of icons by their path. */
  readonly icons = new Map<string, string>();
  private readonly blobPaths = new Map<string, string>();
  private frames = 0;
  private depth = 0;

  constructor(
    readonly references: BookReferences,
    readonly language: string | undefined,
    private readonly renderers: Renderers,
  ) {
    this.words = wordsOf(language).page;
  }

  blocks(nodes: readonly DocumentNode[]): Content {
    return this.guarded(nodes, () => this.renderers.blocks(nodes, this));
  }

  inlines(nodes: readonly DocumentNode[]): Content {
    return this.guarded(nodes, () => this.renderers.inlines(nodes, this));
  }

  /** Text of a lone paragraph, else the blocks: for cells, captions and titles. */
  compact(nodes: readonly DocumentNode[]): Content {
    const [only] = nodes;
    if (nodes.length === 1 && only?.object === 'block' && only.type === 'paragraph')
      return this.inlines(only.nodes ?? []);
    return this.blocks(nodes);
  }

  /** `framed` for blocks not too deep inside others, else `bare`. */
  framed(framed: () => Content, bare: () => Content): Content {
    if (this.frames >= MAX_DEPTH) return bare();
    this.frames += 1;
    try {
      return framed();
    } finally {
      this.frames -= 1;
    }
  }

  /** Name of the place of a block with an anchor; null when it has none or the name is taken. */
  placeOf(block: DocumentBlock | DocumentInline): string | null {
    const id = ('meta' in block ? block.meta?.id : undefined) ?? block.data?.id;
    return typeof id === 'string' && id !== '' ? this.place(anchorPlace(this.page, id)) : null;
  }

  /** Blocks in a separate box, whose headings are titles of that box. */
  inner(nodes: readonly DocumentNode[]): Content {
    const outer = this.isInner;
    this.isInner = true;
    const content = this.blocks(nodes);
    this.isInner = outer;
    return content;
  }

  /** Renders content in which a line holds at most so many characters. */
  narrowed(signs: number, render: () => Content): Content {
    const outer = this.longestWord;
    this.longestWord = Math.min(outer, signs);
    const content = render();
    this.longestWord = outer;
    return content;
  }

  /** Takes the name of a place; null when it is taken. */
  place(name: string): string | null {
    if (this.places.has(name)) return null;
    this.places.add(name);
    return name;
  }

  /** Path of a picture in the typesetter's folder. */
  picture(source: PictureSource, extension: string): string {
    const known = 'blob' in source ? this.blobPaths.get(source.blob) : undefined;
    if (known !== undefined) return known;
    const path = `/pictures/${this.pictures.size + 1}${extension}`;
    this.pictures.set(path, source);
    if ('blob' in source) this.blobPaths.set(source.blob, path);
    return path;
  }

  /** Path of an icon in a colour (`#rrggbb`). */
  icon(name: string, color = '#1f2328'): string {
    const path = `/icons/${name
      .toLowerCase()
      .replace(/[^a-z0-9-]/g, '_')
      .slice(0, 60)}-${color.slice(1)}.svg`;
    if (!this.icons.has(path)) {
      const { width, height, paths } = iconShape(name) ?? UNKNOWN_ICON;
      const shapes = paths
        .map((d) => `<path fill="${color}" d="${d.replace(/[^\w\s.,+-]/g, '')}"/>`)
        .join('');
      this.icons.set(
        path,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes}</svg>`,
      );
    }
    return path;
  }

  private guarded(nodes: readonly DocumentNode[], render: () => Content): Content {
    if (this.depth >= MAX_BLOCKS_DEPTH) return [quoted(plainText(nodes))];
    this.depth += 1;
    try {
      return render();
    } finally {
      this.depth -= 1;
    }
  }
}

/** Name of the place where a page begins. */
export function pagePlace(pageId: string): string {
  return `page:${pageId}`;
}

/** Name of the place of an anchor on a page. */
export function anchorPlace(pageId: string, anchor: string): string {
  return `page:${pageId}#${anchor}`;
}
