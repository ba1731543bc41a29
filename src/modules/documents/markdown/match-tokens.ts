import type { DetailsToken, FlowToken, OpenToken, SummaryToken } from './flow-tokens.js';

export type FlowItem =
  | { kind: 'token'; token: FlowToken }
  | {
      kind: 'container';
      open: OpenToken | DetailsToken;
      items: FlowItem[];
      summary?: SummaryToken;
      close?: FlowToken;
    };

/** Builds the tree of containers. Opening and closing tokens without a partner stay in the list as they are. */
export function matchTokens(tokens: FlowToken[]): FlowItem[] {
  const partner = partners(tokens);
  const root: FlowItem[] = [];
  const stack: { item: FlowItem & { kind: 'container' }; end: number }[] = [];
  tokens.forEach((token, at) => {
    const top = stack.at(-1);
    if (top?.end === at) {
      top.item.close = token;
      stack.pop();
      return;
    }
    const into = top?.item.items ?? root;
    const end = partner.get(at);
    if (end !== undefined && (token.kind === 'open' || token.kind === 'details-open')) {
      const item: FlowItem & { kind: 'container' } = { kind: 'container', open: token, items: [] };
      into.push(item);
      stack.push({ item, end });
    } else if (token.kind === 'summary' && top?.item.open.kind === 'details-open' && !top.item.summary) {
      top.item.summary = token;
    } else into.push({ kind: 'token', token });
  });
  return root;
}

function partners(tokens: FlowToken[]): Map<number, number> {
  const found = new Map<number, number>();
  const stack: { name: string; at: number }[] = [];
  const open = new Map<string, number>();
  tokens.forEach((token, at) => {
    const name = tokenName(token);
    if (name === undefined) return;
    if (token.kind === 'open' || token.kind === 'details-open') {
      stack.push({ name, at });
      open.set(name, (open.get(name) ?? 0) + 1);
    } else if ((open.get(name) ?? 0) > 0) {
      for (let top = stack.pop(); top; top = stack.pop()) {
        open.set(top.name, (open.get(top.name) ?? 1) - 1);
        if (top.name !== name) continue;
        found.set(top.at, at);
        break;
      }
    }
  });
  return found;
}

function tokenName(token: FlowToken): string | undefined {
  if (token.kind === 'open') return token.shape === 'void' ? undefined : token.tag.name;
  if (token.kind === 'close') return token.tag.name;
  return token.kind === 'details-open' || token.kind === 'details-close' ? '<details>' : undefined;
}
