import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOpenApi } from '../../src/openapi.js';
import { buildOrganization } from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

it('the committed openapi.json is the document of the code (npm run openapi writes it)', async () => {
  const document = buildOpenApi(test.app);
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../openapi.json');
});

it('openapi.json refers only to schemas that it declares', () => {
  const document = buildOpenApi(test.app);
  const known = new Set(
    Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`),
  );
  const named = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
  expect(named.length).toBeGreaterThan(500);
  expect(named.filter((ref) => !known.has(ref))).toEqual([]);
});

/** Bodies that hold what was given out before. */
const SECRETS = ['/v1/sso/token', '/v1/orgs/{organizationId}/fonts'];

it('the example bodies of openapi.json are accepted', async () => {
  const organization = await buildOrganization(test);
  const refused: string[] = [];
  for (const [path, operations] of Object.entries(buildOpenApi(test.app).paths))
    for (const [method, operation] of Object.entries(operations)) {
      const body = operation?.requestBody?.content?.['application/json'];
      if (!body || SECRETS.includes(path)) continue;
      expect(body.example, path).toBeDefined();
      const address = path.replace('{organizationId}', organization.id).replace(/\{\w+\}/g, 'none');
      const response = await fetch(test.baseUrl + address, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${organization.admin.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body.example),
      });
      if (response.status === 400) refused.push(`${method} ${path}: ${await response.text()}`);
    }
  expect(refused).toEqual([]);
});

it('the server serves openapi.json and Swagger UI', async () => {
  const json = await test.api.get('/openapi.json');
  expect(json.body.info.title).toBe('Bindery');
  const ui = await test.api.get('/docs');
  expect(ui.text).toContain('swagger-ui');
});
