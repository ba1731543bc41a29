import { afterEach, describe, expect, it, vi } from 'vitest';
import { compute } from '#platform/compute/compute.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { Busy } from '#platform/http/errors.js';
import { requireDocument, requireDocumentAsync } from './require-document.js';

const paragraph = (text: string): object => ({ type: 'paragraph', nodes: [{ leaves: [{ text }] }] });
const long = { nodes: Array.from({ length: 20_000 }, () => paragraph('words')) };

describe('a document of a request', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('is refused with the field and the place when it is malformed', async () => {
    const sentence = 'body.document: document.nodes[0].type must be a string.';
    const refusal = { status: 400, message: sentence };
    expect(() => requireDocument({ nodes: [{}] }, 'body.document')).toThrow(sentence);
    await expect(requireDocumentAsync({ nodes: [{}] }, 'body.document')).rejects.toMatchObject(refusal);
    const wrong = { nodes: [{}, ...long.nodes] };
    await expect(requireDocumentAsync(wrong, 'body.document')).rejects.toMatchObject(refusal);
  });

  it('is refused with advice when it exceeds the budget', async () => {
    vi.spyOn(compute, 'run').mockRejectedValue(new OverBudget());
    await expect(requireDocumentAsync(long, 'body.document')).rejects.toMatchObject({
      status: 400,
      message: 'body.document takes too much time or memory to be read; split it into several pages.',
    });
  });

  it.each([new TypeError('x is not a function'), new Busy('Later.', 10)])(
    'passes on an error of the server unchanged: %s',
    async (error) => {
      vi.spyOn(compute, 'run').mockRejectedValue(error);
      await expect(requireDocumentAsync(long, 'body.document')).rejects.toBe(error);
    },
  );
});
