/* Content that is made to be slow. */
const repeat = (part, count) => part.repeat(count);
const lines = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join('\n');
const fence = (language, code) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const formula = (length) =>
  `$$\n${repeat('\\frac{a}{b}+', Math.ceil(length / 12)).slice(0, length - 1)}c\n$$\n\n`;
export const node = (type, value) => ({
  object: 'block',
  type,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
});
export const documentOf = (count, make) => ({
  object: 'document',
  data: {},
  nodes: Array.from({ length: count }, (_, at) => make(at)),
});

/** Pages by what is hard about them: as Markdown, or as a document; then read as a page and as Markdown. */
export const PAGES = {
  'bash, 2 lines of 1,980 <': {
    markdown: fence(
      'bash',
      lines(2, () => repeat('<', 1980)),
    ),
  },
  'bash, 5 lines': {
    markdown: fence(
      'bash',
      lines(5, () => repeat('<', 1980)),
    ),
  },
  'bash, 100 lines': {
    markdown: fence(
      'bash',
      lines(100, () => repeat('<', 1980)),
    ),
  },
  '5,000 equal headings': { markdown: repeat('# A\n\n', 5_000) },
  '12,000 equal headings': { markdown: repeat('# A\n\n', 12_000) },
  '30,000 equal headings': { markdown: repeat('# A\n\n', 30_000) },
  '60,000 equal headings, a document': { document: documentOf(60_000, () => node('heading-1', 'A')) },
  'table of 4,000 rows': { markdown: `| a | b |\n| - | - |\n${lines(4_000, () => '| 1 | 2 |')}` },
  'table of 20,000 rows': { markdown: `| a | b |\n| - | - |\n${lines(20_000, () => '| 1 | 2 |')}` },
  '3 formulas of 10,000': { markdown: repeat(formula(10_000), 3) },
  '20 formulas of 10,000': { markdown: repeat(formula(10_000), 20) },
  '95 formulas of 1,000': { markdown: lines(95, (at) => `$$\n${at}${repeat('x^{2}+', 160)}c\n$$\n`) },
  '15,000 elements in each other': { markdown: repeat('<u>', 15_000) + 'x' + repeat('</u>', 15_000) },
  '100,000 dollars': { markdown: repeat('$$x', 50_000) },
  '15,000 addresses': { markdown: repeat('www.a.b ', 15_000) },
  '4,000 embeds': { markdown: repeat('{% embed url="https://a.example/b" %}\n\n', 4_000) },
  '29,000 paragraphs, a document': { document: documentOf(29_000, (at) => node('paragraph', `Words ${at}`)) },
  '29,000 lines of code, a document': {
    document: {
      ...documentOf(1, () => ({
        ...node('code', ''),
        nodes: Array.from({ length: 29_000 }, (_, at) => node('code-line', `line ${at}`)),
      })),
    },
  },
  '100,000 <p>': { markdown: repeat('<p>', 100_000) },
  '30,000 names in front matter': { markdown: `---\n${lines(30_000, (at) => `n${at}: ${at}`)}\n---\n\nx` },
  '20,000 equal paragraphs': { document: documentOf(20_000, () => node('paragraph', 'Same')) },
};

const PARTS = Array.from({ length: 8 }, (_, at) => `S${at}`);
const schema = {
  type: 'object',
  description: 'A *part* of `itself`.',
  properties: Object.fromEntries(PARTS.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
};

/** An API whose schemas hold each other and themselves. */
export const RECURSIVE = {
  openapi: '3.0.0',
  info: { title: 'Parts', version: '1' },
  paths: {
    '/parts': {
      get: { responses: { 200: { description: 'Parts', content: { 'application/json': { schema } } } } },
    },
  },
  components: { schemas: Object.fromEntries(PARTS.map((name) => [name, schema])) },
};
