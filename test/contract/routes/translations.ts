import type { RouteFixture } from '../route-fixture.js';
import { get, org, put, type Route } from '../route.js';

const glossary = `${org}/translations-glossary`;
const insert = () => ({ operations: [{ type: 'insert', translations: { en: 'page', de: 'Seite' } }] });

/** Only this route needs one. */
async function withEntry({ admin, params }: RouteFixture): Promise<void> {
  const address = `/v1/orgs/${params['organizationId']}/translations-glossary`;
  await admin.api.put(address, insert());
  params['glossaryEntryId'] = (await admin.api.get(address)).body.items[0].id;
}

export const glossaryRoutes: Route[] = [
  get(glossary, 'organization:read', 'read'),
  put(glossary, 'organization:write', 'create')(insert),
  {
    ...get(`${glossary}/{glossaryEntryId}`, 'organization:read', 'read'),
    prepare: withEntry,
    params: ({ params }) => ({ glossaryEntryId: 'none', ...params }),
  },
];
