import { archiveOf } from '../support/archive.js';
import { cancelledImport } from '../support/imports.js';
import { Members } from '../../src/modules/organizations/index.js';
import { TxtRecords } from '../../src/modules/sites/addresses/claims/txt-records.js';
import type { Role } from '../../src/platform/http/actor.js';
import { newId } from '../../src/platform/ids/ids.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from '../support/factories.js';
import { buildFont } from '../support/fonts.js';
import { buildSpec } from '../support/openapi.js';
import { hostedInstallations } from '../support/hosted-installations.js';
import { emptyRepository } from '../support/empty-repository.js';
import { editContent } from '../support/edit-content.js';
import type { TestApp } from '../support/test-app.js';

/** An organization with one of everything that a path can name, and a member of every role. */
export interface RouteFixture {
  admin: TestUser;
  target: TestOrganization;
  userId: string;
  otherSpaceId: string;
  /** Address of the space for members. */
  spaceAddress: string;
  collectionId: string;
  otherCollectionId: string;
  /** A comment of the change request and a reply to it; those of `params` are of the space. */
  requestComment: { commentId: string; commentReplyId: string };
  /** An invitation by mail; `inviteId` is a link to the organization. */
  invitationId: string;
  /** Settings of the site. */
  customization: object;
  /** Values of path parameters by name. */
  params: Record<string, string>;
  member(role: Role | null): Promise<TestUser>;
  /** Makes the administrator one of the target organization too. */
  joinTarget(): Promise<void>;
  /** Deletes the site, which keeps its space in the organization. */
  leaveSite(): Promise<unknown>;
  /** One more revision on the space, so that there is something to go back from. */
  editLive(): Promise<void>;
}

