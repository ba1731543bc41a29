import { createHash } from 'node:crypto';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, type Image, NODE_USER, playDockerfile, programs } from './play-dockerfile.js';

const MEGABYTE = 1_000_000;

/* Many machines that run this have no container engine, so the steps of the Dockerfile are played without one. */
describe('the container image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-image-'));
  let image: Image;
  let server: ChildProcess | undefined;
  let banner = '';
  let environment: Record<string, string>;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    image = playDockerfile(resolve('.'), folder);
    environment = { ...image.env, PATH: programs(), PORT: String(await freePort()) };
    const [program = '', ...args] = image.command;
    server = spawn(program, args, asItsUser());
    for await (const part of server.stdout ?? []) {
      banner += String(part);
      if (banner.includes('Bindery is ready')) return;
    }
    throw new Error(`It ended without being ready: ${banner}`);
  });

  afterAll(async () => {
    if (server?.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Nothing of the environment of this machine. */
  const asItsUser = () => ({
    cwd: join(image.root, image.workdir),
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
    ...(process.getuid?.() === 0 && { uid: NODE_USER, gid: NODE_USER }),
  });
  const said = (name: string): string => new RegExp(`${name}\\s+(\\S+)`).exec(banner)?.[1] ?? '';
  const api = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${said('API')}${path}`, {
      headers: { authorization: `Bearer ${said('Admin token')}` },
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  };

  it('is started by an unprivileged user, and is healthy', () => {
    expect(image.user).toBe('node');
    const [program = '', ...args] = image.healthcheck;
    expect(spawnSync(program, args, asItsUser()).status).toBe(0);
  });

  it('shows the demo site, whose diagrams are drawn by an integration', async () => {
    const page = await fetch(`${said('Demo site')}/guides/building-integrations`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('graph LR; Event');
  });

  it('makes PDF files with its fonts', async () => {
    const { items } = await api<{ items: { id: string }[] }>(`/orgs/${orgId()}/spaces`);
    const { url } = await api<{ url: string }>(`/spaces/${items[0]?.id}/pdf`);
    const file = await fetch(url);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
  });
  const orgId = (): string => /Organization .*\((\S+)\)/.exec(banner)?.[1] ?? '';

  it('can store files in S3', () => {
    const load = "import('@aws-sdk/client-s3').then(({ S3Client }) => process.exit(S3Client ? 0 : 1))";
    expect(spawnSync(process.execPath, ['-e', load], asItsUser()).status).toBe(0);
  });

  it('is small, and has no file twice, no maps, no compiler and nothing that reports installations', () => {
    const files = filesOf(image.root).filter(({ path }) => !path.startsWith('data/'));
    const names = new Map<string, string>();
    for (const { path, bytes } of files) {
      if (bytes < MEGABYTE) continue;
      const hash = createHash('sha256')
        .update(readFileSync(join(image.root, path)))
        .digest('hex');
      expect(names.get(hash), `the same as ${path}`).toBeUndefined();
      names.set(hash, path);
    }
    const needless =
      /node_modules\/.*\.(map|d\.ts)$|node_modules\/(typescript|vitest|prettier)\/|scarf.*report/;
    expect(files.filter(({ path }) => needless.test(path))).toEqual([]);
    printSizes(files);
    // `strip` takes 40 MB off; the build stage has it, this machine perhaps not.
    const limit = spawnSync('strip', ['--version']).status === 0 ? 490 : 530;
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(limit * MEGABYTE);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** In all, and each package and folder of more than five megabytes. */
function printSizes(files: { path: string; bytes: number }[]): void {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of files) {
    const part = /^app\/(node_modules\/(@[^/]+\/)?[^/]+|[^/]+)/.exec(path)?.[0] ?? path;
    sizes.set(part, (sizes.get(part) ?? 0) + bytes);
  }
  const megabytes = (bytes: number): string => `${Math.round(bytes / MEGABYTE)} MB`.padStart(8);
  const parts = [...sizes].filter(([, bytes]) => bytes > 5 * MEGABYTE).sort((a, b) => b[1] - a[1]);
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(
    `Sizes in the image, without Node's own:\n${[['all', all] as const, ...parts]
      .map(([part, bytes]) => `${megabytes(bytes)}  ${part}\n`)
      .join('')}`,
  );
}
