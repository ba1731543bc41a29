import type { AuditStreamView } from '#modules/organizations/index.js';
import { MAX_COUNTED, stateOfAuditStream } from '#modules/organizations/index.js';

const STATES = {
  'up-to-date': ['Up to date', 'status status-merged'],
  delivering: ['Delivering', 'status status-open'],
  failing: ['Failing', 'status status-archived'],
  paused: ['Paused', 'status'],
} as const;

/** The state of a stream, as a mark. */
export function StreamState({ view }: { view: AuditStreamView }) {
  const [words, look] = STATES[stateOfAuditStream(view)];
  return <span class={look}>{words}</span>;
}

/** The number of entries that wait, in words. */
export function waitingWords(waiting: number): string {
  if (waiting >= MAX_COUNTED) return `${MAX_COUNTED.toLocaleString('en')} or more entries`;
  return waiting === 1 ? '1 entry' : `${waiting.toLocaleString('en')} entries`;
}
