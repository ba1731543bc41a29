import { describe, expect, it } from 'vitest';
import { specPermissions } from './openapi.policy.js';

describe('specPermissions', () => {
  it.each([
    [undefined, false, false],
    [null, false, false],
    ['read', true, false],
    ['review', true, false],
    ['create', true, true],
    ['admin', true, true],
  ] as const)('let role %s view: %s, edit: %s', (standing, view, edit) => {
    expect(specPermissions(standing)).toEqual({ view, edit });
  });
});
