import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
/** Path of the space. */
let main: string;
let id: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  main = `/v1/spaces/${(await buildSpace(organization)).id}`;
  const { body } = await organization.admin.api.post(`${main}/content?compat=false`, {
    changes: [
      { operation: 'insert_page', title: 'Set up', document: { markdown: 'Start here.' } },
      {
        operation: 'insert_reusable_content',
        title: 'Notice',
        document: { markdown: 'Mind the gap.\n\nAnd the doors.' },
      },
    ],
  });
  page = body.changes[0].page.id as string;
  id = body.changes[1].reusableContent as string;
});

const path = (part: string, at = id) => `${main}/content/reusable-contents/${at}/${part}`;

interface StoredText {
  object: string;
  data: object;
  nodes: { key: string; type: string; nodes: { leaves: { text: string }[] }[] }[];
}

async function textOf(): Promise<StoredText> {
  const { api } = organization.admin;
  const { body } = await api.get(`${main}/content/reusable-contents/${id}`);
  return (await api.get(`${main}/documents/${body.document as string}`)).body as StoredText;
}

describe('an editor of a reusable content', () => {
  it('hears who else is there, and that the text has changed', async () => {
    const { api } = organization.admin;
    const ben = await organization.member('edit');
    const beat = async () =>
      (await ben.api.put(path('presence'), { client: 'b' })).body as {
        object: string;
        version: string;
        documentId: string;
        people: { user: { id: string } }[];
      };
    await api.put(path('presence'), { client: 'a', block: 'k' });
    const before = await beat();
    expect(before).toMatchObject({ object: 'presence', people: [{ user: { id: organization.admin.id } }] });
    await api.post(`${main}/content`, { changes: [{ operation: 'update_page', page, title: 'Begin' }] });
    expect((await beat()).version).toBe(before.version);
    const change = { operation: 'update_reusable_content', reusableContent: id, title: 'Warning' };
    await api.post(`${main}/content`, { changes: [change] });
    const after = await beat();
    expect(after.version).not.toBe(before.version);
    expect(after.documentId).toBe(before.documentId);
    expect((await api.delete(path('presence'), { query: { client: 'a' } })).status).toBe(204);
    expect((await beat()).people).toEqual([]);
  });

  it('saves as it does for a page, merges blocks of others, and gets both versions of the same block', async () => {
    const { api } = organization.admin;
    const before = await textOf();
    const { body: space } = await api.get(main);
    const { revision } = space as { revision: string };
    const save = async (at: number, words: string) => {
      const nodes = structuredClone(before.nodes);
      nodes[at]!.nodes[0]!.leaves[0]!.text = words;
      const document = { document: { ...before, nodes } };
      const change = { operation: 'update_reusable_content', reusableContent: id, document };
      return api.post(`${main}/content?compat=false`, { changes: [change], revision, autosave: true });
    };
    expect((await save(0, 'Mind the step.')).status).toBe(200);
    const merged = await save(1, 'And the windows.');
    expect([merged.status, merged.body.merged]).toEqual([200, true]);
    const words = (await textOf()).nodes.map(({ nodes }) => nodes[0]!.leaves[0]!.text);
    expect(words).toEqual(['Mind the step.', 'And the windows.']);
    const refused = await save(0, 'Mind the dog.');
    expect(refused.status).toBe(409);
    expect(refused.body.error.conflicts).toMatchObject([
      { kind: 'block', reusableContent: id, block: before.nodes[0]!.key },
    ]);
  });

  it('gets blocks as readers see them, and Markdown whose links are files from the top of the space', async () => {
    const { api } = organization.admin;
    const drawn = await api.post(path('blocks/html'), { blocks: (await textOf()).nodes });
    expect(drawn.body.blocks[0].html).toContain('Mind the gap.');
    const read = await api.post(path('blocks/markdown'), { markdown: 'See [how](set-up.md).' });
    const document = { object: 'document', data: {}, nodes: read.body.blocks as object[] };
    expect(JSON.stringify(document)).toContain(`"page":"${page}"`);
    const written = await api.post(path('markdown'), { document });
    expect(written.body.markdown).toBe('See [how](set-up.md).\n');
  });

  it('gets nothing of what is not there, or not theirs', async () => {
    const { api } = organization.admin;
    const stranger = (await buildOrganization(test)).admin;
    for (const [at, user] of [
      [id, stranger.api],
      ['nowhere', api],
      [page, api],
    ] as const) {
      expect((await user.put(path('presence', at), {})).status).toBe(404);
      expect((await user.post(path('blocks/html', at), { blocks: (await textOf()).nodes })).status).toBe(404);
      expect((await user.post(path('blocks/markdown', at), { markdown: 'a' })).status).toBe(404);
      const document = { object: 'document', data: {}, nodes: [] };
      expect((await user.post(path('markdown', at), { document })).status).toBe(404);
    }
  });
});