export async function buildRouteFixture(test: TestApp): Promise<RouteFixture> {
  const organization = await buildOrganization(test);
  const { admin } = organization;
  const target = await buildOrganization(test);
  const someone = await organization.member('read');
  const api = admin.api;
  const space = await buildSpace(organization);
  const other = await buildSpace(organization, { title: 'Other' });
  const [page = ''] = await buildPages(admin, space.id, [{ title: 'Page', markdown: 'Words.' }]);
  const file = { name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' };
  const inserted = await api.post(
    `/v1/spaces/${space.id}/content`,
    { changes: [{ operation: 'insert_files', files: [file] }] },
    { query: { compat: false } },
  );
  const reusable = await addReusableContent(test, organization.id, space.id);
  const request = await api.post(`/v1/spaces/${space.id}/change-requests`, { subject: 'Request' });
  const review = await api.post(`/v1/spaces/${space.id}/change-requests/1/reviews`, { status: 'approved' });
  const comment = await addComment(admin, `/v1/spaces/${space.id}`);
  const requestComment = await addComment(admin, `/v1/spaces/${space.id}/change-requests/1`);
  const collection = await api.post(`/v1/orgs/${organization.id}/collections`, { title: 'One' });
  const otherCollection = await api.post(`/v1/orgs/${organization.id}/collections`, { title: 'Two' });
  const team = await api.put(`/v1/orgs/${organization.id}/teams`, { title: 'Team' });
  const site = await api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Site', spaces: [space.id] });
  const siteSpaces = await api.get(`/v1/orgs/${organization.id}/sites/${site.body.id}/site-spaces`);
  const addresses = await addAddresses(test, organization, site.body.id);
  const audience = await addAudience(admin, `/v1/orgs/${organization.id}/sites/${site.body.id}`);
  const imported = await api.post(`/v1/spaces/${space.id}/content/import`, undefined, {
    rawBody: await archiveOf({ 'README.md': '# Imported' }),
    headers: { 'content-type': 'application/gzip' },
  });
  await api.post(`/v1/spaces/${space.id}/git/import`, {
    url: 'https://127.0.0.1:1/docs.git',
    ref: 'refs/heads/main',
  });
  const repositoryUrl = await emptyRepository();
  await api.post(`/v1/spaces/${space.id}/git/connection`, { url: repositoryUrl });
  const siteGit = `/v1/orgs/${organization.id}/sites/${site.body.id}/git`;
  await api.post(`${siteGit}/connection`, { url: repositoryUrl });
  const siteRuns = await api.get(`${siteGit}/runs`);
  const invites = await addInvites(admin, organization.id);
  const spec = await buildSpec(test, organization, 'petstore');
  const current = await api.get(`/v1/spaces/${space.id}`);
  const pageBody = await api.get(`/v1/spaces/${space.id}/content/page/${page}`);
  return {
    admin,
    target,
    userId: someone.id,
    otherSpaceId: other.id,
    spaceAddress: current.body.urls.app,
    requestComment,
    invitationId: invites.invitationId,
    customization: (await api.get(`/v1/orgs/${organization.id}/sites/${site.body.id}/customization`)).body,
    collectionId: collection.body.id,
    otherCollectionId: otherCollection.body.id,
    member: (role) => organization.member(role),
    joinTarget: () => test.app.get(Members).addMember(target.id, admin.id, 'admin'),
    leaveSite: () => api.delete(`/v1/orgs/${organization.id}/sites/${site.body.id}`),
    editLive: async () => void (await buildPages(admin, space.id, [{ title: 'More' }])),
    params: {
      organizationId: organization.id,
      subdomain: organization.hostname,
      userId: someone.id,
      teamId: team.body.id,
      collectionId: collection.body.id,
      spaceId: space.id,
      repositoryUrl,
      siteRunId: siteRuns.body.items[0].id,
      ...(await hostedInstallations(test, organization)),
      pageId: page,
      pagePath: 'page',
      fileId: inserted.body.insertedFiles[0].id,
      reusableContentId: reusable,
      documentId: pageBody.body.documentId,
      revisionId: current.body.revision,
      changeRequestId: request.body.id,
      reviewId: review.body.id,
      ...comment,
      siteId: site.body.id,
      ...audience,
      inviteId: invites.inviteId,
      emailDomain: 'example.com',
      ...addresses,
      siteSpaceId: siteSpaces.body.items[0].id,
      siteSectionId: 'none',
      siteSectionGroupId: 'none',
      siteExternalLinkId: 'none',
      fontId: await buildFont(test, admin, organization.id),
      storageKey: 'none',
      parentCollectionId: otherCollection.body.id,
      conflictId: 'none',
      entryId: 'none',
      file: 'none',
      blob: 'none',
      runId: imported.body.id,
      importRunId: await cancelledImport(test, admin, organization.id, space.id),
      key: 'none',
      templateId: 'quickstart',
      specSlug: spec.slug,
      versionId: spec.lastVersion,
      tokenId: 'none',
      token: 'none',
      name: 'none',
      // `addIntegration` makes one.
      integrationName: 'none',
      installationId: 'none',
      picture: 'none',
      auditEventId: await anAuditEvent(test, organization.id),
    },
  };
}

async function anAuditEvent({ db }: TestApp, organizationId: string): Promise<string> {
  const sql = 'select id from audit_events where organization_id = $1 limit 1';
  return (await db.query<{ id: string }>(sql, [organizationId]))[0]?.id ?? '';
}

/** A domain that no DNS record proves, and a redirect. */
async function addAddresses(
  test: TestApp,
  { id, hostname: organization, admin: { api } }: TestOrganization,
  siteId: string,
): Promise<{ hostname: string; siteRedirectId: string }> {
  // Nothing listens there: nobody outside is asked.
  test.app.get(TxtRecords).servers = ['127.0.0.1:1'];
  const site = `/v1/orgs/${id}/sites/${siteId}`;
  const hostname = `docs.${organization}.example.com`;
  await api.patch(site, { hostname, proxy: `localhost.${organization}.example.com/docs` });
  const destination = { kind: 'external', url: 'https://example.com/' };
  const redirect = await api.post(`${site}/redirects`, { source: '/gone', destination });
  return { hostname, siteRedirectId: (redirect.body as { id: string }).id };
}

/** A share link, and what visitors may claim to be. */
async function addAudience({ api }: TestUser, site: string): Promise<{ shareLinkId: string }> {
  const link = await api.post(`${site}/share-links`, { name: 'Friends' });
  const jsonSchema = { type: 'object', properties: {}, additionalProperties: false };
  await api.put(`${site}/adaptive-schema`, { jsonSchema });
  return { shareLinkId: (link.body as { id: string }).id };
}

/** An invitation by mail and an invite link. */
async function addInvites(
  { api }: TestUser,
  organization: string,
): Promise<{ inviteId: string; invitationId: string }> {
  const path = `/v1/orgs/${organization}`;
  const link = await api.post(`${path}/link-invites`, { role: 'read' });
  const invited = await api.post(`${path}/invites`, { emails: [`${newId().toLowerCase()}@example.com`] });
  const [invitation] = (invited.body as { invitations: { id: string }[] }).invitations;
  return { inviteId: (link.body as { id: string }).id, invitationId: invitation?.id ?? '' };
}

/** A comment with a reply. */
async function addComment({ api }: TestUser, place: string): Promise<RouteFixture['requestComment']> {
  const comment = await api.post(`${place}/comments`, { body: { markdown: 'A comment' } });
  const { id: commentId } = comment.body as { id: string };
  const reply = await api.post(`${place}/comments/${commentId}/replies`, { body: { markdown: 'A reply' } });
  return { commentId, commentReplyId: (reply.body as { id: string }).id };
}

/** Reusable contents come with imports only, so this one is put in place below the API. */
async function addReusableContent(test: TestApp, organizationId: string, spaceId: string): Promise<string> {
  const document = { object: 'document' as const, data: {}, nodes: [] };
  const reusableContent = { id: 'reusable', title: 'Reusable', document };
  await editContent(test, { organizationId, spaceId }, [{ type: 'putReusableContent', reusableContent }]);
  return 'reusable';
}
