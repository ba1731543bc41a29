import { describe, expect, it } from 'vitest';
import type { Revision } from '../content.types.js';
import { MAX_PAUSE_MS, MAX_RUN_MS, runOf } from './autosave-runs.js';

const START = Date.parse('2026-01-01T09:00:00Z');
const at = (ms: number): Date => new Date(START + ms);
const run = { base: 'r0', startedAt: at(0) };
const revision = (fields: Partial<Revision> = {}): Revision => ({
  ...{ id: 'r1', spaceId: 's', changeRequestId: null, type: 'edits', parents: ['r0'], snapshot: 'x' },
  ...{ author: 'ann', createdAt: at(0), git: null, mergedFrom: null, message: null, run },
  ...fields,
});
const next = (ms: number, fields = {}) => ({
  author: 'ann',
  createdAt: at(ms),
  changeRequestId: null,
  ...fields,
});

describe('runOf', () => {
  it.each([
    ['continues a run of the same author', next(2000), revision(), run],
    ['continues a run after a pause at the limit', next(MAX_PAUSE_MS), revision(), run],
    ['begins a run after a longer pause', next(MAX_PAUSE_MS + 1), revision(), null],
    ['begins a run for another author', next(2000, { author: 'ben' }), revision(), null],
    ['begins a run on another branch', next(2000, { changeRequestId: 'c' }), revision(), null],
    ['begins a run after a revision that is no autosave', next(2000), revision({ run: null }), null],
    ['begins a run after an unknown revision', next(2000), null, null],
    [
      'begins a run when the one before is long enough',
      next(MAX_RUN_MS + 1),
      revision({ createdAt: at(MAX_RUN_MS) }),
      null,
    ],
  ])('%s', (_title, autosave, before, expected) => {
    expect(runOf(autosave, before, 'r1')).toEqual(expected ?? { base: 'r1', startedAt: autosave.createdAt });
  });
});
