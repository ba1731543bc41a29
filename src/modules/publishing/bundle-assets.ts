import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageRoot } from '#platform/package-root.js';
import { ASSETS_PATH, type PublishedAsset } from './published-asset.js';

/** The bundles of `src/browser`, which Vite makes: each is the folder that holds its `main`. */
export type BundleName =
  | 'contents'
  | 'editor'
  | 'files'
  | 'forms'
  | 'imports'
  | 'looks'
  | 'palette'
  | 'review'
  | 'sign-in'
  | 'structure';

/** Files that a page loads for a bundle, as addresses below that of the host. */
export interface BundleFiles {
  script: string;
  /** Modules that the script imports, so that browsers load them at once. */
  imports: string[];
  styles: string[];
}

interface ManifestEntry {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const FOLDER = join(packageRoot(), 'dist/browser');
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

let manifest: Record<string, ManifestEntry> | undefined;
const sent = new Map<string, PublishedAsset>();

/**
 * The files of a bundle.
 * @param base address prefix of the host, without a slash at the end.
 * @throws Error when the bundles were not built.
 */
export function bundleFiles(base: string, name: BundleName): BundleFiles {
  const entries = readManifest();
  const found = Object.entries(entries).find(([, entry]) => entry.isEntry && entry.name === name);
  if (!found) throw new Error(`The bundles have no entry "${name}".`);
  const keys = withImports(entries, found[0]);
  const url = (file: string) => `${base}${ASSETS_PATH}/app/${file}`;
  return {
    script: url(found[1].file),
    imports: keys.slice(1).map((key) => url(entries[key]!.file)),
    styles: keys.flatMap((key) => entries[key]!.css ?? []).map(url),
  };
}

/** A file of the bundles by its name, which contains its hash; null for any other name. */
export function findBundleFile(name: string): PublishedAsset | null {
  const known = sent.get(name);
  if (known) return known;
  const type = TYPES[name.split('.').pop() ?? ''];
  const files = Object.values(readManifest()).flatMap(({ file, css = [] }) => [file, ...css]);
  if (type === undefined || !files.includes(name)) return null;
  const body = readBundle(name);
  if (!body) return null;
  const asset = { body, gzip: gzipSync(body), contentType: type };
  sent.set(name, asset);
  return asset;
}

/** The bytes of a bundle; null once a new build has removed it below a running server. */
function readBundle(name: string): Buffer | null {
  try {
    return readFileSync(join(FOLDER, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The key of an entry, and those of the modules that it imports, directly or not. */
function withImports(entries: Record<string, ManifestEntry>, key: string): string[] {
  const keys = new Set([key]);
  for (const one of keys) for (const other of entries[one]?.imports ?? []) keys.add(other);
  return [...keys];
}

function readManifest(): Record<string, ManifestEntry> {
  try {
    manifest ??= JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as typeof manifest;
  } catch (error) {
    throw new Error('The scripts of member pages are not built. Run `npm run build`.', { cause: error });
  }
  return manifest!;
}
