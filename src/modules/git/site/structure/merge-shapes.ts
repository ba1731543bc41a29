import {
  childrenOf,
  inTreeOrder,
  named,
  NODE_MEMBERS,
  type NodeMember,
  nodesByKey,
  type SiteNode,
  type SiteShape,
  WHOLE_SITE,
} from './site-shape.js';

/** Three states of a structure: what both sides had in common last, and what each has now. */
export interface ThreeShapes {
  base: SiteShape;
  file: SiteShape;
  site: SiteShape;
}

export interface MergedShape {
  shape: SiteShape;
  /** A sentence for each place where both sides changed the same thing, and the file counted. */
  conflicts: string[];
}

/**
 * Merges two structures by the keys of their nodes, member by member. Where both sides changed the same member, the file counts; where
 * one side removed what the other changed, the file counts too.
 */
export function mergeShapes(three: ThreeShapes): MergedShape {
  const conflicts: string[] = [];
  const nodes = mergeNodes(three, conflicts);
  const title = mergeValue(three.base.title, three.file.title, three.site.title, () =>
    conflicts.push(sentence('title of the site', three.site.title)),
  );
  const ordered = inTreeOrder(inOrder(three, [...nodes.values()]));
  return { shape: { title, nodes: ordered, defaults: mergeDefaults(three, ordered, conflicts) }, conflicts };
}

function mergeValue<T>(base: T, file: T, site: T, onConflict: () => void): T {
  if (site === base || site === file) return file;
  if (file === base) return site;
  onConflict();
  return file;
}

function sentence(what: string, lost: unknown): string {
  const value = typeof lost === 'string' ? ` It was "${lost}" in the site.` : '';
  return `Both sides changed the ${what}, and the file counted.${value}`;
}

function mergeNodes(three: ThreeShapes, conflicts: string[]): Map<string, SiteNode> {
  const [base, file, site] = [nodesByKey(three.base), nodesByKey(three.file), nodesByKey(three.site)];
  const nodes = new Map<string, SiteNode>();
  for (const key of new Set([...file.keys(), ...site.keys()])) {
    const [was, there, here] = [base.get(key), file.get(key), site.get(key)];
    if (there && here) nodes.set(key, mergeNode(was ?? there, there, here, conflicts));
    else if (!was) nodes.set(key, (there ?? here)!);
    else if (there && !isSame(was, there)) {
      nodes.set(key, there);
      conflicts.push(
        `The ${named(there)} was removed from the site and changed in the file, so that it is back.`,
      );
    } else if (here && !isSame(was, here))
      conflicts.push(
        `The ${named(here)} was changed in the site and removed from the file, so that it is gone.`,
      );
  }
  // A part that got something new stays, though the other side removed it.
  for (const node of nodes.values()) {
    for (let parent = node.parent; parent !== null && !nodes.has(parent);) {
      const kept = file.get(parent) ?? site.get(parent);
      if (!kept) break;
      nodes.set(parent, kept);
      conflicts.push(`The ${named(kept)} stays, since the ${named(node)} was put into it.`);
      parent = kept.parent;
    }
  }
  return nodes;
}

function mergeNode(was: SiteNode, there: SiteNode, here: SiteNode, conflicts: string[]): SiteNode {
  const merged: SiteNode = { ...there };
  for (const member of NODE_MEMBERS) {
    const value = mergeValue(was[member], there[member], here[member], () =>
      conflicts.push(sentence(`${wordOf(member)} of the ${named(there)}`, here[member])),
    );
    Object.assign(merged, { [member]: value });
  }
  return merged;
}

function wordOf(member: NodeMember): string {
  return { parent: 'place', url: 'address', folder: 'directory' }[member as string] ?? member;
}

function isSame(one: SiteNode, other: SiteNode): boolean {
  return NODE_MEMBERS.every((member) => one[member] === other[member]);
}

/** The order of one side, with what only the other has behind what it stands behind there. */
function inOrder(three: ThreeShapes, nodes: SiteNode[]): SiteNode[] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  return [...parents].flatMap((parent) => {
    const [base, file, site] = [three.base, three.file, three.site].map((shape) =>
      childrenOf(shape, parent).map(({ key }) => key),
    ) as [string[], string[], string[]];
    const common = base.filter((key) => file.includes(key) && site.includes(key));
    const isFileMoved = common.join('\n') !== file.filter((key) => common.includes(key)).join('\n');
    const [leading, other] = isFileMoved ? [file, site] : [site, file];
    const order = [...leading];
    other.forEach((key, index) => {
      if (order.includes(key)) return;
      const before = other.slice(0, index).findLast((one) => order.includes(one));
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
    });
    const rank = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
    return nodes.filter((node) => node.parent === parent).sort((a, b) => rank(a.key) - rank(b.key));
  });
}

function mergeDefaults(
  { base, file, site }: ThreeShapes,
  nodes: SiteNode[],
  conflicts: string[],
): Record<string, string> {
  const sections = nodes.filter(({ type }) => type === 'section');
  const top = nodes.filter(({ type, parent }) => type === 'space' && parent === null);
  const sets: [string, string, SiteNode[]][] = [
    [WHOLE_SITE, 'default of the site', sections.length > 0 ? sections : top],
    ...sections.map((section): [string, string, SiteNode[]] => [
      section.key,
      `default of the ${named(section)}`,
      nodes.filter(({ parent }) => parent === section.key),
    ]),
  ];
  const defaults: Record<string, string> = {};
  for (const [of, words, among] of sets) {
    const keys = among.map(({ key }) => key);
    const known = [base.defaults[of], file.defaults[of], site.defaults[of]] as const;
    const wanted = mergeValue(...known, () => {
      if (known[1] !== undefined && known[2] !== undefined) conflicts.push(sentence(words, known[2]));
    });
    const found = [wanted, known[1], known[2], keys[0]].find(
      (key) => key !== undefined && keys.includes(key),
    );
    if (found !== undefined) defaults[of] = found;
  }
  return defaults;
}
