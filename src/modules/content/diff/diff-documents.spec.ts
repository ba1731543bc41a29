import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alignKeys,
  type DocumentBlock,
  documentText,
  type JSONDocument,
  parseMarkdown,
} from '#modules/documents/index.js';
import { diffDocuments } from './diff-documents.js';

/** Two versions in their stored form: the later one takes over the keys of the earlier one. */
function versions(before: string, after: string): [JSONDocument, JSONDocument] {
  const old = alignKeys(undefined, parseMarkdown(before).document);
  return [old, alignKeys(old, parseMarkdown(after).document)];
}

const text = (block: DocumentBlock | undefined) =>
  block && documentText({ object: 'document', data: {}, nodes: [block] }).trim();

function changes(before: string, after: string) {
  return diffDocuments(...versions(before, after)).map((change) => [
    change.type,
    text(change.before) ?? null,
    text(change.after) ?? null,
  ]);
}

describe('the diff of documents', () => {
  it('is empty for equal documents', () => {
    expect(changes('One\n\nTwo', 'One\n\nTwo')).toEqual([]);
  });

  it('shows an edited, a created and a deleted block at their places', () => {
    expect(changes('One\n\nTwo words\n\nThree\n\nFour', 'New\n\nOne\n\nTwo more words\n\nFour')).toEqual([
      ['block_created', null, 'New'],
      ['block_edited', 'Two words', 'Two more words'],
      ['block_deleted', 'Three', null],
    ]);
  });

  it('shows a moved block once', () => {
    expect(changes('One\n\nTwo\n\nThree', 'Three\n\nOne\n\nTwo')).toEqual([
      ['block_moved', 'Three', 'Three'],
    ]);
  });

  it('shows a changed block inside of a container', () => {
    const hint = (words: string) => `{% hint style="info" %}\nFirst\n\n${words}\n{% endhint %}`;
    const [before, after] = versions(hint('Second word'), hint('Second words'));
    const [change] = diffDocuments(before, after);
    expect(change).toMatchObject({ type: 'block_edited', parent: after.nodes[0]!.key });
    expect(text(change!.after)).toBe('Second words');
  });

  it('shows a container whose own data changed as one edit', () => {
    const hint = (style: string) => `{% hint style="${style}" %}\nFirst\n{% endhint %}`;
    expect(changes(hint('info'), hint('danger'))).toEqual([['block_edited', 'First', 'First']]);
  });

  it('shows changed code as one edit', () => {
    const code = (line: string) => `\`\`\`js\na\n${line}\n\`\`\``;
    expect(changes(code('b'), code('c'))).toHaveLength(1);
  });
});

it('the diff of any two documents accounts for every block', () => {
  const paragraphs = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { maxLength: 8 });
  fc.assert(
    fc.property(paragraphs, paragraphs, (before, after) => {
      const [old, now] = versions(before.join('\n\n'), after.join('\n\n'));
      const found = diffDocuments(old, now);
      const count = (type: string) => found.filter((change) => change.type === type).length;
      expect(old.nodes.length - count('block_deleted') + count('block_created')).toBe(now.nodes.length);
    }),
  );
});
