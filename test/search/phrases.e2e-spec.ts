import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentText, parseMarkdown } from '../../src/modules/documents/index.js';
import { buildOrganization, buildPages, buildSpace, type TestUser } from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';
import { thoroughly } from '../support/thoroughly.js';

let test: TestApp;
let admin: TestUser;
let space: string;

beforeAll(async () => {
  test = await shareTestApp();
  const organization = await buildOrganization(test);
  ({ admin } = organization);
  space = (await buildSpace(organization)).id;
});

afterAll(() => test.close());

const WORDS = [
  ...[
    'settings.json',
    '--no-cache',
    'foo_bar()',
    'v1.2.3',
    'a@b.example',
    '/usr/local/bin',
    'beePluginConfig',
  ],
  ...[
    'Straße',
    'crème',
    'naïve',
    'İstanbul',
    'отчёт',
    '数据库部署',
    'データ',
    '데이터',
    'المدفوعات',
    'שלום',
    'हिंदी',
    'การค้นหา',
  ],
  ...[
    'the',
    'of',
    'to',
    'configure',
    'Configured',
    'pages',
    "don't",
    '50%',
    '(and',
    'or)',
    '&',
    'C++',
    '«quoted»',
    '1,000.50',
  ],
];
const sentence = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '));
const markdown = fc.record({ lead: sentence, heading: sentence, body: sentence, tab: sentence });

it('a page is found by any phrase of its text', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, fc.nat(), fc.integer({ min: 1, max: 12 }), async (parts, from, length) => {
      const { lead, heading, body, tab } = parts;
      const text = `${lead}\n\n## ${heading}\n\n${body}\n\n{% tabs %}\n{% tab title="One" %}\n${tab}\n{% endtab %}\n{% endtabs %}`;
      const [page] = await buildPages(admin, space, [{ title: 'Page', markdown: text }]);
      const lines = documentText(parseMarkdown(text).document).split('\n');
      const words = (lines[from % lines.length] ?? '').split(/\s+/);
      const start = from % words.length;
      const query = words
        .slice(start, start + length)
        .join(' ')
        .replaceAll('"', '');
      const found = await admin.api.get(`/v1/spaces/${space}/search`, { query: { query, limit: 1000 } });
      const ids = (found.body as { items: { id: string }[] }).items.map(({ id }) => id);
      // Punctuation alone is nothing to look for.
      expect(ids.includes(page ?? ''), query).toBe(/[\p{L}\p{N}]/u.test(query));
    }),
    { numRuns: thoroughly(60) },
  );
});
