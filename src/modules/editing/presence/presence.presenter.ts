import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { PresenceView } from './text-presence.js';
import type { PresenceResource, PresentPersonResource } from './presence.dto.js';
import type { PresentRow } from './presences.repository.js';

/** The wire form of who is in a page. */
export function presentPresence(view: PresenceView, urls: Urls): PresenceResource {
  const { revisionId, version, documentId, people } = view;
  return {
    object: 'presence',
    revision: revisionId,
    version,
    ...(documentId === undefined ? {} : { documentId }),
    people: people.map((row) => presentPerson(row, urls)),
  };
}

function presentPerson(row: PresentRow, urls: Urls): PresentPersonResource {
  return {
    user: presentUser(row, urls),
    client: row.client,
    ...(row.block === null ? {} : { block: row.block }),
    ...(row.selection ? { selection: row.selection } : {}),
    typing: row.typing,
    at: row.seenAt.toISOString(),
  };
}
