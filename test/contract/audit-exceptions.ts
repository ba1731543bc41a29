import { org, request, site, space } from './route.js';

const READS = 'it changes nothing';
const HISTORY = 'revisions say who wrote what and when';
const DISCUSSION = 'the discussion says itself who said what; only deleting is noted';
const REQUEST = 'the change request says itself who did what; its status, reviews and merge are noted';
const FONTS = 'a font shows nothing and lets nobody in; the look of a site that uses it is noted';
const PRESENCE = 'it is said every second or two, and forgotten ten seconds later';
const TOLD = 'an integration is told something, which its events say';
const OWN = 'it is of the user alone, not of an organization';

const EDITED_TEXTS = [space, request].flatMap((place) => [
  `${place}/content/page/{pageId}`,
  `${place}/content/reusable-contents/{reusableContentId}`,
]);

/**
 * Routes whose success leaves no entry in the audit log, with the reason. Every other route except GET must leave one.
 */
export const NOT_AUDITED: Record<string, string> = {
  'POST /v1/integrations/{integrationName}/render':
    'Draws something. What the integration then does itself is noted as done by its installation.',
  [`POST ${site}/search`]: READS,
  [`POST ${space}/git/repository-check`]: READS,
  [`POST ${site}/git/repository-check`]: READS,
  [`POST ${site}/git/connection/sync`]: 'its run says what it did; a connection is noted when it is made',
  [`POST ${org}/git/github-accounts/links`]:
    'it changes nothing: the account is linked when its owner comes back',
  [`POST ${space}/git/connection/sync`]: 'its run says what it did; a connection is noted when it is made',
  [`POST ${site}/insights/events/aggregate`]: READS,
  [`POST ${space}/content/computed/document`]: READS,
  [`POST ${space}/content/computed/revision`]: READS,

  [`PUT ${site}/customization/draft`]: 'only its author sees the draft; saving the looks is noted',

  [`POST ${org}/audit-streams/{auditStreamId}/test`]: 'it changes nothing: a receiver is told that it works',

  [`POST ${org}/inbox/read`]: OWN,
  [`POST ${org}/inbox/unread`]: OWN,

  [`POST ${space}/content`]: HISTORY,
  [`POST ${space}/content/template`]: HISTORY,
  [`POST ${request}/content`]: HISTORY,
  [`POST ${request}/update`]: HISTORY,
  [`POST ${request}/conflicts/resolve`]: HISTORY,

  [`POST ${space}/change-requests`]: REQUEST,
  [`POST ${request}/requested-reviewers`]: REQUEST,
  [`DELETE ${request}/requested-reviewers/{userId}`]: REQUEST,
  [`PUT ${request}/viewed-pages/{pageId}`]: OWN,
  [`DELETE ${request}/viewed-pages/{pageId}`]: OWN,

  ...Object.fromEntries(
    [space, request].flatMap((place) =>
      [
        `POST ${place}/comments`,
        `PUT ${place}/comments/{commentId}`,
        `POST ${place}/comments/{commentId}/replies`,
        `PUT ${place}/comments/{commentId}/replies/{commentReplyId}`,
      ].map((route) => [route, DISCUSSION]),
    ),
  ),

  ...Object.fromEntries(
    EDITED_TEXTS.flatMap((text) => [
      ...['blocks/html', 'blocks/markdown', 'markdown'].map((part) => [`POST ${text}/${part}`, READS]),
      ...['PUT', 'DELETE'].map((method) => [`${method} ${text}/presence`, PRESENCE]),
    ]),
  ),

  [`POST ${org}/fonts/{fontId}`]: FONTS,
  [`DELETE ${org}/fonts/{fontId}`]: FONTS,

  'POST /v1/integrations/{integrationName}/events/{eventId}/redeliver': TOLD,
  'POST /v1/integrations/{integrationName}/tasks': TOLD,

  [`POST ${org}/conversations`]: 'what readers asked, which is nothing of the organization’s own',
  [`DELETE ${org}/conversations-clusters/{clusterId}/change-requests/{changeRequestId}`]:
    'the change request of the fixture is made for no cluster',

  [`POST ${org}/storage/upload`]: 'an address to upload to; nothing is there before somebody uses it',
  'POST /v1/org/{organizationId}/imports/{importRunId}/cancel': 'the one of the fixture was cancelled before',
  'PATCH /v1/user/notifications': OWN,
  'DELETE /v1/user/tokens/{tokenId}': 'the fixture has no such token',
  [`POST ${org}/join`]: 'who calls is a member already',
  [`POST ${org}/ping`]: 'it says that somebody is there; members show when they were seen',
};
