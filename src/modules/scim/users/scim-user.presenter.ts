import type { Urls } from '#platform/http/urls.js';
import { SCIM } from '../protocol/scim-names.js';
import type { ScimUserRow } from './scim-users.repository.js';

/** A member as SCIM shows one. Names that the provider never sent are the parts of the display name. */
export function presentScimUser(row: ScimUserRow, urls: Urls): object {
  const { userId, email, displayName, disabled, externalId, joinedAt } = row;
  const words = displayName.split(/\s+/);
  const givenName = row.givenName ?? (words.slice(0, -1).join(' ') || displayName);
  const familyName = row.familyName ?? words.at(-1);
  return {
    schemas: [SCIM.user],
    id: userId,
    ...(externalId === null ? {} : { externalId }),
    userName: row.userName ?? email,
    name: { formatted: displayName, givenName, familyName },
    displayName,
    active: !disabled,
    emails: [{ value: email, type: 'work', primary: true }],
    meta: {
      resourceType: 'User',
      created: joinedAt.toISOString(),
      location: scimUserAddress(userId, urls),
    },
  };
}

export function scimUserAddress(userId: string, urls: Urls): string {
  return urls.at('scim', 'v2', 'Users', userId);
}
