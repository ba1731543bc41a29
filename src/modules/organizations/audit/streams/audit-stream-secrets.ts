import type { StreamKey } from '#modules/audit/index.js';

/** The context that a secret of a stream is sealed for. */
export function secretContext({ organizationId, id }: StreamKey): string {
  return `audit stream ${organizationId} ${id}`;
}
