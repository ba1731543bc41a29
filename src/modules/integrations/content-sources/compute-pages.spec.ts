import { describe, expect, it } from 'vitest';
import { emptyDocument } from '#modules/documents/index.js';
import { Busy } from '#platform/http/errors.js';
import type { AskScript, Computation } from './ask-script.js';
import { ComputePages } from './compute-pages.js';
import type { IntegrationSource } from './integration-source.js';

describe('computations of one installation', () => {
  it('run one after the other, and are refused when too many wait', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const script = { document: () => answered.then(emptyDocument) } as unknown as AskScript;
    const pages = new ComputePages(script);
    const source = { dependencies: {} } as IntegrationSource;
    const ask = (id: string) =>
      pages.document({ spaceId: 's', working: { installation: { id } } } as Computation, source);
    const taken = Array.from({ length: 6 }, () => ask('one'));
    await expect(ask('one')).rejects.toThrow(Busy);
    taken.push(ask('another'));
    answer();
    await Promise.all(taken);
    await expect(ask('one')).resolves.toEqual(emptyDocument());
  });
});
