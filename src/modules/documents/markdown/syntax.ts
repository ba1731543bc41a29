import type { Nodes, Root } from 'mdast';
import type { Position } from 'unist';
import { fromMarkdown, type Extension as MdastExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { attention } from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import { factorySpace } from 'micromark-factory-space';
import type {
  Code,
  Construct,
  ConstructRecord,
  Extension,
  State,
  TokenizeContext,
} from 'micromark-util-types';
import { emojiCodeByName } from '#platform/typography/emoji.js';
import { decodeMarkdown } from './html-tag.js';
import { splitTagLine, tagShape } from './git-tag.js';
import { math } from './math-syntax.js';
import { measuredSyntax, Steps, type Reading } from './measured-constructs.js';
import { measuredEmphasis, withMeasuredStrikethrough } from './measured-marks.js';

/** A line of the text that starts with a `{% tag %}`. */
export interface TagLine {
  type: 'gitTagLine';
  value: string;
  position?: Position;
}

/** `:name:` of a known emoji. */
export interface EmojiName {
  type: 'emojiName';
  code: string;
  position?: Position;
}

/** `<code class="expression">…</code>`: its content is not Markdown, though characters may be escaped. */
export interface ExpressionCode {
  type: 'expressionCode';
  value: string;
  position?: Position;
}

declare module 'mdast' {
  interface RootContentMap {
    gitTagLine: TagLine;
    emojiName: EmojiName;
    expressionCode: ExpressionCode;
  }
  interface PhrasingContentMap {
    emojiName: EmojiName;
    expressionCode: ExpressionCode;
  }
  interface BlockContentMap {
    gitTagLine: TagLine;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    gitTagLine: 'gitTagLine';
    emojiName: 'emojiName';
    expressionCode: 'expressionCode';
  }
}

/** True for a line ending or the end of the file, as micromark codes. */
function endsLine(code: Code): boolean {
  return code === null || code === -5 || code === -4 || code === -3;
}

/** A flow construct of one line. With `indented` it also accepts lines that would otherwise start indented code. */
function tagLine(indented: boolean): Construct {
  return {
    name: 'gitTagLine',
    tokenize(this: TokenizeContext, effects, ok, nok): State {
      let line = '';
      const inside: State = (code) => {
        if (endsLine(code)) {
          effects.exit('gitTagLine');
          return accepts(line, indented) ? ok(code) : nok(code);
        }
        if (code === -2) line += '\t';
        else if (code !== null && code >= 0) line += String.fromCharCode(code);
        if (line.length === 2 && line !== '{%') return nok(code);
        effects.consume(code);
        return inside;
      };
      const open: State = (code) => {
        if (code !== 123) return nok(code);
        effects.enter('gitTagLine');
        return inside(code);
      };
      return indented ? factorySpace(effects, open, 'linePrefix') : open;
    },
  };
}

function accepts(line: string, indented: boolean): boolean {
  const first = splitTagLine(line)?.[0];
  if (first?.kind !== 'tag') return false;
  // Deep indentation usually shows code, so only tags of the format are accepted there.
  return !indented || (tagShape(first.tag.name) !== undefined && first.tag.name !== 'if');
}

const emojiName: Construct = {
  name: 'emojiName',
  tokenize(effects, ok, nok): State {
    let name = '';
    const inside: State = (code) => {
      if (code === 58 && emojiCodeByName(name) !== undefined) {
        effects.consume(code);
        effects.exit('emojiName');
        return ok;
      }
      if (code === null || code < 0 || name.length > 40) return nok(code);
      const char = String.fromCharCode(code);
      if (!/[\w+-]/.test(char)) return nok(code);
      name += char;
      effects.consume(code);
      return inside;
    };
    return (code) => {
      effects.enter('emojiName');
      effects.consume(code);
      return inside;
    };
  },
};

const EXPRESSION_OPEN = '<code class="expression">';
const EXPRESSION_CLOSE = '</code>';
/** The length of the longest expression that can be evaluated, with room for escapes. */
const MAX_EXPRESSION_LENGTH = 4000;

const expressionCode: Construct = {
  name: 'expressionCode',
  tokenize(effects, ok, nok): State {
    let source = '';
    const inside: State = (code) => {
      if (code === null || code < 0 || source.length > MAX_EXPRESSION_LENGTH) return nok(code);
      source += String.fromCharCode(code);
      const isOpen = source.length <= EXPRESSION_OPEN.length;
      if (isOpen && !EXPRESSION_OPEN.startsWith(source)) return nok(code);
      effects.consume(code);
      if (isOpen || !source.endsWith(EXPRESSION_CLOSE)) return inside;
      effects.exit('expressionCode');
      return ok;
    };
    return (code) => {
      effects.enter('expressionCode');
      return inside(code);
    };
  },
};

const plain = tagLine(false);
const deep = tagLine(true);

const gitSyntax: Extension = {
  flow: { 123: plain },
  flowInitial: { [-2]: deep, [-1]: deep, 32: deep },
  text: { 58: emojiName, 60: expressionCode },
};

const gitFromMarkdown: MdastExtension = {
  enter: {
    gitTagLine(token) {
      this.enter({ type: 'gitTagLine', value: this.sliceSerialize(token) }, token);
    },
    emojiName(token) {
      const code = emojiCodeByName(this.sliceSerialize(token).slice(1, -1)) ?? '';
      this.enter({ type: 'emojiName', code }, token);
    },
    expressionCode(token) {
      const inner = this.sliceSerialize(token).slice(EXPRESSION_OPEN.length, -EXPRESSION_CLOSE.length);
      this.enter({ type: 'expressionCode', value: decodeMarkdown(inner) }, token);
    },
  },
  exit: {
    gitTagLine(token) {
      this.exit(token);
    },
    emojiName(token) {
      this.exit(token);
    },
    expressionCode(token) {
      this.exit(token);
    },
  },
};

// The tree transform that finds addresses in text would also link escaped ones; the tokenizer is enough.
const gfmTree = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }));

