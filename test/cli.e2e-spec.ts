import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/program.js';
import { outlineOf } from './support/archive.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { GitServer, hasGit } from './support/git-server.js';
import { runInstallationCommand } from './support/installation-command.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FILES = {
  'README.md': '# Welcome\n\n[Setup](guide/setup.md), [nothing](nope.md)\n',
  'guide/setup.md': '# Setup\n\nText.\n',
};

describe('the command line', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let folder: string;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    folder = mkdtempSync(join(tmpdir(), 'bindery-cli-'));
    write('product_docs', FILES);
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, files: Record<string, string>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name, path)), { recursive: true });
      writeFileSync(join(folder, name, path), text);
    }
  };

  /** Runs a command as the admin. */
  const run = async (args: string[], options: { token?: string; isTTY?: boolean } = {}) => {
    let out = '';
    let err = '';
    const common = ['--url', test.baseUrl, '--token', options.token ?? organization.admin.token];
    const status = await runCli([...args, ...common], {
      out: { write: (text) => (out += text) },
      err: { write: (text) => (err += text), isTTY: options.isTTY ?? false },
    });
    return { status, out, err };
  };
  const runJson = async (args: string[]) => {
    const { status, out, err } = await run([...args, '--json']);
    expect(err.includes('Something went wrong')).toBe(false);
    expect(status).toBe(0);
    return JSON.parse(out) as {
      space: string;
      revision: string;
      pages: number;
      files: number;
      warnings: object[];
      site?: { id: string; url: string };
    };
  };
  const countSpaces = async (): Promise<number> =>
    ((await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`)).body as { count: number })
      .count;

  it('imports a folder into a new space and publishes it', async () => {
    const report = await runJson(['import', join(folder, 'product_docs'), '--publish']);
    expect(report).toMatchObject({
      pages: 3,
      files: 0,
      warnings: [{ file: 'README.md', line: 3, kind: 'broken-link', message: expect.any(String) as string }],
      site: { url: expect.stringMatching(/^http/) as string },
    });
    expect(Object.keys(report)).toEqual(['space', 'revision', 'pages', 'files', 'warnings', 'site']);
    const { body } = await organization.admin.api.get(`/v1/spaces/${report.space}`);
    expect(body).toMatchObject({ title: 'Product docs', editMode: 'locked', revision: report.revision });
    expect(await outlineOf(organization.admin, report.space)).toEqual([
      'Welcome (readme)',
      'Guide (guide)',
      '  Setup (guide/setup)',
    ]);

    const again = await runJson([
      'import',
      join(folder, 'product_docs'),
      '--space',
      report.space,
      '--publish',
    ]);
    expect(again).toEqual(report);
  });

  it('exports an imported space', async () => {
    const { space } = await runJson(['import', join(folder, 'product_docs'), '--title', 'For export']);
    const target = join(folder, 'out/deep');
    const { status, out } = await run(['export', target, '--space', space]);
    expect(status).toBe(0);
    expect(out).toBe(`Exported 4 files to ${target}.\n`);
    expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain('[Setup](guide/setup.md)');
    expect(readFileSync(join(target, 'SUMMARY.md'), 'utf8')).toContain('* [Welcome](README.md)');
  });

  it('shows progress as one line on a terminal, and a readable report', async () => {
    const space = await buildSpace(organization);
    const { out, err, status } = await run(['import', join(folder, 'product_docs'), '--space', space.id], {
      isTTY: true,
    });
    expect(status).toBe(0);
    expect(err).toContain('\r\u001b[2KSending…');
    expect(err).not.toContain('\n');
    expect(out).toMatch(/^broken-link \(1\)\n {2}The link .*\n {4}README.md:3\n\n/);
    expect(out).toContain('\n\nImported 3 pages and 0 files into "A space", with 1 warning.\n');
  });

  it.skipIf(!hasGit)('imports a repository by its address', async () => {
    const server = await GitServer.start();
    const report = await runJson(['import', server.create('my-docs.git', FILES)]);
    await server.close();
    expect(report).toMatchObject({ pages: 3 });
    const { body } = await organization.admin.api.get(`/v1/spaces/${report.space}`);
    expect(body).toMatchObject({ title: 'My docs' });
  });

  it.each([
    ['a folder that is not there', ['import', '/nowhere/docs'], 'There is no folder /nowhere/docs.'],
    ['an unknown space', ['export', '/tmp/x', '--space', 'nope'], 'There is no such space'],
    ['another scheme', ['import', 'ssh://git@example.com/a.git'], 'https://'],
    ['a missing option', ['export', '/tmp/x'], '--space'],
    ['two places at once', ['import', '.', '--space', 'a', '--title', 'b'], 'not both'],
    ['an unknown command', ['frobnicate'], 'unknown command'],
  ])('reports a clear message for %s', async (_, args, sentence) => {
    const { status, out, err } = await run(args);
    expect(status).not.toBe(0);
    expect(out).toBe('');
    expect(err).toContain(sentence);
    expect(err).not.toContain('    at ');
  });

  it('makes a token for a user on the server itself, and notes it in the audit log', async () => {
    const member = await organization.member('read');
    const args = ['token', 'create', '--user', member.email, '--label', 'Lost', '--json'];
    const { status, out } = await runInstallationCommand(test.dataSource, { DATA_DIR: folder }, args);
    expect(status).toBe(0);
    const { token, id } = JSON.parse(out) as { token: string; id: string };
    const { body } = await test.api.as(token).get('/v1/user/tokens');
    expect(body.items[0]).toMatchObject({ id, label: 'Lost', proof: 'token' });
    const noted = await test.db.query('select actor_type from audit_events where target_id = $1', [id]);
    expect(noted).toEqual([{ actor_type: 'system' }]);
  });

  it('reports a wrong token or an unreachable server, and leaves no space behind', async () => {
    const before = await countSpaces();
    const wrong = await run(['import', join(folder, 'product_docs')], { token: 'wrong' });
    expect(wrong.status).toBe(1);
    expect(wrong.err).toContain('token');
    const closed = createServer().listen(0);
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    let err = '';
    const away = [
      'import',
      join(folder, 'product_docs'),
      '--token',
      'x',
      '--url',
      `http://127.0.0.1:${port}`,
    ];
    const streams = { out: { write: () => 0 }, err: { write: (text: string) => (err += text) } };
    expect(await runCli(away, streams)).toBe(1);
    expect(err).toMatch(/^The server at \S+ cannot be reached.*\.\n$/);
    const missing = await run(['import', 'http://127.0.0.1:1/none.git']);
    expect(missing.status).toBe(1);
    expect(missing.err).toContain('The repository cannot be reached');
    expect(await countSpaces()).toBe(before);
  });
});
