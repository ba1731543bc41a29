import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOpenApi } from '../../src/openapi/index.js';
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

it('openapi.json refers only to schemas and responses that it declares', () => {
  const document = buildOpenApi(test.app);
  const known = new Set(
    (['schemas', 'responses'] as const).flatMap((kind) =>
      Object.keys(document.components?.[kind] ?? {}).map((name) => `#/components/${kind}/${name}`),
    ),
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

it('every operation has a sentence, a described group, and the errors it may answer', () => {
  const { paths, tags = [] } = buildOpenApi(test.app);
  const groups = tags.filter(({ description }) => description).map(({ name }) => name);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method} ${path}`,
      path,
      operation: operation as OpenApiOperation,
    })),
  );
  const missing = operations.flatMap(({ name, path, operation }) => [
    ...(/^[A-Z]./.test(operation.summary ?? '') ? [] : [`${name}: a sentence`]),
    ...(operation.tags ?? ['none']).filter((tag) => !groups.includes(tag)).map((tag) => `${name}: ${tag}`),
    ...errorsOf(path, operation)
      .filter((status) => !(status in operation.responses))
      .map((status) => `${name}: ${status}`),
  ]);
  expect(missing).toEqual([]);
  const used = new Set(operations.flatMap(({ operation }) => operation.tags ?? []));
  expect(groups.filter((group) => !used.has(group))).toEqual([]);
});

function errorsOf(path: string, { security, requestBody }: OpenApiOperation): string[] {
  if (!path.startsWith('/v1/')) return [];
  return [
    ...['429', '503'],
    ...(security ? ['401', '403'] : []),
    ...(path.includes('{') ? ['404'] : []),
    ...(requestBody ? ['400'] : []),
  ];
}

interface OpenApiOperation {
  summary?: string;
  tags?: string[];
  security?: unknown[];
  requestBody?: { content?: Record<string, unknown> };
  responses: Record<string, unknown>;
}

it('the server serves openapi.json and Swagger UI', async () => {
  const json = await test.api.get('/openapi.json');
  expect(json.body.info.title).toBe('Bindery');
  expect(json.body.servers).toEqual([{ url: test.config.publicUrl, description: 'This installation' }]);
  const ui = await test.api.get('/docs');
  expect(ui.text).toContain('swagger-ui');
});
