import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportFiles, importFiles, outlineOf } from './archive.js';
import { buildSpace, type TestOrganization } from './factories.js';
import { connectRepository, syncNow } from './git-connections.js';
import type { GitServer } from './git-server.js';
import { GitWorkTree } from './git-work-tree.js';
import type { TestApp } from './test-app.js';

interface Page {
  id: string;
  title: string;
  pages?: Page[];
}

/** One thing that somebody does, on one of the two sides. `at` and `to` choose among what there is. */
export const historySteps = fc.array(
  fc.record({
    side: fc.constantFrom('space', 'repository'),
    kind: fc.constantFrom(
      ...(['append', 'append', 'replace', 'replace', 'add', 'delete', 'move', 'retitle', 'rename'] as const),
    ),
    at: fc.nat(1000),
    to: fc.nat(1000),
    waits: fc.boolean(),
  }),
  { minLength: 3, maxLength: 12 },
);

/** Words that are written once, anywhere. People who take one away say so. */
class Words {
  private count = 0;
  readonly kept = new Set<string>();

  next(): string {
    const word = `word${++this.count}x`;
    this.kept.add(word);
    return word;
  }

  /** Everything in this text may be gone from now on. */
  forget(text: string): void {
    for (const word of text.match(/word\d+x/g) ?? []) this.kept.delete(word);
  }
}

type Step = typeof historySteps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A space and its repository while people edit both, one thing after the other. */
export class GitHistory {
  private readonly words = new Words();

  private constructor(
    private readonly test: TestApp,
    private readonly organization: TestOrganization,
    private readonly spaceId: string,
    private readonly clone: GitWorkTree,
  ) {}

  /** @param isPlain true for a folder without a summary, whose paths say its structure. */
  static async begin(
    test: TestApp,
    organization: TestOrganization,
    server: GitServer,
    { name, isPlain }: { name: string; isPlain: boolean },
  ): Promise<GitHistory> {
    const paragraphs = 'First **one**.\n\n- a list\n- of two\n\nSecond one.\n\nThird one.\n';
    const summary = '# Summary\n\n* [One](one.md)\n* [Two](two.md)\n  * [Three](two/three.md)\n';
    const url = server.create(name, {
      ...(isPlain ? {} : { 'SUMMARY.md': summary }),
      'one.md': `# One\n\nSee [two](two.md).\n\n${paragraphs}`,
      'two.md': `# Two\n\n${paragraphs}`,
      'two/three.md': `# Three\n\n${paragraphs}`,
    });
    const { id } = await buildSpace(organization);
    const run = await connectRepository(test, organization.admin, id, { url });
    assert.equal(run.state, 'success', run.error);
    return new GitHistory(test, organization, id, new GitWorkTree(server, name));
  }

  async inSpace({ kind, at, to }: Step): Promise<void> {
    const { api } = this.organization.admin;
    const path = `/v1/spaces/${this.spaceId}`;
    const { body } = await api.get(`${path}/content`);
    const { id: revision, pages } = body as { id: string; pages: Page[] };
    const flat = flatten(pages);
    const page = flat[at % Math.max(1, flat.length)];
    const send = async (change: object): Promise<void> => {
      const answer = await api.post(`${path}/content`, { revision, changes: [change] });
      assert.equal(answer.status, 200, answer.text);
    };
    if (kind === 'add' || !page) {
      const word = this.words.next();
      await send({
        operation: 'insert_page',
        title: `New ${word}`,
        document: { markdown: `About ${word}.` },
      });
      return;
    }
    const read = await api.get(`${path}/content/page/${page.id}`, { query: { format: 'markdown' } });
    const text = (read.body as { markdown: string }).markdown;
    if (kind === 'append' || kind === 'replace') {
      const edited = kind === 'append' ? this.appended(text, to) : this.replaced(text, to);
      await send({ operation: 'update_page', page: page.id, document: { markdown: edited } });
    } else if (kind === 'delete') {
      this.words.forget(await this.textBelow(page));
      await send({ operation: 'delete_page', page: page.id });
    } else if (kind === 'move') {
      const below = new Set(flatten([page]).map(({ id }) => id));
      const others = flat.filter(({ id }) => !below.has(id));
      const into = to % 3 === 0 ? undefined : others[to % Math.max(1, others.length)]?.id;
      await send({ operation: 'update_page', page: page.id, into: into ?? null });
    } else if (kind === 'rename') {
      await send({ operation: 'update_page', page: page.id, slug: `place${to}` });
    } else {
      const word = this.words.next();
      this.words.forget(page.title);
      await send({ operation: 'update_page', page: page.id, title: `Title ${word}` });
    }
  }

