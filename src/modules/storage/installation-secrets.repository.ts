import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Secrets of this installation: made on first use, the same for all replicas, never shown. */
@Injectable()
export class InstallationSecrets {
  constructor(private readonly db: Database) {}

  /**
   * The secret called `name`, 32 bytes. Replicas that ask at once agree: the primary key lets only one of them in, and
   * all read what is stored.
   */
  async get(name: string): Promise<Buffer> {
    const key = `secret:${name}`;
    await this.db.execute(
      'insert into installation_settings (key, value) values ($1, $2) on conflict (key) do nothing',
      [key, randomBytes(32).toString('base64url')],
    );
    const [row] = await this.db.query<{ value: string }>(
      'select value from installation_settings where key = $1',
      [key],
    );
    if (!row) throw new Error(`The installation secret "${name}" cannot be read.`);
    return Buffer.from(row.value, 'base64url');
  }
}

/** The first `length` bytes of the HMAC-SHA-256 of the parts; no two lists of parts are signed alike. */
export function sign(secret: Buffer, parts: readonly (string | Buffer)[], length = 16): Buffer {
  const signed = parts.flatMap((part) => {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    return [Buffer.from(`${bytes.length}:`), bytes];
  });
  // At once: each call of the library costs more than what it computes here.
  return createHmac('sha256', secret).update(Buffer.concat(signed)).digest().subarray(0, length);
}
