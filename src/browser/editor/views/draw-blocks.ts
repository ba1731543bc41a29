import type { DocumentBlock } from '#modules/documents/browser.js';
import { api } from '../../api.js';
import type { PageContext } from '../page-context.js';

interface Waiting {
  block: DocumentBlock;
  resolve: (html: string | null) => void;
}

/** The server draws at most so many blocks at once. */
const AT_ONCE = 20;
let waiting: Waiting[] = [];

/** The HTML of a block as readers see it; null when it cannot be had. Blocks that are asked for together go together. */
export function drawBlock(context: PageContext, block: DocumentBlock): Promise<string | null> {
  if (waiting.length === 0) setTimeout(() => void ask(context), 30);
  return new Promise((resolve) => waiting.push({ block, resolve }));
}

async function ask(context: PageContext): Promise<void> {
  const all = waiting;
  waiting = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    try {
      const { blocks } = await api<{ blocks: { html: string }[] }>(`${context.textPath}/blocks/html`, {
        method: 'POST',
        body: { blocks: some.map(({ block }) => block) },
      });
      some.forEach(({ resolve }, index) => resolve(blocks[index]?.html ?? null));
    } catch {
      for (const { resolve } of some) resolve(null);
    }
  }
}
