import type { Root } from 'mdast';
import type { Steps } from './measured-constructs.js';
import { parseTree } from './syntax.js';

/**
 * The syntax tree of a text, which is made once for all readings of the text. It does not depend on resolved addresses,
 * and making it takes most of the time of reading.
 */
export class TextTree {
  private made?: { root: Root; cuts: number[]; left: number };

  /**
   * Returns the tree of the text; later calls must pass the same text.
   * @param steps are set to the number left after making the tree.
   */
  get(markdown: string, steps: Steps, cut: (line: number) => void): Root {
    this.made ??= this.make(markdown, steps);
    const { root, cuts, left } = this.made;
    steps.left = left;
    for (const line of cuts) cut(line);
    return root;
  }

  private make(markdown: string, steps: Steps): { root: Root; cuts: number[]; left: number } {
    const cuts: number[] = [];
    const root = parseTree(markdown, { steps, cut: (line) => cuts.push(line) });
    return { root, cuts, left: steps.left };
  }
}
