import lzString from 'lz-string';
import { definition, uniqueName } from '../../support/integrations.js';
import type { RouteFixture } from '../route-fixture.js';
import { addressOf, get, open, org, patch, post, remove, type Route, site, space } from '../route.js';

const READ = 'integration:read';
const WRITE = 'integration:write';

const integration = '/v1/integrations/{integrationName}';
const installation = `${integration}/installations/{installationId}`;
const onSpace = `${installation}/spaces/{spaceId}`;
const onSite = `${installation}/sites/{siteId}`;

/** A private integration of the fixture's organization, installed there, on its space and on its site. */
export async function addIntegration(fixture: RouteFixture): Promise<void> {
  const {
    admin: { api },
    params,
  } = fixture;
  params['integrationName'] = uniqueName();
  const organization = params['organizationId'] ?? '';
  await api.post(addressOf(integration, params), definition(organization));
  const installed = await api.post(`${addressOf(integration, params)}/installations`, { organization });
  params['installationId'] = (installed.body as { id: string }).id;
  await api.post(`${addressOf(installation, params)}/spaces`, { space: params['spaceId'] });
  await api.post(`${addressOf(installation, params)}/sites`, { siteId: params['siteId'] });
}

/** As `addIntegration`, without what is at `path`. */
const without =
  (path: string): Route['prepare'] =>
  async (fixture) => {
    await addIntegration(fixture);
    await fixture.admin.api.delete(addressOf(path, fixture.params));
  };

/** A block in a document of the space. */
const rendered = ({ params }: RouteFixture) => ({
  componentId: 'block',
  props: {},
  context: { type: 'document', spaceId: params['spaceId'], editable: false, theme: 'light' },
});

/** Integrations, where they are installed, and what they may do there. */
export const integrationRoutes: Route[] = [
  open('/~integration-images/{integrationName}/{picture}', 404),
  get('/v1/integrations', READ, 'anybody'),
  get(integration, READ, 'member'),
  post(integration, WRITE, 'admin')(addIntegration),
  { ...remove(integration, WRITE, 'admin'), prepare: addIntegration },
  post(`${integration}/render`, READ, 'read')(addIntegration),
  {
    ...get(`${integration}/render`, READ, 'read'),
    query: (fixture) => ({
      request: lzString.compressToEncodedURIComponent(JSON.stringify(rendered(fixture))),
    }),
    prepare: addIntegration,
  },
  // They answer nothing to those who administrate nothing.
  get(`${integration}/spaces`, READ, 'member'),
  get(`${integration}/sites`, READ, 'member'),
  get(`${integration}/installations`, READ, 'member'),
  post(`${integration}/installations`, WRITE, 'admin', 201)(without(installation)),
  get(installation, READ, 'read'),
  patch(installation, WRITE, 'admin')(addIntegration),
  { ...remove(installation, WRITE, 'admin'), prepare: addIntegration },
  post(`${installation}/tokens`, WRITE, 'admin')(addIntegration),

  get(`${installation}/spaces`, READ, 'read'),
  post(`${installation}/spaces`, WRITE, 'admin', 201)(without(onSpace)),
  get(onSpace, READ, 'read'),
  patch(onSpace, WRITE, 'admin')(addIntegration),
  { ...remove(onSpace, WRITE, 'admin'), prepare: addIntegration },

  get(`${installation}/sites`, READ, 'read'),
  post(`${installation}/sites`, WRITE, 'admin', 201)(without(onSite)),
  get(onSite, READ, 'read'),
  patch(onSite, WRITE, 'admin')(addIntegration),
  { ...remove(onSite, WRITE, 'admin'), prepare: addIntegration },

  get(`${org}/integrations`, READ, 'read'),
  get(`${org}/integrations/installations-status`, READ, 'read'),
  get(`${org}/integrations/{integrationName}/installation_status`, READ, 'read'),
  get(`${org}/installations`, READ, 'read'),
  get(`${space}/integrations`, READ, 'read'),
  get(`${space}/integration-blocks`, READ, 'read'),
  get(`${site}/integrations`, READ, 'read'),
];
