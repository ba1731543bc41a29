import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { ConflictRow } from './change-request-conflicts.repository.js';
import type { ConflictResource } from './conflict.dto.js';

/** The wire form of a conflict. */
export function presentConflict(row: ConflictRow, urls: Urls): ConflictResource {
  return {
    object: 'change-request-conflict',
    id: row.id,
    fingerprint: row.fingerprint,
    kind: row.kind,
    ...row.place,
    ...row.values,
    choices: row.choices,
    ...(row.resolution === null ? {} : { resolution: row.resolution }),
    ...(row.resolver === null ? {} : { resolvedBy: presentUser(row.resolver, urls) }),
    ...(row.resolvedAt === null ? {} : { resolvedAt: row.resolvedAt.toISOString() }),
  };
}
