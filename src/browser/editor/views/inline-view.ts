import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import { openInlineForm } from '../menus/inline-form.js';
import type { PageContext } from '../page-context.js';
import { drawInline } from './draw-inline.js';

type Data = Record<string, unknown>;

/** Inlines that the server draws. */
const DRAWN = new Set(['icon', 'inline_math', 'mention', 'button']);

/** An inline that is one piece: a press opens the form for its data. */
export function inlineView(context: PageContext): NodeViewConstructor {
  return (node, view, getPos) => {
    const dom = document.createElement('span');
    let now: Node | null = null;
    const draw = (next: Node) => {
      if (now?.eq(next)) return;
      now = next;
      dom.className = `inline-atom ${next.type.name.replaceAll('_', '-')}`;
      dom.replaceChildren(wordsOf(next));
      if (DRAWN.has(next.type.name)) void drawByServer(dom, next, context, () => now === next);
      if (next.type.name === 'inline_image') void drawImage(dom, next, context, () => now === next);
    };
    draw(node);
    dom.addEventListener('click', (event) => {
      // Links of what is drawn lead away.
      event.preventDefault();
      const at = getPos();
      if (at !== undefined) openInlineForm(view, context, at);
    });
    return {
      dom,
      update: (next) => {
        if (next.type !== node.type) return false;
        draw(next);
        return true;
      },
      ignoreMutation: () => true,
    };
  };
}

function wordsOf(node: Node): string {
  if (node.type.name === 'opaque_inline') return String((node.attrs['raw'] as { type: string }).type);
  const data = node.attrs['data'] as Data;
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
  switch (node.type.name) {
    case 'emoji':
      return charactersOf(text('code'));
    case 'icon':
      return `◆ ${text('icon')}`;
    case 'inline_math':
      return text('formula') || 'Formula';
    case 'mention':
      return `@${text('text') || (data['ref'] as { kind?: string } | undefined)?.kind || ''}`;
    case 'expression':
      return text('expression') || 'Expression';
    case 'button':
      return text('label') || 'Button';
    default:
      return text('alt') || 'Picture';
  }
}

/** Code points in hexadecimal, joined by hyphens. */
function charactersOf(code: string): string {
  const points = code.split('-').map((one) => Number.parseInt(one, 16));
  const isValid = points.length > 0 && points.every((one) => one > 0 && one <= 0x10ffff);
  return isValid && /^[\da-f]{2,6}(-[\da-f]{2,6})*$/i.test(code)
    ? String.fromCodePoint(...points)
    : `:${code}:`;
}

async function drawByServer(
  dom: HTMLElement,
  node: Node,
  context: PageContext,
  isNow: () => boolean,
): Promise<void> {
  const html = await drawInline(context, node);
  if (!html || !isNow()) return;
  dom.className = 'inline-atom is-drawn';
  // The server has made the HTML, and cleaned it as it does for readers.
  dom.innerHTML = html;
}

async function drawImage(
  dom: HTMLElement,
  node: Node,
  context: PageContext,
  isNow: () => boolean,
): Promise<void> {
  const { ref, alt, size } = node.attrs['data'] as Data;
  const url = await context.imageUrl(ref);
  if (url === null || !isNow()) return;
  const image = document.createElement('img');
  Object.assign(image, { src: url, alt: typeof alt === 'string' ? alt : '' });
  image.className = size === 'line' ? 'line-image' : 'inline-image';
  dom.replaceChildren(image);
}
