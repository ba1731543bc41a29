import { describe, expect, it } from 'vitest';
import { CHANGE_REQUEST_STATUSES, type ChangeRequestStatus } from './change-request.entity.js';
import { type ChangeRequestTransition, nextStatus } from './change-request.state.js';

type Row = Record<ChangeRequestStatus, ChangeRequestStatus | 409>;

const TABLE: Record<ChangeRequestTransition, Row> = {
  edit: { draft: 'draft', open: 'open', archived: 409, merged: 409 },
  describe: { draft: 'draft', open: 'open', archived: 'archived', merged: 409 },
  'request-review': { draft: 'draft', open: 'open', archived: 409, merged: 409 },
  review: { draft: 'draft', open: 'open', archived: 409, merged: 409 },
  resolve: { draft: 'draft', open: 'open', archived: 409, merged: 409 },
  update: { draft: 'draft', open: 'open', archived: 409, merged: 409 },
  merge: { draft: 'merged', open: 'merged', archived: 409, merged: 409 },
  'to-draft': { draft: 'draft', open: 'draft', archived: 'draft', merged: 409 },
  'to-open': { draft: 'open', open: 'open', archived: 'open', merged: 409 },
  'to-archived': { draft: 'archived', open: 'archived', archived: 'archived', merged: 409 },
};

const CASES = (Object.keys(TABLE) as ChangeRequestTransition[]).flatMap((transition) =>
  CHANGE_REQUEST_STATUSES.map((status) => ({ transition, status, expected: TABLE[transition][status] })),
);

describe('the status of a change request', () => {
  it.each(CASES.filter((row) => row.expected !== 409))(
    'changes by $transition from $status to $expected',
    ({ transition, status, expected }) => {
      expect(nextStatus(status, transition)).toBe(expected);
    },
  );

  it.each(CASES.filter((row) => row.expected === 409))('refuses $transition in $status', (row) => {
    const refusal = expect.objectContaining({ status: 409 }) as Error;
    expect(() => nextStatus(row.status, row.transition)).toThrow(refusal);
  });
});
