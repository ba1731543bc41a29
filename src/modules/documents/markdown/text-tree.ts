import type { Root } from 'mdast';
import type { Steps } from './measured-constructs.js';
import { parseTree } from './syntax.js';

/**
 * The syntax tree of a text, made once however often the text is read. It does not depend on what addresses lead to, and
 * making it takes most of the time of reading.
 */
export class TextTree {
  private made?: { root: Root; cuts: number[]; left: number };

  /**
   * As `parseTree` of the text, which is the same each time.
   * @param steps come out as making the tree left them.
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
