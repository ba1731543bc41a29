import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/env.js';
import { SETTINGS, shownValue } from '#platform/config/settings.js';
import { hideSecrets } from './hide-secrets.js';

const SET = {
  DATABASE_URL: 'postgres://root:pass%40word@db.test:5432/docs?sslmode=require&password=hidden1',
  STORAGE_URL: 's3://AKIAKEY:topsecret@bucket/prefix?endpoint=https://user:hidden2@s3.test&region=eu',
  SMTP_URL: 'smtps://mailer:hidden3@mail.test:465',
  MAIL_FROM: 'docs@example.com',
  ADMIN_TOKEN: 'admin-token-0123456789',
  METRICS_TOKEN: 'metrics-token-0123456789',
  SECRETS_KEY: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  TRANSLATOR_URL: 'https://translator.test/v1',
  TRANSLATOR_MODEL: 'model',
  TRANSLATOR_KEY: 'translator-key',
};
const config = readConfig(SET);

describe('settings as operators read them', () => {
  it('are all of the configuration, each with a line in the guide', () => {
    const guide = readFileSync('docs/operate/configuration.md', 'utf8');
    const own = new Set(Object.keys(readConfig({})).filter((name) => name !== 'given'));
    expect(new Set(SETTINGS.map(({ member }) => member))).toEqual(own);
    expect(SETTINGS.filter(({ name }) => !guide.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
  });

  it('hold no secret', () => {
    const text = SETTINGS.map((setting) => shownValue(config, setting)).join('\n');
    const secrets = [
      'pass%40word',
      'pass@word',
      'hidden',
      'topsecret',
      'AKIAKEY',
      'token-0',
      'MDEy',
      'translator-key',
    ];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    for (const shown of [
      'postgres://…@db.test:5432/docs?sslmode=require&password=…',
      '…@mail.test:465',
      'region=eu',
    ])
      expect(text).toContain(shown);
  });

  it('say which were given', () => {
    expect([config.given.has('SMTP_URL'), config.given.has('PORT')]).toEqual([true, false]);
  });
});

describe('texts of others', () => {
  it.each([
    'Invalid login with hidden3 at mail.test',
    `AUTH PLAIN ${Buffer.from('\0mailer\0hidden3').toString('base64')}`,
    `password authentication failed: pass@word, ${SET.DATABASE_URL}`,
    'https://translator.test/v1 refused translator-key',
  ])('are shown without secrets: %s', (text) => {
    const shown = hideSecrets(config, text);
    expect(shown).toContain('…');
    for (const secret of ['hidden3', 'bWFpbGVy', 'pass@word', 'translator-key', 'pass%40word'])
      expect(shown).not.toContain(secret);
  });
});
