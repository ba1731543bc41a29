import { posix } from 'node:path';
import { foldersOverlap } from '../../sync/repository-place.js';
import { nodesByKey, type SiteNode, type SiteNodeType, type SiteShape } from './site-shape.js';

/** Ids of the parts of a site by their keys in the file; those of parts that are gone stay, so that they are known when they come back. */
export type SiteKeys = Record<string, string>;

const PREFIX: Record<SiteNodeType, string> = {
  space: 'space',
  section: 'section',
  'section-group': 'section-group',
  'external-link': 'link',
};
const MAX_KEY = 60;

/**
 * Finds the part of a site that a node of the file means, where no sync has noted it yet: of the same type with the same path or address,
 * else with the same title.
 */
export function adoptKeys(keys: SiteKeys, file: SiteShape, site: SiteShape): SiteKeys {
  const adopted = { ...keys };
  const taken = new Set(Object.values(keys));
  const tests: ((node: SiteNode, item: SiteNode) => boolean)[] = [
    (node, item) => node.title === item.title && node.path === item.path && node.url === item.url,
    (node, item) => (node.path ?? node.url) !== null && node.path === item.path && node.url === item.url,
    (node, item) => node.title === item.title,
  ];
  for (const isMeant of tests) {
    for (const node of file.nodes) {
      if (adopted[node.key] !== undefined) continue;
      const item = site.nodes.find(
        (one) => one.type === node.type && !taken.has(one.key) && isMeant(node, one),
      );
      if (!item) continue;
      adopted[node.key] = item.key;
      taken.add(item.key);
    }
  }
  return adopted;
}

/** Gives the parts of a site that have none a key, made from their titles. @param inFile keys that the file has. */
export function completeKeys(keys: SiteKeys, site: SiteShape, inFile: ReadonlySet<string>): SiteKeys {
  const complete = { ...keys };
  const known = new Set(Object.values(keys));
  for (const { key: id, type, title } of site.nodes) {
    if (known.has(id)) continue;
    const words = title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
    const base = [PREFIX[type], words.slice(0, MAX_KEY)].filter((part) => part !== '').join('-');
    complete[free(base, (key) => complete[key] !== undefined || inFile.has(key))] = id;
  }
  return complete;
}

/**
 * Gives the spaces of a site that have none a folder in the project, which nothing in the repository has yet.
 * @param isNew answers whether a space gets one. @param used folders of other nodes. @param files paths in the repository.
 */
export function withFolders(
  shape: SiteShape,
  {
    project,
    used,
    files,
    isNew,
  }: { project: string; used: readonly string[]; files: Iterable<string>; isNew: (key: string) => boolean },
): SiteShape {
  const folders = [...used];
  const paths = [...files];
  const byKey = nodesByKey(shape);
  const nodes = shape.nodes.map((node) => {
    if (node.type !== 'space' || node.folder !== null || !isNew(node.key)) return node;
    const section = node.parent === null ? undefined : byKey.get(node.parent);
    const base = posix.join(project, section?.path ?? '', node.path ?? 'docs');
    const folder = free(
      base,
      (path) =>
        folders.some((other) => foldersOverlap(path, other)) ||
        paths.some((one) => one.startsWith(`${path}/`)),
    );
    folders.push(folder);
    return { ...node, folder };
  });
  return { ...shape, nodes };
}

function free(base: string, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`;
    if (!isTaken(name)) return name;
  }
}
