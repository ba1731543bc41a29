import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { InboxEntryResource } from './inbox.dto.js';
import type { InboxView } from './inbox.service.js';

/** The wire form of an entry of an inbox. */
export function presentInboxEntry(
  { entry, actor, changeRequest, comment }: InboxView,
  urls: Urls,
): InboxEntryResource {
  const { organizationId, id, kind, createdAt, readAt, spaceId, spaceTitle, spaceEmoji } = entry;
  const request = changeRequest?.changeRequest;
  return {
    object: 'inbox-entry',
    id,
    kind,
    createdAt: createdAt.toISOString(),
    ...(readAt === null ? {} : { readAt: readAt.toISOString() }),
    ...(actor ? { actor: presentUser(actor, urls) } : {}),
    space: { id: spaceId, title: spaceTitle, ...(spaceEmoji === '' ? {} : { emoji: spaceEmoji }) },
    ...(request
      ? {
          changeRequest: {
            id: request.id,
            number: request.number,
            subject: request.subject,
            status: request.status,
          },
        }
      : {}),
    ...(comment
      ? {
          comment: {
            id: comment.id,
            ...(comment.parentId === null ? {} : { parent: comment.parentId }),
            text: comment.text,
            ...(comment.page ? { page: { id: comment.page.id, title: comment.page.title } } : {}),
          },
        }
      : {}),
    urls: { app: urls.app('o', organizationId, 'inbox', id) },
  };
}
