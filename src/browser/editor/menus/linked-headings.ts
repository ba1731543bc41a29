import type { DocumentNode } from '#modules/documents/browser.js';

/** The headings among nodes and within them. */
export function headingsIn(nodes: readonly DocumentNode[]): { anchor: string; title: string }[] {
  return nodes.flatMap((node) => {
    if (node.object !== 'block') return [];
    const inner = [...(node.fragments ?? []), node].flatMap((one) => headingsIn(one.nodes ?? []));
    const anchor = (node.meta as { id?: string } | undefined)?.id;
    const title = textIn(node.nodes).trim();
    const isHeading = node.type.startsWith('heading-') && anchor !== undefined && title !== '';
    return isHeading ? [{ anchor, title }] : inner;
  });
}

function textIn(nodes: readonly DocumentNode[] = []): string {
  return nodes
    .map((node) =>
      node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : textIn(node.nodes),
    )
    .join('');
}
