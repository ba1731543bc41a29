import { canonicalJson } from '#platform/canonical-json.js';

export const NODE_TYPES = ['space', 'section', 'section-group', 'external-link'] as const;
export type SiteNodeType = (typeof NODE_TYPES)[number];

/** A part of a site, as `gitbook-docs.yaml` and the site both have it. Members that a type lacks are null. */
export interface SiteNode {
  /** Its key in the file; its id where a shape is that of the site alone: of a space the id of the space. */
  key: string;
  type: SiteNodeType;
  /** Key of the section or group that it is in; null at the top. */
  parent: string | null;
  title: string;
  path: string | null;
  icon: string | null;
  description: string | null;
  url: string | null;
  condition: string | null;
  /** Of a link. */
  draft: boolean;
  language: string | null;
  /** Path in the repository of the folder that a space is; null for a space that is not synced, and for other nodes. */
  folder: string | null;
}

/** The structure of a site. */
export interface SiteShape {
  title: string;
  /** Each after the one that it is in; those beside each other in their order. */
  nodes: SiteNode[];
  /** The key of the space that opens a section, by the key of the section; under '' the section or space that opens the site. */
  defaults: Record<string, string>;
}

/** Name of the site's default among defaults. */
export const WHOLE_SITE = '';

/** Members of nodes that are compared one by one. */
export const NODE_MEMBERS = [
  ...['parent', 'title', 'path', 'icon', 'description', 'url', 'condition', 'draft', 'language', 'folder'],
] as const satisfies readonly (keyof SiteNode)[];
export type NodeMember =
  | 'parent'
  | 'title'
  | 'path'
  | 'icon'
  | 'description'
  | 'url'
  | 'condition'
  | 'draft'
  | 'language'
  | 'folder';

export function nodesByKey({ nodes }: SiteShape): Map<string, SiteNode> {
  return new Map(nodes.map((node) => [node.key, node]));
}

/** The nodes in a section or group, or at the top, in order. */
export function childrenOf({ nodes }: Pick<SiteShape, 'nodes'>, parent: string | null): SiteNode[] {
  return nodes.filter((node) => node.parent === parent);
}

/** The nodes, each after the one that it is in. @param nodes those beside each other in their order. */
export function inTreeOrder(nodes: readonly SiteNode[], parent: string | null = null): SiteNode[] {
  return nodes
    .filter((node) => node.parent === parent)
    .flatMap((node) => [node, ...inTreeOrder(nodes, node.key)]);
}

export function isSameShape(a: SiteShape, b: SiteShape): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** A shape whose nodes have other keys. @param keyOf the new key; the old one where it answers undefined. */
export function withKeys(shape: SiteShape, keyOf: (key: string) => string | undefined): SiteShape {
  const renamed = (key: string): string => keyOf(key) ?? key;
  return {
    title: shape.title,
    nodes: shape.nodes.map((node) => ({
      ...node,
      key: renamed(node.key),
      parent: node.parent === null ? null : renamed(node.parent),
    })),
    defaults: Object.fromEntries(
      Object.entries(shape.defaults).map(([of, key]) => [of === WHOLE_SITE ? of : renamed(of), renamed(key)]),
    ),
  };
}

/** A node in words, for a sentence. */
export function named({ type, key }: Pick<SiteNode, 'type' | 'key'>): string {
  return `${{ space: 'space', section: 'section', 'section-group': 'section group', 'external-link': 'link' }[type]} "${key}"`;
}
