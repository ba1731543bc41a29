import type { RouteFixture } from '../route-fixture.js';
import { get, org, patch, post, put, remove, type Route } from '../route.js';

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
  put(glossary, 'organization:write', 'create')(),
  {
    ...get(`${glossary}/{glossaryEntryId}`, 'organization:read', 'read'),
    prepare: withEntry,
    params: ({ params }) => ({ glossaryEntryId: 'none', ...params }),
  },
];

const translation = `${org}/translations/{translationId}`;
const ofTheSpace = ({ params }: RouteFixture, language: string) => ({
  source: { space: params['spaceId'], language: 'en' },
  language,
});

/** Only these routes need one. Another route may have made it. */
async function withTranslation(fixture: RouteFixture): Promise<void> {
  const { admin, params } = fixture;
  const address = `/v1/orgs/${params['organizationId']}/translations`;
  await admin.api.post(address, ofTheSpace(fixture, 'fr'));
  const { items } = (await admin.api.get(address)).body as { items: { id: string; language: string }[] };
  params['translationId'] = items.find(({ language }) => language === 'fr')?.id ?? '';
}

export const translationRoutes: Route[] = [
  get(`${org}/translations`, 'space:metadata:read', 'member'),
  post(`${org}/translations`, 'space:metadata:write', 'create', 201)(),
  ...[
    get(translation, 'space:metadata:read', 'read'),
    put(translation, 'space:metadata:write', 'create', 200)(),
    patch(translation, 'space:metadata:write', 'create')(),
    post(`${translation}/run`, 'space:content:write', 'create', 204)(),
    get(`${translation}/runs`, 'space:content:read', 'read'),
    remove(translation, 'space:metadata:write', 'create'),
  ].map((route): Route => ({
    ...route,
    prepare: withTranslation,
    params: ({ params }) => ({ translationId: 'none', ...params }),
  })),
];