const allGfm = withMeasuredStrikethrough(gfm());
const emphasis = measuredEmphasis(attention);
const marks: Extension = { text: { 42: emphasis, 95: emphasis }, disable: { null: ['attention'] } };
const noMathFlow: Extension = { disable: { null: ['mathFlow'] } };

/**
 * Constructs of GFM that are tried at every letter or in every paragraph, which takes a third of the time, with the
 * characters of a text that contains one. The delimiter row of a table has a pipe or an alignment.
 */
const FREQUENT: Readonly<Record<string, RegExp>> = {
  emailAutolink: /@/,
  protocolAutolink: /:\/\//,
  wwwAutolink: /www\./i,
  table: /\||:-|-:/,
};

const gfmFor = new Map<string, Extension>();

/** GFM without the frequent constructs that do not occur in the text. */
function gfmOf(markdown: string): Extension {
  const left = Object.keys(FREQUENT).filter((name) => !FREQUENT[name]?.test(markdown));
  const key = left.join(' ');
  let found = gfmFor.get(key);
  if (!found) gfmFor.set(key, (found = without(new Set(left))));
  return found;
}

function without(names: ReadonlySet<string>): Extension {
  const kept = (constructs: ConstructRecord | undefined): ConstructRecord =>
    Object.fromEntries(
      Object.entries(constructs ?? {}).flatMap(([code, list]) => {
        const others = [list ?? []].flat().filter(({ name = '' }) => !names.has(name));
        return others.length > 0 ? [[code, others]] : [];
      }),
    );
  return { ...allGfm, text: kept(allGfm.text), flow: kept(allGfm.flow) };
}

const mdastExtensions = [gitFromMarkdown, ...gfmTree, mathFromMarkdown()];

/** Options of parsing; without `mathBlocks`, `$$` does not begin a formula. */
export interface TreeOptions extends Partial<Reading> {
  mathBlocks?: boolean;
}

/** Parses Git-format Markdown (without front matter) into a syntax tree. Never throws on text. */
export function parseTree(markdown: string, options: TreeOptions = {}): Root {
  const { mathBlocks = true, steps = new Steps(markdown.length), ...reading } = options;
  const extensions = [
    gitSyntax,
    marks,
    gfmOf(markdown),
    math({ singleDollarTextMath: false }),
    ...(mathBlocks ? [] : [noMathFlow]),
  ];
  return fromMarkdown(markdown, {
    extensions: measuredSyntax(extensions, { ...reading, steps }),
    mdastExtensions,
  });
}

/** Text of a tree of any depth, without recursion. */
export function treeText(root: Nodes): string {
  const parts: string[] = [];
  const stack: Nodes[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'image' && node.alt) parts.push(node.alt);
    else if ('value' in node) parts.push(node.value);
    else if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at -= 1) stack.push(node.children[at] as Nodes);
    if (node.type === 'paragraph' || node.type === 'break') parts.push(' ');
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}
