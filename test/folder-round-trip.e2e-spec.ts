import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arbitraryMarkdown } from '../src/modules/documents/markdown.fixture.js';
import { exportFiles, type Files, importFiles } from './support/archive.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { thoroughly } from './support/thoroughly.js';

const RUNS = thoroughly(10);

const name = fc.constantFrom(
  'a',
  'b',
  'Getting Started',
  'über',
  'x.y',
  'a (1)',
  'README',
  'C++',
  'new',
  '日本',
);
const folder = fc.constantFrom('', 'guide/', 'guide/deep/', 'Über uns/', 'a/');
const title = fc.constantFrom(
  'A',
  'B',
  'A & B',
  '`code` title',
  '*Star*',
  'Über',
  '"Quoted": yes',
  '[x] y',
  '1. One',
  '#1',
);
const asset = fc.constantFrom('logo.png', 'a b.png', 'lo_go.png', 'über.svg', 'sub/logo.png');
const frontMatter = fc.constantFrom(
  '',
  '---\ndescription: Words\n---\n\n',
  '---\ndescription: >-\n  Long words\n  in lines\nicon: star\n---\n\n',
  '---\nhidden: true\n---\n\n',
  '---\ntitle: Other\nother: [1, two]\nlayout:\n  width: wide\n  title:\n    visible: false\n---\n\n',
  '---\nif: visitor.claims.beta\ncover: .gitbook/assets/logo.png\n---\n\n',
);

interface Page {
  path: string;
  text: string;
}

const page = (paths: readonly string[]): fc.Arbitrary<string> => {
  const target = fc.constantFrom(
    ...paths,
    'none.md',
    'guide/',
    '../',
    '/a.md',
    '#part',
    'https://example.com/a',
  );
  const link = fc.tuple(title, target).map(([words, to]) => `[${words}](<${to}>)`);
  const image = asset.map((file) => `![x](<.gitbook/assets/${file}>)`);
  const include = fc
    .constantFrom('one.md', 'two words.md', 'none.md')
    .map((file) => `{% include ".gitbook/includes/${file}" %}`);
  const file = asset.map((one) => `{% file src=".gitbook/assets/${one}" %}\nCaption\n{% endfile %}`);
  const part = fc.oneof(link, image, include, file, arbitraryMarkdown(), fc.constant('## Part'));
  return fc
    .tuple(frontMatter, fc.option(title, { nil: undefined }), fc.array(part, { maxLength: 4 }))
    .map(
      ([front, heading, parts]) =>
        `${front}${heading === undefined ? '' : `# ${heading}\n\n`}${parts.join('\n\n')}\n`,
    );
};

/** A folder in the Git format: pages anywhere, listed or not, with what they use, some of it missing. */
const arbitraryFolder: fc.Arbitrary<Files> = fc
  .uniqueArray(
    fc.tuple(folder, name).map((parts) => `${parts.join('')}.md`),
    { minLength: 1, maxLength: 6, selector: (path) => path.toLowerCase() },
  )
  .chain((paths) =>
    fc.tuple(
      fc.tuple(...paths.map((path) => page(paths).map((text): Page => ({ path, text })))),
      fc.uniqueArray(asset, { maxLength: 3 }),
      fc.uniqueArray(fc.tuple(fc.constantFrom('one.md', 'two words.md'), arbitraryMarkdown()), {
        maxLength: 2,
        selector: ([file]) => file,
      }),
      fc.option(
        fc.tuple(
          fc.shuffledSubarray(paths),
          fc.array(title, { minLength: 6, maxLength: 6 }),
          fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        ),
        { nil: undefined },
      ),
    ),
  )
  .map(([pages, assets, includes, summary]) => ({
    ...Object.fromEntries(pages.map(({ path, text }) => [path, text])),
    ...Object.fromEntries(assets.map((file) => [`.gitbook/assets/${file}`, file])),
    ...Object.fromEntries(includes.map(([file, text]) => [`.gitbook/includes/${file}`, text])),
    ...(summary ? { 'SUMMARY.md': summaryOf(...summary) } : {}),
  }));

function summaryOf(paths: string[], titles: string[], depths: number[]): string {
  let depth = 0;
  const lines = paths.map((path, at) => {
    depth = Math.min(depths[at] ?? 0, at === 0 ? 0 : depth + 1);
    return `${'  '.repeat(depth)}* [${titles[at]}](<${path}>)`;
  });
  return (
    [
      '# Table of contents',
      '',
      ...lines.slice(0, 2),
      '',
      '## Group',
      '',
      ...lines.slice(2).map((line) => line.trimStart()),
    ].join('\n') + '\n'
  );
}

describe('an unchanged folder', () => {
  let test: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());

  async function importInto(spaceId: string, files: Files): Promise<string> {
    const outcome = await importFiles(test, organization.admin, spaceId, files);
    if (outcome.state !== 'success') throw new Error(JSON.stringify(outcome));
    return outcome.report?.revision ?? '';
  }
  /** The tree of a space, without its texts, which its export has, and what every import writes anew. */
  const contentOf = async (spaceId: string) => {
    const { body } = await organization.admin.api.get(`/v1/spaces/${spaceId}/content`);
    const { pages, files, reusableContents } = body as Record<string, unknown>;
    return JSON.stringify({ pages, files, reusableContents }, (member, value: unknown) =>
      ['documentId', 'git', 'updatedAt', 'urls', 'downloadURL'].includes(member) ? undefined : value,
    );
  };

  it('changes nothing when it is imported again, and its export is the same each time', async () => {
    const property = fc.asyncProperty(arbitraryFolder, async (files) => {
      const { id } = await buildSpace(organization);
      const first = await importInto(id, files);
      const content = await contentOf(id);
      expect(await importInto(id, files), 'the revision after a second import').toBe(first);
      const exported = await exportFiles(test, organization.admin, id);
      const second = await importInto(id, exported);
      expect(await contentOf(id), 'the content after the import of its export').toBe(content);
      expect(await importInto(id, exported), 'the revision after a second import of the export').toBe(second);
      expect(await exportFiles(test, organization.admin, id), 'the second export').toEqual(exported);
      const other = await buildSpace(organization);
      await importInto(other.id, exported);
      expect(await exportFiles(test, organization.admin, other.id), 'the export elsewhere').toEqual(exported);
    });
    // Regression: a page for a folder whose name is not a slug got another id with each import.
    const examples: [Files][] = [[{ 'Über uns/team.md': '# Team\n', 'Über uns/C++/a.md': '# A\n' }]];
    await fc.assert(property, { numRuns: RUNS, examples });
  }, 600_000);
});
