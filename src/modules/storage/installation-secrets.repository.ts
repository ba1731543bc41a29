import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { InstallationSecret } from './installation-secret.js';

/** Secrets of this installation: made on first use, the same for all replicas, never shown. */
@Injectable()
export class InstallationSecrets implements OnModuleInit {
  private readonly declared: InstallationSecret[] = [];

  constructor(private readonly db: Database) {}

  /** The secret of 32 bytes called `name`. Constructors declare it; it is loaded before the first request. */
  declare(name: string): InstallationSecret {
    const secret = new InstallationSecret(name);
    this.declared.push(secret);
    return secret;
  }

  async onModuleInit(): Promise<void> {
    await Promise.all(this.declared.map(async (secret) => secret.load(await this.read(secret.name))));
  }

  /** Replicas that ask at once agree: the primary key lets only one of them in, and all read what is stored. */
  private async read(name: string): Promise<Buffer> {
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
