/**
 * Deliberate differences of our answers from the published contract, each with its reason. The only place for such
 * differences: a response that differs and is not listed fails its test.
 */
export interface ContractException {
  /** `METHOD /template status`; `*` matches any run of characters. */
  operation: string;
  /** Pointer into the body with `*` for indexes; absent for a status that the contract lacks. */
  at?: string;
  reason: string;
}

export const EXCEPTIONS: ContractException[] = [
  ...['/items/*', '/event'].map((at) => ({
    operation: 'GET /integrations/{integrationName}/events* 200',
    at: `${at}/delivery`,
    reason: 'Our addition: how often an event was tried, why that failed, and when it is tried again.',
  })),
  ...['', '/items/*', '/items/*/installation'].flatMap((at) =>
    ['scopes', 'pendingScopes'].map((member) => ({
      operation: '* *installations*',
      at: `${at}/${member}`,
      reason:
        'Our addition: what an installation may do, and what a new version of its integration asks for besides.',
    })),
  ),
  ...['', '/items/*'].flatMap((at) =>
    ['certificates', 'idpInitiated', 'enabled'].map((member) => ({
      operation: '* /orgs/{organizationId}/saml*',
      at: `${at}/${member}`,
      reason:
        'Our addition: when certificates end, whether sign-ins may begin at the provider, and whether it counts.',
    })),
  ),
  ...['', '/items/*'].flatMap((at) =>
    [
      ...['automatic', 'onSites', 'provider'],
      ...['segments', 'remembered', 'untranslated', 'promptTokens', 'completionTokens'].map(
        (name) => `stats/${name}`,
      ),
    ].map((member) => ({
      operation: '* /orgs/{organizationId}/translations*',
      at: `${at}/${member}`,
      reason: 'Our addition: what a translation does by itself, who translates, and what that came to.',
    })),
  ),
  ...['', '/items/*'].map((at) => ({
    operation: '* /orgs/{organizationId}/saml*',
    at: `${at}/ssoURL`,
    reason:
      'Empty until it is known, as a provider is made with a label alone; the contract wants an address.',
  })),
  ...['', '/items/*', '/comment', '/items/*/comment'].map((at) => ({
    operation: '* /spaces/{spaceId}/*',
    at: `${at}/target/quote`,
    reason: 'Our addition: the words within a block that a comment is about.',
  })),
  {
    operation: 'GET /spaces/{spaceId}/*links 200',
    at: '/items/*/reference',
    reason: 'Our addition: what the link says, which is all that is left of a broken one.',
  },
  ...[
    ['permissions/access', 'whether pages for members show the organization'],
    ['sites', 'number of sites a member can view'],
    ['layout/coverMask', 'the mask over a cover'],
    ['sections/*/score', 'relevance of a section'],
    ['lastProcessedErrorCount', 'number of all problems of a specification'],
    ['urls/preview', 'the preview of a site'],
    ['appliedType', 'type of a site that may be frozen'],
    ['defaultLevel', 'role of members on a site'],
    ['permissions', 'rights on a site'],
    ['draft', 'whether a section or space of a site is a draft'],
    ['result/language', 'the language of a translated space'],
    ['urls/publicContentEndpoint', 'where integrations show content'],
    ['pages/*/type', 'kind of an imported page'],
  ].map(([member, meaning]) => ({
    operation: '*',
    at: `**/${member}`,
    reason: `As later versions of the contract have it: ${meaning}.`,
  })),
  ...['mergedBy', 'mergedAt'].map((member) => ({
    operation: '*',
    at: `**/${member}`,
    reason: 'As later versions of the contract have it: who merged a change request, and when.',
  })),
  ...['', '/items/*', '/comment', '/items/*/comment'].flatMap((at) =>
    ['page/title', 'node/text'].map((member) => ({
      operation: '* /spaces/{spaceId}/*',
      at: `${at}/target/${member}`,
      reason: 'Our addition: what a comment was about stays readable when the page or the block is gone.',
    })),
  ),
  {
    operation: '*',
    at: '**/archivedAt',
    reason: 'Our addition: since when a space or a collection is archived.',
  },
  {
    operation: 'GET /spaces/*',
    at: '**/condition',
    reason: 'Our addition: which readers see a page, so that an editor can change it.',
  },
  {
    operation: 'GET /spaces/{spaceId}/search 200',
    at: '/items/*/ancestors',
    reason: 'As later versions of the contract have it: the pages above a hit.',
  },
  {
    operation: 'GET /orgs/{organizationId}/search 200',
    at: '/items/*/pages/*/ancestors',
    reason: 'As later versions of the contract have it: the pages above a hit.',
  },
  {
    operation: 'GET /spaces/{spaceId}/content/pages 304',
    reason: 'Megabytes that the caller has already are not sent again.',
  },
  {
    operation: 'GET /spaces/{spaceId}/revisions/{revisionId}/pages 304',
    reason: 'Megabytes that the caller has already are not sent again.',
  },
  {
    operation: 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages 304',
    reason: 'Megabytes that the caller has already are not sent again.',
  },
  {
    operation: 'GET /orgs/{organizationId}/openapi/{specSlug}/versions/*/content 304',
    reason: 'Megabytes that the caller has already are not sent again.',
  },
  {
    operation: 'GET /orgs/{organizationId}/openapi/{specSlug}/versions/*/content 200',
    at: '/filesystem',
    reason: 'A list of files, which is what renderers read; the contract says object and no more.',
  },
  {
    operation: 'GET /orgs/{organizationId}/openapi/{specSlug}/versions/*/content 200',
    at: '/urls',
    reason: 'As later versions of the contract have it, beside `url`.',
  },
  ...['/nodes/*/data/headless', '/document/nodes/*/data/headless'].map((at) => ({
    operation: '* 200',
    at,
    reason: 'As later versions of the contract have it: the name stands in a heading before the block.',
  })),
  ...[
    ['*/customization 200', ''],
    ['*/published 200', '/customizations/site'],
    ['*/published 200', '/customizations/siteSpaces/*'],
  ].flatMap(([operation, at]) =>
    [
      'styling/codeTheme',
      'pageActions/items',
      'socialAccounts',
      'themes/default',
      'updatedAt',
      'hasOverrides',
    ].map((member) => ({
      operation: `* ${operation}`,
      at: `${at}/${member}`,
      reason: 'As later versions of the contract have it, for renderers of their time.',
    })),
  ),
  {
    operation: 'POST /orgs/{organizationId}/invites 200',
    at: '/invitations',
    reason: 'Our addition: those who have no account yet, with the address to hand over.',
  },
  ...['', '/items/*'].flatMap((at) =>
    ['uses', 'maxUses', 'createdAt', 'expiresAt', 'urls'].map((member) => ({
      operation: '* /orgs/{organizationId}/link-invites*',
      at: `${at}/${member}`,
      reason: 'Our addition: limits of invite links, how often they were used, and the address to pass on.',
    })),
  ),
  {
    operation: 'GET /custom-hostnames/{hostname} 200',
    at: '/challenge',
    reason: 'Our addition: the DNS record that proves the domain.',
  },
  {
    operation: 'GET /custom-hostnames/{hostname} 200',
    at: '/found',
    reason: 'Our addition: values of the records that are there in place of the right one.',
  },
  ...['', '/items/*', '/redirect'].flatMap((at) =>
    ['source', 'draft', 'captureWildcard', 'permanent', 'createdAt', 'updatedAt', 'destination'].map(
      (member) => ({
        operation: '* /orgs/{organizationId}/sites/{siteId}/redirect*',
        at: `${at}/${member}`,
        reason: 'As later versions of the contract have it: drafts, wildcards, and addresses elsewhere.',
      }),
    ),
  ),
  {
    operation: 'DELETE * 204',
    reason: 'Deletes answer 204 whether or not the thing existed (the contract has 205).',
  },
  { operation: 'GET * 304', reason: 'The caller has the answer already (If-None-Match).' },
  {
    operation: '* 400',
    reason: 'The contract declares few errors; every operation may answer the standard error body.',
  },
  { operation: '* 401', reason: 'As 400.' },
  { operation: '* 403', reason: 'As 400.' },
  { operation: '* 404', reason: 'As 400.' },
  { operation: '* 405', reason: 'As 400.' },
  { operation: '* 409', reason: 'As 400.' },
  { operation: '* 412', reason: 'As 400.' },
  { operation: '* 413', reason: 'As 400.' },
  { operation: '* 415', reason: 'As 400.' },
  { operation: 'GET */pdf 422', reason: 'As 400.' },
  { operation: '* 422', reason: 'An Idempotency-Key that came with another body.' },
  { operation: '* 429', reason: 'As 400.' },
  {
    operation: '* /integrations/{integrationName}/render 502',
    reason: 'The script of an integration failed, or answered what cannot be drawn.',
  },
  { operation: '* 503', reason: 'As 400.' },
  {
    operation: 'POST *content 200',
    at: '/merged',
    reason: 'Our addition: tells an editor to read the page again, as others have changed it.',
  },
  ...['revision', 'conflicts', 'more'].map((member) => ({
    operation: 'POST *content 409',
    at: `/error/${member}`,
    reason: 'Our addition: both versions of what two writers changed, for the second to choose from.',
  })),
  ...['type', 'details'].map((member) => ({
    operation: 'PATCH *git/installations/{installationId} 409',
    at: `/error/${member}`,
    reason: 'As version 0.202.0 of the contract has them: the file that a site lacks.',
  })),
  { operation: '*', at: '/error/requestId', reason: 'Our addition: names the request in the log.' },
  {
    operation: 'POST /org/{organizationId}/imports* 201',
    at: '/source',
    reason:
      'Our additions to an import: what it was asked for, who did, and what became of each page and file.',
  },
  ...['target', 'items', 'createdAt', 'createdBy', 'changeRequest', 'revision', 'error'].map((member) => ({
    operation: 'POST /org/{organizationId}/imports* 201',
    at: `/${member}`,
    reason: 'As source.',
  })),
  ...['operation', 'installationId', 'installationStatus', 'parentInstallationId'].map((member) => ({
    operation: 'GET /spaces/{spaceId}/git/info 200',
    at: `/${member}`,
    reason: 'As later versions of the contract have it: the connection, and how its last operation goes.',
  })),
  ...['installationId', 'installationStatus', 'parentInstallationId'].map((member) => ({
    operation: '*',
    at: `**/gitSync/${member}`,
    reason: 'As later versions of the contract have it.',
  })),
  {
    operation: '* 200',
    at: '**/tags',
    reason:
      'Tags of contents and pages, as later versions of the contract have them; their renderers fail without.',
  },
  {
    operation: 'GET /orgs/{organizationId}/sites/{siteId}/published 200',
    at: '/structure',
    reason:
      'Links stand among sections since a later version of the contract. They have two empty lists here, without which renderers of versions between fail; /structure has them as the contract says.',
  },
  ...['type', 'score', 'pages/*/score', 'pages/*/rank', 'pages/*/ancestors', 'pages/*/description'].map(
    (member) => ({
      operation: 'POST /orgs/{organizationId}/sites/{siteId}/search 200',
      at: `/items/*/${member}`,
      reason: 'As later versions of the contract have it; their renderers fail without.',
    }),
  ),
  {
    operation: 'POST /orgs/{organizationId}/sites/{siteId}/search 200',
    at: '/items/*/pages/*/sections/*/score',
    reason: 'As later versions of the contract have it.',
  },
  {
    operation: '* /urls/published 200',
    at: '/site',
    reason: 'As later versions of the contract have it: which site sends the visitor away.',
  },
  {
    operation: '* /orgs/{organizationId}/sites/{siteId}/* 204',
    reason: 'As later versions of the contract have it: clients that prefer so get no body.',
  },
  ...['spaces/{spaceId}', 'collections/{collectionId}'].map((resource) => ({
    operation: `GET /${resource}/permissions/aggregate 200`,
    at: '/items/*/origin',
    reason: 'Our addition: where a role comes from, as the contract has it for sites.',
  })),
  {
    operation: 'GET /orgs/{organizationId}/sites/{siteId}/permissions/aggregate 200',
    at: '/items/*/origin',
    reason: 'As later versions of the contract have it: a role can come from a grant on the site.',
  },
];
