import { beforeEach, describe, expect, it } from 'vitest';
import { InstallationSecret } from '#modules/storage/index.js';
import { DocumentIds } from './document-ids.js';

describe('DocumentIds', () => {
  const hash = 'ab'.repeat(32);
  let ids: DocumentIds;
  beforeEach(() => {
    const secret = new InstallationSecret('document-ids').load(Buffer.from('secret'));
    ids = new DocumentIds({ declare: () => secret } as never);
  });

  it('are decoded to the hash in their own space only', () => {
    const id = ids.encode('space1', hash);
    expect(id).toMatch(/^[\w-]+$/);
    expect(id).not.toContain(hash);
    expect(ids.decode('space1', id)).toBe(hash);
    expect(ids.decode('space2', id)).toBeNull();
  });

  it('cannot be made from a known hash', () => {
    expect(ids.decode('space1', Buffer.from(hash, 'hex').toString('base64url'))).toBeNull();
    expect(ids.decode('space1', hash)).toBeNull();
    expect(ids.decode('space1', '')).toBeNull();
  });
});
