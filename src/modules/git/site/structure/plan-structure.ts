import type { FirstDirection } from '../../sync/git-connection.entity.js';
import { adoptKeys, completeKeys, type SiteKeys, withFolders } from './first-keys.js';
import { mergeShapes } from './merge-shapes.js';
import { nodesByKey, type SiteShape, withKeys } from './site-shape.js';

export interface StructureSides {
  priority: FirstDirection;
  /** The structure that both sides had in common last; null the first time. */
  base: SiteShape | null;
  keys: SiteKeys;
  /** The structure that the file says; null without a file, and for one that does not count. */
  file: SiteShape | null;
  /** The site, with ids as keys. */
  site: SiteShape;
  /** Folders of spaces that are synced already, by their ids. */
  folders: ReadonlyMap<string, string>;
  /** Folders that spaces had before they left, by their ids. */
  formerFolders: ReadonlyMap<string, string>;
  /** Folder of the site in the repository. */
  project: string;
  /** Paths of all files in the repository. */
  paths: readonly string[];
}

export interface PlannedStructure {
  /** The structure that both sides get. */
  shape: SiteShape;
  keys: SiteKeys;
  /** A sentence for each place where both sides changed the same thing. */
  conflicts: string[];
}

/** Decides what a site and the file about it become. */
export function planStructure(sides: StructureSides): PlannedStructure {
  return sides.base === null ? planFirst(sides) : planNext(sides, sides.base);
}

/** The side that counts says the structure; parts that the other has too keep their identity. */
function planFirst(sides: StructureSides): PlannedStructure {
  const { file, site, priority } = sides;
  const adopted = file ? adoptKeys(sides.keys, file, site) : sides.keys;
  const keys = completeKeys(adopted, site, keysOf(file));
  if (file && priority === 'git') return { shape: file, keys, conflicts: [] };
  return { shape: siteByKeys(sides, keys, file), keys, conflicts: [] };
}

function planNext(sides: StructureSides, common: SiteShape): PlannedStructure {
  const file = sides.file ?? common;
  const renamed = renamedKeys(common, file);
  const base = withKeys(common, (key) => renamed.get(key));
  const known: SiteKeys = {};
  for (const [key, id] of Object.entries(sides.keys)) known[renamed.get(key) ?? key] = id;
  const keys = completeKeys(known, sides.site, new Set([...keysOf(file), ...keysOf(base)]));
  const site = siteByKeys(sides, keys, base);
  return { ...mergeShapes({ base, file, site }), keys };
}

/** Keys that the file gave up, with the new one of a space whose folder is the same. */
function renamedKeys(base: SiteShape, file: SiteShape): Map<string, string> {
  const [were, are] = [nodesByKey(base), nodesByKey(file)];
  const renamed = new Map<string, string>();
  for (const old of base.nodes) {
    if (old.folder === null || are.has(old.key)) continue;
    const now = file.nodes.find(({ key, folder }) => folder === old.folder && !were.has(key));
    if (now) renamed.set(old.key, now.key);
  }
  return renamed;
}

/** The site with the keys of the file. @param known says the folders and languages of spaces that the file has. */
function siteByKeys(sides: StructureSides, keys: SiteKeys, known: SiteShape | null): SiteShape {
  const nodes = known ? nodesByKey(known) : new Map();
  const keyOf = new Map<string, string>();
  for (const [key, id] of Object.entries(keys)) {
    const other = keyOf.get(id);
    if (other === undefined || nodes.has(key)) keyOf.set(id, key);
  }
  const idOf = new Map([...keyOf].map(([id, key]) => [key, id]));
  const shape = withKeys(sides.site, (id) => keyOf.get(id));
  const named: SiteShape = {
    ...shape,
    nodes: shape.nodes.map((node) => {
      const before = nodes.get(node.key);
      if (node.type !== 'space') return node;
      const id = idOf.get(node.key) ?? '';
      const former = before ? before.folder : sides.formerFolders.get(id);
      const folder = sides.folders.get(id) ?? former ?? null;
      // A language that the file does not say is the business of the space.
      return { ...node, folder, language: before?.language === null ? null : node.language };
    }),
  };
  const used = [...nodes.values(), ...named.nodes].flatMap(({ folder }) => folder ?? []);
  return withFolders(named, {
    ...{ project: sides.project, used: [...new Set(used)], files: sides.paths },
    isNew: (key) => !nodes.has(key),
  });
}

function keysOf(shape: SiteShape | null): Set<string> {
  return new Set(shape?.nodes.map(({ key }) => key) ?? []);
}
