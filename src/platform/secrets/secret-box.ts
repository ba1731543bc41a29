import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/env.js';
import { Database } from '../database/database.js';

const KEY_FILE = 'secrets.key';
/** Setting of the installation that tells which key its secrets were stored with. */
export const FINGERPRINT = 'secrets-key-fingerprint';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets that must be read again, so cannot be hashes: encrypted at rest with AES-256-GCM (NIST SP 800-38D). The
 * key is SECRETS_KEY, or is made in DATA_DIR on first use; it is never in the database, so that a copy of the database
 * alone gives nothing away.
 */
@Injectable()
export class SecretBox {
  private key: Promise<Buffer> | undefined;

  constructor(
    private readonly config: Config,
    private readonly db: Database,
  ) {}

  /** @param context names what the secret belongs to; opening it for anything else fails. */
  async seal(text: string, context: string): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', await this.readKey(), nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
  }

  /** @throws Error when it was sealed with another key, for another context, or was changed since. */
  async open(sealed: Buffer, context: string): Promise<string> {
    const decipher = createDecipheriv('aes-256-gcm', await this.readKey(), sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return (
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  }

  private readKey(): Promise<Buffer> {
    this.key ??= this.loadKey().catch((error: unknown) => {
      this.key = undefined;
      throw error;
    });
    return this.key;
  }

  /** Replicas that were given different keys must not seal what the others cannot open: the first key is remembered. */
  private async loadKey(): Promise<Buffer> {
    const key = this.config.secretsKey
      ? Buffer.from(this.config.secretsKey, 'base64')
      : await this.keyOfFolder();
    const fingerprint = fingerprintOf(key);
    await this.db.execute(
      'insert into installation_settings (key, value) values ($1, $2) on conflict (key) do nothing',
      [FINGERPRINT, fingerprint],
    );
    const [row] = await this.db.query<{ value: string }>(
      'select value from installation_settings where key = $1',
      [FINGERPRINT],
    );
    if (row?.value !== fingerprint)
      throw new Error(
        'The key of secrets is another than the one they were stored with: set SECRETS_KEY to that one, or put back the file secrets.key of DATA_DIR.',
      );
    return key;
  }

  private async keyOfFolder(): Promise<Buffer> {
    const path = join(this.config.dataDir, KEY_FILE);
    await mkdir(this.config.dataDir, { recursive: true });
    const own = `${path}.${randomBytes(6).toString('hex')}`;
    await writeFile(own, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
    // The file appears whole, and whoever comes second finds that of the first.
    await link(own, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await unlink(own);
    const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
    if (key.length !== 32) throw new Error(`${path} must hold 32 bytes in base64.`);
    return key;
  }
}

function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('bindery').update(key).digest('hex').slice(0, 16);
}

/**
 * Tells whether the configured key, or the one in DATA_DIR, is that of a fingerprint. Makes no key.
 * @param fingerprint value of the setting `FINGERPRINT`.
 */
export async function hasKeyOf(fingerprint: string, config: Config): Promise<boolean> {
  const text =
    config.secretsKey ?? (await readFile(join(config.dataDir, KEY_FILE), 'utf8').catch(() => undefined));
  return text !== undefined && fingerprintOf(Buffer.from(text, 'base64')) === fingerprint;
}
