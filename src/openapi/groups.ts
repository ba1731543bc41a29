import type { OpenAPIObject } from '@nestjs/swagger';

/** The groups of operations, in the order of the explorer: tag of the controllers, title, and a sentence about the group. */
const GROUPS: readonly (readonly [tag: string, title: string, description: string])[] = [
  ['users', 'You and your tokens', 'The owner of a token, profiles, personal tokens and mail settings.'],
  [
    'organizations',
    'Organizations',
    'An organization holds people, spaces and sites; its settings and its audit log.',
  ],
  [
    'spaces',
    'Spaces',
    'A space holds the pages of one documentation. Made, moved, duplicated, deleted and restored here.',
  ],
  ['collections', 'Collections', 'Collections group spaces, and hand their permissions down.'],
  [
    'space-content',
    'Content',
    'Pages, files and reusable contents of a space: read them, and change them in batches.',
  ],
  ['editing', 'Editing', 'For editors: presence, blocks drawn as HTML, and Markdown of a page.'],
  ['files', 'Downloads and uploads', 'Bytes behind signed addresses that other operations hand out.'],
  ['storage', 'New uploads', 'Hands out the address to which a file is sent.'],
  ['links', 'Links', 'Which page links where, and which links lead nowhere.'],
  ['search', 'Search', 'Pages of a space or an organization by words.'],
  ['templates', 'Templates', 'First contents for new spaces.'],
  ['change-requests', 'Change requests', 'A branch of a space that is reviewed and merged.'],
  [
    'change-request-content',
    'Content of change requests',
    'As content of spaces, on the branch of a change request.',
  ],
  ['change-requests-reviews', 'Reviews', 'Ask for reviews, give them, and see which rules are met.'],
  [
    'change-requests-comments',
    'Comments on change requests',
    'Threads on a change request, its pages and blocks.',
  ],
  ['space-comments', 'Comments on spaces', 'Threads on what is live.'],
  ['space-revisions', 'History', 'Every revision of a space, what it changed, and the way back.'],
  ['imports', 'Imports', 'Documents, archives and websites become pages.'],
  ['space-git', 'Git', 'A space from a repository, and back into it.'],
  ['site-git', 'Git of sites', 'A site and its spaces stay the same as a repository.'],
  [
    'git-hosts',
    'Hosts of repositories',
    'Accounts of GitHub that are linked, and what hosts tell of pushes.',
  ],
  [
    'git-installations',
    'Git Sync installations',
    'Connections of spaces and sites as the published contract has them.',
  ],
  ['openapi', 'OpenAPI specifications', 'Specifications of an organization, whose operations pages show.'],
  ['translations', 'Translations', 'Spaces kept in another language, and the glossary.'],
  ['sites', 'Sites', 'A site shows spaces to readers: made, published, and set up here.'],
  ['site-structure', 'Structure of a site', 'All sections, groups and spaces of a site, in their order.'],
  ['site-sections', 'Sections', 'Parts of a site, each with spaces.'],
  ['site-section-groups', 'Groups of sections', 'Sections below one name in the header.'],
  ['site-spaces', 'Spaces of a site', 'Variants of a section: versions or languages.'],
  ['site-external-links', 'External links', 'Links between the sections of a site.'],
  ['site-publishing-auth', 'Visitor sign-in', 'Sites whose readers are signed in elsewhere.'],
  ['site-share-links', 'Share links', 'Addresses that open a site to whoever has them.'],
  ['site-redirects', 'Redirects', 'Earlier addresses of a site and where they lead.'],
  ['site-preview', 'Previews', 'A site before readers see it.'],
  ['custom-hostnames', 'Domains', 'Sites at domains of yours, and the state of their DNS.'],
  ['subdomains', 'Hostnames', 'Names that are taken.'],
  ['urls', 'Addresses', 'From the address of a page to its content.'],
  ['insights', 'Insights', 'Reports of readers, counted.'],
  ['conversations', 'Conversations', 'Questions of customers, gathered by topic.'],
  ['organization-members', 'Members', 'People of an organization and their roles.'],
  ['organization-invites', 'Invitations', 'By mail, by link, and by the domain of an address.'],
  ['teams', 'Teams', 'Groups of members that get permissions together.'],
  ['team-members', 'Members of teams', 'People of a team.'],
  [
    'space-permissions',
    'Permissions on spaces',
    'People and teams of a space: their roles, and the reason for each.',
  ],
  [
    'collection-permissions',
    'Permissions on collections',
    'People and teams of a collection: their roles, and the reason for each.',
  ],
  [
    'site-permissions',
    'Permissions on sites',
    'People and teams of a site: their roles, and the reason for each.',
  ],
  ['saml', 'Single sign-on', 'Identity providers of an organization.'],
  [
    'oidc',
    'OpenID Connect',
    'Providers of OpenID Connect and GitHub, with which people of an organization sign in.',
  ],
  ['scim', 'Provisioning', 'Tokens with which identity providers look after members and teams (SCIM 2.0).'],
  ['inbox', 'Inbox', 'News that concern you, read and unread.'],
  ['integrations', 'Integrations', 'Published, installed, set up, and their events.'],
  ['service', 'Service', 'Health, figures and version of this server.'],
];

/** Gives the groups of operations their titles, order and descriptions. @throws Error for a group that the list lacks. */
export function describeGroups(document: OpenAPIObject): OpenAPIObject {
  const titles = new Map(GROUPS.map(([tag, title]) => [tag, title]));
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path) as object[])) {
    const described = operation as { tags?: string[]; operationId?: string };
    described.tags = (described.tags ?? []).map((tag) => {
      const title = titles.get(tag);
      if (title === undefined) throw new Error(`src/openapi/groups.ts has no group for the tag "${tag}".`);
      return title;
    });
  }
  document.tags = GROUPS.map(([, name, description]) => ({ name, description }));
  return document;
}
