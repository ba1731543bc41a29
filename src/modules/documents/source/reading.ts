import type { DocumentBlock } from '../document.types.js';
import type { PageMeta, ParseContext } from '../markdown/markdown.types.js';
import { draftMarkdown, draftPage, finishText } from '../markdown/parse-markdown.js';
import type { TextTree } from '../markdown/text-tree.js';
import { rawSourceOf } from '../raw-source.js';
import { Places } from './places.js';

/** A page has front matter and a title; other texts have neither. */
export type TextKind = 'page' | 'markdown';

/** The results of an earlier reading of the same text. Reading moves parts of the tree, whose places are known only then. */
export interface EarlierReading {
  tree?: TextTree;
  places?: Places;
}

/** A text that was read, with the places of its blocks. */
export interface Reading {
  meta: PageMeta;
  /** All blocks in the order of the text, the heading that is the title among them. */
  blocks: DocumentBlock[];
  /** The blocks of the document. */
  body: DocumentBlock[];
  heading?: DocumentBlock;
  frontLines: number;
  /** Footnotes that are defined, with their bodies and lines. */
  notes: Definition[];
  /** Definitions of addresses to which the text refers. */
  links: Definition[];
}

export interface Definition {
  /** As it stands in the text. */
  label: string;
  identifier: string;
  from: number;
  to: number;
}

/** @param earlier the syntax tree of the source and its places, from an earlier reading. */
export function readSource(
  kind: TextKind,
  source: string,
  context: ParseContext,
  { tree, places = new Places() }: EarlierReading = {},
): Reading {
  const read = kind === 'page' ? draftPage : draftMarkdown;
  const draft = read(source, context, tree, places);
  const { heading, frontLines, state } = draft;
  const body = finishText(draft).document.nodes;
  const title = heading && finishText({ ...draft, blocks: [heading.block] }).document.nodes[0];
  const isEmpty = draft.blocks.length === 0;
  const own = isEmpty ? [] : body;
  const at = heading ? Math.min(heading.at, leadingHidden(own)) : 0;
  const definitions = (
    nodes: Iterable<{ identifier: string; label?: string | null }>,
    isUsed: ReadonlySet<string>,
  ): Definition[] =>
    [...nodes].flatMap((node) => {
      const place = places.of(node);
      const { identifier, label } = node;
      if (!place || !isUsed.has(identifier)) return [];
      return [{ label: label ?? identifier, identifier, from: place.from.line, to: place.to.line }];
    });
  return {
    meta: draft.meta,
    blocks: title ? [...own.slice(0, at), title, ...own.slice(at)] : own,
    body,
    ...(title && { heading: title }),
    frontLines,
    notes: definitions(state.footnotes.values(), state.usedFootnotes),
    links: definitions(state.definitions.values(), state.usedDefinitions),
  };
}

/** The number of blocks at the start that readers do not see; a title may follow them. */
export function leadingHidden(blocks: readonly DocumentBlock[]): number {
  const at = blocks.findIndex((one) => !(one.type === 'paragraph' && rawSourceOf(one) !== undefined));
  return at === -1 ? blocks.length : at;
}
