import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMemberBrowser } from './support/member-browser.js';
import { buildOperator } from './support/operators.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'http://docs.example.com' });
});
afterAll(() => test.close());

it('the page says how the installation is, and what to do where something is not well', async () => {
  const browser = await startMemberBrowser(test, (await buildOperator(test)).token);
  const text = await browser.read('/app/operate');
  for (const words of [
    'PostgreSQL',
    'Replicas',
    process.versions.node,
    'Readiness',
    'without encryption',
    'Put a proxy',
  ])
    expect(text).toContain(words);
  // This process has registered itself.
  expect(/Replicas[\s\S]*?since/.test(text)).toBe(true);
  expect(text).not.toContain('Act now</span>');
});
