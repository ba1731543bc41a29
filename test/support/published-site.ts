import { type Files, importFiles } from './archive.js';
import { buildSpace, type TestOrganization } from './factories.js';
import type { TestApp } from './test-app.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const PARAGRAPHS = Array.from({ length: 12 }, (_, index) => `Paragraph ${index + 1} of many words.`).join(
  '\n\n',
);

const TABS = `{% tabs %}
{% tab title="npm" %}
\`\`\`bash
npm ci
\`\`\`
{% endtab %}

{% tab title="pnpm \\(faster\\)" %}
\`\`\`bash
pnpm install
\`\`\`
{% endtab %}
{% endtabs %}`;

/** A folder with an example of all that readers see. */
export const SITE_FILES: Files = {
  'SUMMARY.md': [
    '# Summary',
    '',
    '* [Welcome](README.md)',
    '',
    '## Guides',
    '',
    '* [Start](guides/start.md)',
    '  * [Details](guides/details.md)',
    '* [Finish](guides/finish.md)',
  ].join('\n'),
  'README.md': `---
description: What this is
---

# Welcome

Read [the start](guides/start.md), [a part of it](guides/start.md#second-part) or [the quiet page](quiet.md).

{% hint style="warning" %}
Mind the gap.
{% endhint %}

![A red dot](.gitbook/assets/dot.png)

![A lost picture](.gitbook/assets/lost.png)
`,
  'guides/start.md': `# Start

## First part

\`\`\`js title="hello.js"
const words = ['hello', 'there'];
\`\`\`

${TABS}

<details><summary>More of it</summary>

Unfolded words.

</details>

| Name | A column with a long heading | Another column with a long heading |
| ---- | ---------------------------- | ---------------------------------- |
| one  | a_word_that_does_not_break_anywhere_at_all_and_goes_on | 2 |

${PARAGRAPHS}

## Second part

${PARAGRAPHS}

### A smaller part

${PARAGRAPHS}

## 2nd part

${PARAGRAPHS}
`,
  'guides/details.md': '# Details\n\nBack to [the start](start.md).\n',
  'guides/finish.md': '# Finish\n\nThe end.\n',
  'quiet.md': '# Quiet\n\nNobody lists me.\n',
  '.gitbook/assets/dot.png': PIXEL,
};

export interface PublishedSite {
  id: string;
  space: string;
  /** Address of the site, with a trailing slash. */
  url: string;
}

/** Imports the folder into a locked space, and publishes it. */
export async function publishFolder(
  test: TestApp,
  organization: TestOrganization,
  files: Files = SITE_FILES,
): Promise<PublishedSite> {
  const { admin, id } = organization;
  const space = await buildSpace(organization, { title: 'Guide', editMode: 'locked' });
  const { state, error } = await importFiles(test, admin, space.id, files);
  if (state !== 'success') throw new Error(`The import ended as ${state}: ${error ?? ''}`);
  const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'My docs', spaces: [space.id] });
  const answer = await admin.api.post(`/v1/orgs/${id}/sites/${(site.body as { id: string }).id}/publish`);
  const published = new URL((answer.body as { urls: { published: string } }).urls.published);
  return { id: (site.body as { id: string }).id, space: space.id, url: test.baseUrl + published.pathname };
}
