import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskAddress, maskPersonalData } from './mask-personal-data.js';

describe('masking replaces personal data in', () => {
  it.each([
    ['Write to ann.lee+docs@mail.example.co.uk, please', 'Write to [email], please'],
    ['https://x.example/?mail=ann%40example.com', 'https://x.example/?mail=[email]'],
    ['ann&#64;example.com', '[email]'],
    ['josé@exämple.de and ann＠example.jp', '[email] and [email]'],
    ['My card is 4111 1111 1111 1111.', 'My card is [card number].'],
    ['4111-1111-1111-1111 123', '[card number] 123'],
    ['No. 12 4111\u00a01111\u00a01111\u00a01111', 'No. 12\u00a0[card number]'.replace('\u00a0', ' ')],
    ['378282246310005 and 5555555555554444', '[card number] and [card number]'],
    ['call +49 (0) 89 / 123 456 78 or (202) 555-0143', 'call [phone number] or [phone number]'],
    ['+81 3-1234-5678 まで', '[phone number] まで'],
    ['password: hunter2!', 'password: [secret]'],
    ['{"token":"abcdef","id":7}', '{"token":"[secret]","id":7}'],
    ['?access_token=abcdef1&x=1', '?access_token=[secret]&x=1'],
    ['my password is hunter22', 'my password is [secret]'],
    ['Authorization: Bearer abc123def456', 'Authorization: Bearer [secret]'],
    ['ghp_0123456789abcdefABCDEF0123456789abcd', '[secret]'],
    ['https://x.example/reset/0a1b2c3d4e5f60718293a4b5', 'https://x.example/reset/[secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1', '[secret]'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----', '[secret]'],
  ])('%s', (text, masked) => expect(maskPersonalData(text)).toBe(masked));
});

describe('masking leaves unchanged', () => {
  it.each([
    'My password is expired and the token is invalid.',
    'How do I reset my password?',
    'Order 1234567890123 of 2026-01-31 12:00, version 1.12.3, 12 345 678 pages',
    'docs/how-to-configure-your-custom-domain-in-2024.md',
    'Use @bindery/cli 1.2.3 with internationalization_of_everything',
    'The token in the header',
  ])('%s', (text) => expect(maskPersonalData(text)).toBe(text));
});

describe('masking removes the secrets of the address', () => {
  it.each([
    ['https://u:p@x.example/t/7?user=ann@example.com&v=1', 'https://x.example/t/7?v=1'],
    ['https://x.example/?token=a&api_key=b&sig=c&page=2', 'https://x.example/?page=2'],
    ['https://x.example/callback#access_token=abc', 'https://x.example/callback'],
    ['https://x.example/users/ann%40example.com', 'https://x.example/'],
  ])('%s', (address, masked) => expect(maskAddress(address)).toBe(masked));
});

describe('masking of any text', () => {
  const words = fc.lorem({ maxCount: 6 });
  const between = fc.constantFrom(' ', '\n', ', ', ': ', ' (', '; ', ' - ', '" ', '\n> ', '<br>');
  const telling = fc.constantFrom(
    ...['ann.lee@example.com', 'ANN@EXAMPLE.ORG', '4111 1111 1111 1111', '5555-5555-5555-4444'],
    ...['378282246310005', '+1 202-555-0143', '(202) 555-0143', '+44 20 7946 0958', '+491711234567'],
    ...['sk-abcdefghijklmnop1234', 'ghp_0123456789abcdefABCDEF0123456789abcd', 'AKIAIOSFODNN7EXAMPLE'],
    ...['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  );

  it('leaves nothing of a secret, whatever stands around it', () => {
    const texts = fc.array(fc.tuple(words, between, telling, between), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, (parts) => {
        const masked = maskPersonalData(parts.map((part) => part.join('')).join(''));
        for (const [, , secret] of parts) expect(masked).not.toContain(secret);
      }),
    );
  });

  it('changes nothing a second time', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(words, between, telling)), (parts) => {
        const once = maskPersonalData(parts.join(''));
        expect(maskPersonalData(once)).toBe(once);
      }),
    );
  });
});

describe('masking of long texts', () => {
  const units = [
    'a',
    '1',
    'a1',
    'a@',
    'a.',
    'a@b.',
    '-',
    '1 ',
    '1-',
    '+1 ',
    '(',
    '(202) ',
    '202 555 0143 ',
    '%40',
  ];
  const more = ['password ', 'token=', 'sk-', 'eyJ', 'eyJa.', 'eyJ-', 'a+', '1.1', '+', '1/', '０', ' ', '"'];
  const keys = [
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN ',
    'ab1/',
    '4111 ',
    'password: "',
    '\n',
    '\\',
    '_',
  ];

  it.each([...units, ...more, ...keys])('ends for a text of nothing but %j', (unit) => {
    expect(maskPersonalData(unit.repeat(20_000 / unit.length))).not.toBe('');
  });
});
