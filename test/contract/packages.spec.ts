import { readFileSync } from 'node:fs';
import { minVersion, satisfies } from 'semver';
import { describe, expect, it } from 'vitest';

interface Manifest {
  engines: { node: string };
  allowScripts: Record<string, boolean>;
}

interface LockedPackage {
  version: string;
  engines?: { node?: string };
  hasInstallScript?: boolean;
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/* `npm ci` says what it minds in dozens of lines that look like a failure. */
describe('packages', () => {
  const manifest = read<Manifest>('package.json');
  const { packages } = read<{ packages: Record<string, LockedPackage> }>('package-lock.json');
  const installed = Object.entries(packages).filter(([path]) => path !== '');

  it('all run on the oldest supported version of Node.js', () => {
    const oldest = minVersion(manifest.engines.node)?.version ?? '';
    const tooNew = installed.filter(([, { engines }]) => engines?.node && !satisfies(oldest, engines.node));
    expect(tooNew.map(([path, { version, engines }]) => `${path} ${version}: ${engines?.node}`)).toEqual([]);
  });

  it('run only approved scripts at their installation', () => {
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13));
    expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  });
});