  inRepository({ kind: wanted, at, to }: Step): void {
    const { clone } = this;
    clone.pull();
    const files = clone.list().filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md');
    // A folder without any page stops the sync, until people say that they mean it.
    const kind = wanted === 'delete' && files.length === 1 ? 'append' : wanted;
    const file = files[at % Math.max(1, files.length)];
    if (kind === 'add' || file === undefined) {
      const word = this.words.next();
      clone.write(`added-${word}.md`, `# Added ${word}\n\nText of ${word}.\n`);
      if (this.hasSummary())
        clone.write(
          'SUMMARY.md',
          `${clone.read('SUMMARY.md').trimEnd()}\n* [Added ${word}](added-${word}.md)\n`,
        );
    } else if (kind === 'append') clone.write(file, this.appended(clone.read(file), to));
    else if (kind === 'replace' || kind === 'retitle') clone.write(file, this.replaced(clone.read(file), to));
    else if (kind === 'delete') {
      // The last one is not taken for what people wanted.
      if (files.length === 1) return;
      this.words.forget(clone.read(file));
      this.words.forget(this.linesAbout(file));
      clone.remove(file);
      this.rewriteSummary((line) =>
        line.includes(`](${file})`) || line.includes(`](<${file}>)`) ? null : line,
      );
    } else {
      const moved = `moved/${to % 10}-${file.replaceAll('/', '-')}`;
      if (files.includes(moved)) return;
      clone.move(file, moved);
      this.rewriteSummary((line) => line.replace(`](${file})`, `](${moved})`));
    }
    clone.push('Edited by hand');
  }

  /** Asks for a sync, and does not wait for it. */
  async requestSync(): Promise<void> {
    const path = `/v1/spaces/${this.spaceId}/git/connection/sync`;
    const answer = await this.organization.admin.api.post(path);
    assert.equal(answer.status, 204, answer.text);
  }

  async sync(): Promise<void> {
    await this.test.settle();
    const run = await syncNow(this.test, this.organization.admin, this.spaceId);
    assert.equal(run.state, 'success', run.error);
  }

  /** Words that nobody took away and neither side has, or only one side although nothing waits for people. */
  async lost(): Promise<string[]> {
    const [space, repository] = await this.texts();
    const needed = (await this.conflictsOf()) === undefined ? 2 : 1;
    const sides = (word: string): number => [space, repository].filter((text) => text.includes(word)).length;
    return [...this.words.kept].filter((word) => sides(word) < needed);
  }

  /** People take what the repository says. */
  async decide(): Promise<void> {
    const request = await this.conflictsOf();
    if (request === undefined) return;
    const { api } = this.organization.admin;
    const path = `/v1/spaces/${this.spaceId}/change-requests/${request}`;
    for (let round = 0; round < 5; round++) {
      const answer = await api.post(`${path}/merge`);
      assert.equal(answer.status, 200, answer.text);
      if ((answer.body as { result: string }).result === 'merge') return;
      const { items } = (await api.get(`${path}/conflicts`)).body as { items: { id: string }[] };
      const resolutions = items.map(({ id }) => ({ conflict: id, choice: 'mine' }));
      const resolved = await api.post(`${path}/conflicts/resolve`, { resolutions });
      assert.equal(resolved.status, 200, resolved.text);
    }
    throw new Error('The change request never merges.');
  }

