import { describe, expect, it } from 'vitest';
import { readSettings } from './read-settings.js';

const requestedSettings = {
  properties: {
    url: { type: 'string' as const },
    most: { type: 'number' as const },
    loud: { type: 'boolean' as const },
    login: { type: 'button' as const },
  },
};

describe('readSettings', () => {
  it.each<[string, object, object, object]>([
    [
      'takes filled fields by their type',
      {},
      { url: ' x ', most: '7', loud: 'on' },
      { url: 'x', most: 7, loud: true },
    ],
    ['removes emptied fields', { url: 'x', most: 1, loud: true }, { url: '', most: ' ' }, { loud: false }],
    [
      'keeps what is not asked for',
      { login: { a: 1 }, other: 1 },
      {},
      { login: { a: 1 }, other: 1, loud: false },
    ],
    ['leaves what is no number as it is', {}, { most: 'many' }, { most: 'many', loud: false }],
  ])('%s', (_, stored, filled, expected) => {
    const fields = Object.entries(filled).map(([name, value]) => [`set.${name}`, String(value)]);
    expect(readSettings(requestedSettings, { ...stored }, new URLSearchParams(fields))).toEqual(expected);
  });

  it('keeps settings for which the integration draws a form', () => {
    const form = new URLSearchParams({ 'set.a': 'b' });
    expect(readSettings({ componentId: 'own' }, { a: 1 }, form)).toEqual({ a: 1 });
  });
});
