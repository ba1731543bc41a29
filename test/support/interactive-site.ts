import { crc32, deflateSync } from 'node:zlib';
import type { Files } from './archive.js';

const ROWS = [
  ['one', '10 kB', 'middle'],
  ['two', '2 kB', 'smallest'],
  ['three', '1,200 kB', 'largest'],
  ...Array.from({ length: 10 }, (_, index) => [`row ${index}`, `${index + 20} kB`, 'plain']),
];

const tabs = (word: string): string => `{% tabs %}
{% tab title="JavaScript" %}
\`\`\`js
console.log('${word}');
\`\`\`
{% endtab %}

{% tab title="Python" %}
\`\`\`python
print("${word}")
\`\`\`
{% endtab %}
{% endtabs %}
`;

const PARAGRAPHS = Array.from({ length: 15 }, (_, index) => `Paragraph ${index + 1} of several words.`).join(
  '\n\n',
);

/** A folder with all elements on which readers act. */
export const INTERACTIVE_FILES: Files = {
  'SUMMARY.md': [
    '# Summary',
    '',
    '* [Welcome](README.md)',
    '* [Second](second.md)',
    '* [Blocks](blocks.md)',
    '* [Media](media.md)',
    '* [Reference](reference.md)',
  ].join('\n'),
  'README.md': `# Welcome\n\nGo to a [hidden part](second.md#in-a-fold) of the next page.\n\n## Before\n\n${PARAGRAPHS}\n\n## After\n\n${PARAGRAPHS}\n`,
  'second.md': `# Second

About elephants and their friends.

## Where elephants live

Elephants live where there is water.

${tabs('second')}

<details><summary>More</summary>

### In a fold

Words in a fold.

</details>
`,
  'blocks.md': `# Blocks

${tabs('first')}

${tabs('again')}

| Name | Size | Note |
| ---- | ---- | ---- |
${ROWS.map((row) => `| ${row.join(' | ')} |`).join('\n')}

\`\`\`mermaid
flowchart LR
  A[Writer] --> B[Reader]
\`\`\`

\`\`\`mermaid
this is no diagram
\`\`\`

<details><summary>Fold</summary>

Unfolded.

</details>

{% stepper %}
{% step %}
## First step

Do it.
{% endstep %}
{% endstepper %}

{% hint style="success" %}
Done.
{% endhint %}

$$a^2 + b^2 = c^2$$
`,
  'media.md': `# Media

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}

{% embed url="https://example.com/thing" %}

![A wide picture](.gitbook/assets/wide.png)

{% file src=".gitbook/assets/wide.png" %}
`,
  'reference.md': `# Reference

## Get a pet

{% openapi-operation spec="pets" path="/v1/spaces/{id}" method="get" %}
[pets](pets)
{% endopenapi-operation %}

## Models

{% openapi-schemas spec="pets" schemas="Pet" grouped="true" %}
[pets](pets)
{% endopenapi-schemas %}
`,
  '.gitbook/assets/wide.png': png(1600, 400),
};

/** A specification whose operation `server` has, so that it can be tried. */
export function INTERACTIVE_SPEC(server: string): string {
  const pet = { $ref: '#/components/schemas/Pet' };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: server }, { url: 'http://127.0.0.1:9/' }],
    security: [{ token: [] }],
    paths: {
      '/v1/spaces/{id}': {
        get: {
          summary: 'Get a pet',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: 'The pet', content: { 'application/json': { schema: pet } } },
            401: { description: 'Who are you?' },
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', example: 'Rex' },
            kind: { enum: ['cat', 'dog'] },
            owner: { type: 'object', properties: { name: { type: 'string' } } },
          },
        },
      },
    },
  });
}

/** A picture of one colour. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height, 0x80))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
