import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOpenApi } from '../../src/openapi/index.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';
import { examplesOf } from './example-bodies.js';
import { ROUTES } from './routes.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

it('the committed openapi.json is the document of the code (npm run openapi writes it)', async () => {
  const document = buildOpenApi(test.app);
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../openapi.json');
});

it('openapi.json refers only to components that it declares', () => {
  const document = buildOpenApi(test.app);
  const known = new Set(
    (['schemas', 'responses', 'parameters', 'headers'] as const).flatMap((kind) =>
      Object.keys(document.components?.[kind] ?? {}).map((name) => `#/components/${kind}/${name}`),
    ),
  );
  const named = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
  expect(named.length).toBeGreaterThan(500);
  expect(named.filter((ref) => !known.has(ref))).toEqual([]);
});

/** A code of somebody's session, and the bytes of a file. */
const WITHOUT_EXAMPLE = ['POST /v1/sso/token', 'PUT /~uploads/{organizationId}/{key}/{token}'];

it('every body has an example, which the list of routes sends where a token is needed', () => {
  const examples = examplesOf(buildOpenApi(test.app));
  const unfilled = [...examples].filter(([, example]) => !isFilled(example)).map(([route]) => route);
  expect(unfilled.filter((route) => !WITHOUT_EXAMPLE.includes(route))).toEqual([]);
  expect(ROUTES.filter(({ route, raw }) => raw && examples.has(route))).toEqual([]);
});

it('the examples of operations without a token are accepted', async () => {
  const examples = examplesOf(buildOpenApi(test.app));
  const open = ROUTES.filter(({ audience, route }) => audience === 'public' && examples.has(route));
  for (const { route } of open.filter(({ route: name }) => !WITHOUT_EXAMPLE.includes(name))) {
    const [method, path = ''] = route.split(' ');
    const response = await fetch(test.baseUrl + path.replace(/\{\w+\}/g, 'none'), {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(examples.get(route)),
    });
    // There is nothing at these addresses. Hosts of repositories sign, which keeps that from everybody else.
    expect(response.status, route).toBe(path.includes('/webhooks/') ? 401 : 404);
  }
});

/** False for an example without an own value: nobody learns what to send from it. */
function isFilled(example: unknown): boolean {
  const text = JSON.stringify(example) ?? '';
  return text !== '' && !text.includes('"string"');
}

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