  /** Both sides as outlines with texts, the repository's as a space has it that imports it for the first time. */
  async sides(): Promise<Record<'space' | 'repository', string[]>> {
    assert.equal(await this.conflictsOf(), undefined);
    this.clone.pull();
    const { id } = await buildSpace(this.organization);
    const files = Object.fromEntries(this.clone.list().map((path) => [path, this.clone.read(path)]));
    await importFiles(this.test, this.organization.admin, id, files);
    return { space: await this.contentOf(this.spaceId), repository: await this.contentOf(id) };
  }

  end(): void {
    this.clone.close();
  }

  private async texts(): Promise<[string, string]> {
    const space = await exportFiles(this.test, this.organization.admin, this.spaceId);
    this.clone.pull();
    const repository = this.clone.list().map((path) => `${path}\n${this.clone.read(path)}`);
    return [Object.entries(space).flat().join('\n'), repository.join('\n')];
  }

  /** The outline of a space, then the text of each page. Paths of links differ with the names of files, so they are left out. */
  private async contentOf(spaceId: string): Promise<string[]> {
    const { admin } = this.organization;
    const path = `/v1/spaces/${spaceId}/content`;
    const { pages } = (await admin.api.get(path)).body as { pages: Page[] };
    const texts = flatten(pages).map(async ({ id, title }) => {
      const { body } = await admin.api.get(`${path}/page/${id}`, { query: { format: 'markdown' } });
      return `${title}: ${(body as { markdown: string }).markdown.replace(/\]\([^)]*\)/g, ']()')}`;
    });
    // A page whose slug another one had keeps its number, and so its address, when that one goes.
    const outline = (await outlineOf(admin, spaceId)).map((line) => line.replaceAll(/-\d+(?=[/)])/g, ''));
    return [...outline, ...(await Promise.all(texts))];
  }

  private async conflictsOf(): Promise<string | undefined> {
    const { body } = await this.organization.admin.api.get(`/v1/spaces/${this.spaceId}/git/connection`);
    return (body as { conflicts?: { changeRequest: string } }).conflicts?.changeRequest;
  }

  private appended(text: string, to: number): string {
    const parts = text.trimEnd().split('\n\n');
    const first = parts[0]?.startsWith('---') ? 2 : 1;
    parts.splice(first + (to % Math.max(1, parts.length - first + 1)), 0, `Appended ${this.words.next()}.`);
    return `${parts.join('\n\n')}\n`;
  }

  private replaced(text: string, to: number): string {
    const parts = text.trimEnd().split('\n\n');
    const first = parts[0]?.startsWith('---') ? 2 : 1;
    if (parts.length <= first) return this.appended(text, to);
    const at = first + (to % (parts.length - first));
    this.words.forget(parts[at]!);
    parts[at] = `Replaced ${this.words.next()}.`;
    return `${parts.join('\n\n')}\n`;
  }

  /** A folder without one gets it once its paths no longer say the structure. */
  private hasSummary(): boolean {
    return this.clone.list().includes('SUMMARY.md');
  }

  private linesAbout(file: string): string {
    if (!this.hasSummary()) return '';
    return this.clone
      .read('SUMMARY.md')
      .split('\n')
      .filter((line) => line.includes(file))
      .join('\n');
  }

  private rewriteSummary(change: (line: string) => string | null): void {
    if (!this.hasSummary()) return;
    const lines = this.clone.read('SUMMARY.md').split('\n');
    this.clone.write('SUMMARY.md', lines.flatMap((line) => change(line) ?? []).join('\n'));
  }

  private async textBelow(page: Page): Promise<string> {
    const texts: string[] = [page.title];
    for (const { id, title } of flatten([page])) {
      const query = { format: 'markdown' };
      const path = `/v1/spaces/${this.spaceId}/content/page/${id}`;
      texts.push(
        title,
        ((await this.organization.admin.api.get(path, { query })).body as { markdown: string }).markdown,
      );
    }
    return texts.join('\n');
  }
}

function flatten(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);
}
