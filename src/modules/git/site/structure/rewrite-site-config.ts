import { posix } from 'node:path';
import { Document, isMap, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';
import { editYaml, SourceText, type YamlChange } from '#modules/documents/index.js';
import { canonicalJson } from '#platform/canonical-json.js';
import {
  childrenOf,
  NODE_MEMBERS,
  nodesByKey,
  type SiteNode,
  type SiteShape,
  WHOLE_SITE,
} from './site-shape.js';

/**
 * Writes a structure into `gitbook-docs.yaml`. Lines of what stays as it is are kept, with comments, order and quotes.
 * @param text of the file; null without a file. @param before the structure that it says.
 * @param project folder that directories are named from.
 */
export function rewriteSiteConfig(
  text: string | null,
  before: SiteShape | null,
  after: SiteShape,
  project: string,
): string {
  if (text === null || before === null) return newConfig(after, project);
  const { eol } = new SourceText(text);
  const arranged = isArranged(before, after) ? text : rearranged(text, before, after, project, eol);
  const changes = memberChanges(arranged, before, after, project);
  return editYaml(arranged, changes, eol) ?? newConfig(after, project);
}

function newConfig(shape: SiteShape, project: string): string {
  const structure = childrenOf(shape, null).map((node) => valueOf(shape, node, project));
  return new Document({ site: { title: shape.title, structure } }).toString({ lineWidth: 0 });
}

/** A node with all in it, as the file says it. */
function valueOf(shape: SiteShape, node: SiteNode, project: string): Record<string, unknown> {
  const { type, key } = node;
  const children = childrenOf(shape, key).map((child) => valueOf(shape, child, project));
  return {
    ...{ type, key },
    ...Object.fromEntries(
      Object.entries(membersOf(shape, node, project)).filter(([, value]) => value !== undefined),
    ),
    ...(type === 'space' || type === 'external-link' ? {} : { children }),
  };
}

/** Members of a node in the file by name; undefined for those that it has not. */
function membersOf(shape: SiteShape, node: SiteNode, project: string): Record<string, unknown> {
  const { type, title, path, icon, description, url, condition, draft, language, folder } = node;
  const isDefault = type === 'space' || type === 'section' ? isDefaultOf(shape, node) : undefined;
  return {
    title,
    path: path ?? undefined,
    description: description ?? undefined,
    icon: icon ?? undefined,
    url: url ?? undefined,
    default: isDefault === true ? true : undefined,
    draft: draft ? true : undefined,
    condition: condition ?? undefined,
    ...(type === 'space'
      ? { content: { directory: directoryOf(folder, project), ...(language === null ? {} : { language }) } }
      : {}),
  };
}

function isDefaultOf({ defaults }: SiteShape, { type, key, parent }: SiteNode): boolean {
  return defaults[type === 'space' && parent !== null ? parent : WHOLE_SITE] === key;
}

/** The way to write a folder: from the project where it is in it, from the root of the repository otherwise. */
function directoryOf(folder: string | null, project: string): string | null {
  if (folder === null) return null;
  const path = posix.relative(`/${project}`, `/${folder}`);
  return path.startsWith('..') ? `/${folder}` : `./${path}`;
}

/** True if both have the same nodes at the same places. */
function isArranged(before: SiteShape, after: SiteShape): boolean {
  const places = ({ nodes }: SiteShape) => nodes.map(({ key, type, parent }) => [key, type, parent]);
  return canonicalJson(places(before)) === canonicalJson(places(after));
}

/** The text with nodes added, moved and removed; members of those that stay are as they were. */
function rearranged(text: string, before: SiteShape, after: SiteShape, project: string, eol: string): string {
  const document = parseDocument(text, { logLevel: 'silent' });
  const found = new Map<string, YAMLMap>();
  const top = document.getIn(['site', 'structure'], true);
  for (const { map, key } of mapsIn(top, [])) found.set(key, map);
  const known = nodesByKey(before);
  const itemOf = (node: SiteNode): YAMLMap => {
    const map = known.get(node.key)?.type === node.type ? found.get(node.key) : undefined;
    if (!map) return document.createNode(valueOf(after, node, project)) as YAMLMap;
    const children = childrenOf(after, node.key);
    const list = map.get('children');
    if (isSeq(list)) list.items = children.map(itemOf);
    else if (children.length > 0) {
      const added = new YAMLSeq();
      added.items = children.map(itemOf);
      map.set('children', added);
    }
    return map;
  };
  const items = childrenOf(after, null).map(itemOf);
  if (isSeq(top)) top.items = items;
  return document.toString({ lineWidth: 0, indentSeq: isIndented(text) }).replaceAll('\n', eol);
}

/** True if items of lists are further in than the name of the list. */
function isIndented(text: string): boolean {
  const found = /^( *)structure:[^\n]*\n(?:\s*(?:#[^\n]*)?\n)*( *)- /m.exec(text);
  return !found || found[2]!.length > found[1]!.length;
}

/** The maps of all nodes with their keys, and the way to each. */
function mapsIn(list: unknown, path: readonly string[]): { map: YAMLMap; key: string; path: string[] }[] {
  if (!isSeq(list)) return [];
  return list.items.flatMap((item, index) => {
    if (!isMap(item)) return [];
    const key = item.get('key');
    const own = [...path, String(index)];
    const inner = mapsIn(item.get('children', true), [...own, 'children']);
    return typeof key === 'string' ? [{ map: item, key, path: own }, ...inner] : inner;
  });
}

function memberChanges(text: string, before: SiteShape, after: SiteShape, project: string): YamlChange[] {
  const document = parseDocument(text, { logLevel: 'silent' });
  const [was, is] = [nodesByKey(before), nodesByKey(after)];
  const changes: YamlChange[] =
    before.title === after.title ? [] : [{ path: ['site', 'title'], value: after.title }];
  for (const { key, path, map } of mapsIn(document.getIn(['site', 'structure'], true), [
    'site',
    'structure',
  ])) {
    const [old, now] = [was.get(key), is.get(key)];
    if (!old || !now || old.type !== now.type) continue;
    if (
      NODE_MEMBERS.every((member) => old[member] === now[member]) &&
      isDefaultOf(before, old) === isDefaultOf(after, now)
    )
      continue;
    const [from, to] = [membersOf(before, old, project), membersOf(after, now, project)];
    for (const [name, value] of Object.entries(to)) {
      if (canonicalJson(from[name] ?? null) === canonicalJson(value ?? null)) continue;
      if (name === 'content') changes.push(...contentChanges([...path, name], from[name], value));
      else if (value !== undefined || map.has(name)) changes.push({ path: [...path, name], value });
    }
  }
  return changes;
}

function contentChanges(path: string[], from: unknown, to: unknown): YamlChange[] {
  const [old, now] = [from as Record<string, unknown>, to as Record<string, unknown>];
  return ['directory', 'language']
    .filter((name) => old[name] !== now[name])
    .map((name) => ({ path: [...path, name], value: now[name] }));
}
