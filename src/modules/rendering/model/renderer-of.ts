import type { BlockOf, BlockType, InlineOf, InlineType } from '#modules/documents/index.js';

/** One renderer for each type of block: a renderer that lacks one does not compile. */
export type BlockRenderers<State, Result> = {
  readonly [T in BlockType]: (block: BlockOf<T>, state: State) => Result;
};

/** One renderer for each type of inline. */
export type InlineRenderers<State, Result> = {
  readonly [T in InlineType]: (node: InlineOf<T>, state: State) => Result;
};

/** The renderer of a node; undefined for types that renderers do not know. */
export function rendererOf<Node extends { type: string }, State, Result>(
  renderers: Readonly<Record<string, (node: never, state: State) => Result>>,
  node: Node,
): ((node: Node, state: State) => Result) | undefined {
  const found = Object.hasOwn(renderers, node.type) ? renderers[node.type] : undefined;
  return found as ((node: Node, state: State) => Result) | undefined;
}
