import { expect, it } from 'vitest';
import { type BannerFacts, describeStart } from './banner.js';

const facts = (token?: string) =>
  ({
    url: 'http://localhost:3000',
    firstStart: { token, user: { email: 'admin@localhost' }, organization: { id: 'o1', title: 'Demo' } },
  }) as BannerFacts;

it('shows the token on the first start', () => {
  const text = describeStart({
    ...facts('bdy_secret'),
    demoSite: 'http://localhost:3000/sites/demo/bindery/',
  });
  expect(text).toMatch(/App +http:\/\/localhost:3000\/app\n/);
  expect(text).toMatch(/API +http:\/\/localhost:3000\/v1\n/);
  expect(text).toMatch(/Explorer +http:\/\/localhost:3000\/docs\n/);
  expect(text).toMatch(/Demo site +http:\/\/localhost:3000\/sites\/demo\/bindery\/\n/);
  expect(text).toMatch(/Admin token +bdy_secret /);
  expect(text).not.toContain('token create');
});

it('begins with the address of the set-up while that is not done', () => {
  const { firstStart } = facts('bdy_secret');
  const setUpUrl = 'http://localhost:3000/app/sign-in/link?secret=s';
  const text = describeStart({ ...facts(), demoSite: null, firstStart: { ...firstStart!, setUpUrl } });
  expect(text).toMatch(/ready\.\n\n +Set up +http:\/\/localhost:3000\/app\/sign-in\/link\?secret=s /);
  expect(describeStart(facts())).not.toContain('Set up');
});

it('shows the way to a new token later', () => {
  const text = describeStart(facts());
  expect(text).toMatch(/New token +npx bindery token create --user admin@localhost\n/);
  expect(text).not.toContain('Admin token');
});
