import { expect, it } from 'vitest';
import { readConfig } from './env.js';

it.each([
  [{ SMTP_URL: 'smtp://mail.test' }, /MAIL_FROM must be set/],
  [{ SMTP_URL: 'http://mail.test', MAIL_FROM: 'a@b' }, /SMTP_URL must be a URL/],
  [{ SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'nobody' }, /MAIL_FROM must be/],
])('the configuration %j is refused', (env, message) => expect(() => readConfig(env)).toThrow(message));

it.each(['docs@example.com', 'Our docs <docs@example.com>'])('MAIL_FROM may be %s', (MAIL_FROM) =>
  expect(readConfig({ SMTP_URL: 'smtps://u:p@mail.test:465', MAIL_FROM })).toMatchObject({
    mailFrom: MAIL_FROM,
  }),
);

it.each([
  ['*', ['*']],
  ['https://App.example.com/ , http://localhost:5173', ['https://app.example.com', 'http://localhost:5173']],
  ['', []],
])('CORS_ORIGINS may be %j', (CORS_ORIGINS, origins) =>
  expect(readConfig({ CORS_ORIGINS }).corsOrigins).toEqual(origins),
);

it.each([
  'https://a.example.com/path',
  'a.example.com',
  '*, https://a.example.com',
  'null',
  'https://*.example.com',
  'file://x',
])('CORS_ORIGINS may not be %j', (CORS_ORIGINS) =>
  expect(() => readConfig({ CORS_ORIGINS })).toThrow(/CORS_ORIGINS must be origins/),
);
