import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arbitraryDocument } from '#modules/documents/document.fixture.js';
import { documentText } from './document-text.js';

it('the text of a document is its JSON, also when it is asked for again', () => {
  fc.assert(
    fc.property(arbitraryDocument, (document) => {
      for (const _ of ['first', 'second'])
        expect(JSON.parse(documentText(document))).toEqual(JSON.parse(JSON.stringify(document)));
    }),
  );
});
