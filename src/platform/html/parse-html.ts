import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** More elements and attributes than anybody reads; they take a thousand times their letters in memory. */
const MAX_PARTS = 1_000_000;
/** Trees are walked by recursion. */
const DEEPEST = 500;

/** HTML that grows beyond measure when it is parsed. */
export class TangledHtml extends Error {
  constructor(message = 'The HTML is nested or repeated beyond measure.') {
    super(message);
  }
}

/**
 * A tree for one parse of `source`. The standard repeats formatting that was left open in every block that follows, so
 * that a few kilobytes can come to gigabytes. The tree has no more elements and attributes than its source can have
 * named.
 * @throws TangledHtml while parsing.
 */
export function measuredTree(source: string): typeof defaultTreeAdapter {
  let left = Math.min(MAX_PARTS, source.length / 2 + 64);
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      left -= 1 + attributes.length;
      if (left < 0) throw new TangledHtml();
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
  };
}

/** Parses a page. @throws TangledHtml */
export function parseHtmlDocument(source: string): Root {
  return toHast(parse(source, { scriptingEnabled: false, treeAdapter: measuredTree(source) }));
}

/** Parses a piece of a page. @throws TangledHtml */
export function parseHtmlFragment(source: string): Root {
  return toHast(parseFragment(source, { scriptingEnabled: false, treeAdapter: measuredTree(source) }));
}

function toHast(tree: Tree.Document | Tree.DocumentFragment): Root {
  checkDepth(tree);
  return fromParse5(tree as Parameters<typeof fromParse5>[0]) as Root;
}

function checkDepth(tree: Tree.Document | Tree.DocumentFragment): void {
  let level: Tree.ParentNode[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw new TangledHtml();
    level = level.flatMap((parent) => parent.childNodes.filter((child) => 'childNodes' in child));
  }
}
