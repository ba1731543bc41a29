import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SRC = import.meta.dirname;
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm;

/** Libraries that take megabytes, and that many installations never need. */
const LATER = [
  '@aws-sdk/client-s3',
  '@energetic-ai/core',
  '@energetic-ai/embeddings',
  '@modelcontextprotocol/sdk',
  '@myriaddreamin/typst-ts-node-compiler',
  '@napi-rs/canvas',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/sdk-metrics',
  '@node-saml/node-saml',
  '@scalar/openapi-parser',
  'isomorphic-git',
  'katex',
  'libphonenumber-js',
  'mammoth',
  // It loads KaTeX.
  'micromark-extension-math',
  'nodemailer',
  'openid-client',
  'zod',
];

it('loads large libraries when they are needed, not at the start', () => {
  const { packages, files } = loadedBy(join(SRC, 'start.ts'));
  expect(files).toBeGreaterThan(1000);
  expect(packages.get('yaml')).toBeDefined();
  expect(LATER.flatMap((name) => packages.get(name) ?? [])).toEqual([]);
});

/** Finds the packages that a file imports, directly or through other files, each with the first file that imports it. */
function loadedBy(entry: string): { packages: Map<string, string>; files: number } {
  const packages = new Map<string, string>();
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const path = pathOf(name, file);
      if (path) seen.add(path);
      const owner = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
      if (!path && owner && !packages.has(owner)) packages.set(owner, `${name} in ${relative(SRC, file)}`);
    }
  }
  return { packages, files: seen.size };
}

/** The source of an import of ours, undefined for one of a package. */
function pathOf(name: string, from: string): string | undefined {
  const path = name.startsWith('#') ? join(SRC, name.slice(1)) : resolve(dirname(from), name);
  if (!/^[.#]/.test(name)) return undefined;
  return [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')].find((one) => existsSync(one));
}
