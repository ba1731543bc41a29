import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOpenApi } from '../../src/openapi.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

it('the committed openapi.json is the document of the code (npm run openapi writes it)', async () => {
  const document = buildOpenApi(test.app);
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../openapi.json');
});

it('serves the same document and Swagger UI', async () => {
  const json = await test.api.get('/openapi.json');
  expect(json.body.info.title).toBe('Bindery');
  const ui = await test.api.get('/docs');
  expect(ui.text).toContain('swagger-ui');
});
