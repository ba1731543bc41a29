import type { Node } from 'prosemirror-model';
import { schema, toBlock } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { drawBlock } from './draw-blocks.js';

/** Drawings of this visit: one formula may stand in a page many times, and comes back by undo. */
const drawings = new Map<string, Promise<string | null>>();

/** The HTML of an inline as readers see it; null when it cannot be had. */
export function drawInline(context: PageContext, node: Node): Promise<string | null> {
  const key = JSON.stringify([node.type.name, node.attrs]);
  const known = drawings.get(key);
  if (known) return known;
  const alone = toBlock(schema.nodes['paragraph']!.create(null, node.mark([])));
  const drawn = drawBlock(context, alone).then((html) => {
    const line = elementOf(html ?? '').querySelector('p');
    if (line === null) drawings.delete(key);
    return line?.innerHTML ?? null;
  });
  drawings.set(key, drawn);
  return drawn;
}

/** HTML of the server as elements that do nothing: no picture in them is loaded. */
export function elementOf(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
