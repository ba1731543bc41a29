import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type IconFamily = 'solid' | 'regular' | 'brands';

/** An icon of the sets that pages can show. */
export interface IconName {
  /** As writers use it. */
  name: string;
  /** Former names, which still show the icon. */
  aliases: string[];
  /** The sets that have it. */
  families: IconFamily[];
}

const FAMILIES: readonly IconFamily[] = ['solid', 'regular', 'brands'];
const FILES_AT_ONCE = 64;

let known: Promise<IconName[]> | undefined;

/**
 * The names of all icons, sorted. They are read from the files of the icons, once, because the sets have no list of names and
 * loading them as modules would take tens of megabytes.
 */
export function iconNames(): Promise<IconName[]> {
  known ??= readNames();
  return known;
}

async function readNames(): Promise<IconName[]> {
  const names = new Map<string, IconName>();
  for (const family of FAMILIES) {
    for (const { name, aliases } of await readFamily(family)) {
      const icon = names.get(name) ?? { name, aliases, families: [] };
      icon.families.push(family);
      names.set(name, icon);
    }
  }
  return [...names.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readFamily(family: IconFamily): Promise<Pick<IconName, 'name' | 'aliases'>[]> {
  const load = createRequire(import.meta.url);
  const folder = dirname(load.resolve(`@fortawesome/free-${family}-svg-icons/package.json`));
  const files = (await readdir(folder)).filter((file) => /^fa[A-Z0-9]\w*\.js$/.test(file));
  const found: Pick<IconName, 'name' | 'aliases'>[] = [];
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const part = files.slice(start, start + FILES_AT_ONCE);
    const texts = await Promise.all(part.map((file) => readFile(join(folder, file), 'utf8')));
    found.push(...texts.flatMap((text) => readName(text) ?? []));
  }
  return found;
}

/** Files of former names refer to the file of the icon, and have no name. */
function readName(text: string): Pick<IconName, 'name' | 'aliases'> | null {
  const [, name] = /^var iconName = '([a-z0-9-]+)';$/m.exec(text) ?? [];
  if (name === undefined) return null;
  const [, list = '[]'] = /^var aliases = (\[.*\]);$/m.exec(text) ?? [];
  // The others are code points.
  const aliases = (JSON.parse(list) as unknown[]).filter((alias) => typeof alias === 'string');
  return { name, aliases };
}
