import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';

/** What people and their scripts hand in. */
const DEFAULT_SOURCE = 'email';

/** Says where conversations are from. */
@Injectable()
export class SourceNames {
  constructor(private readonly db: Database) {}

  /** `integration:<name>:conversations` for installations of an integration, which has one stream of them; else `email`. */
  async of({
    installationId,
    integrationId,
  }: Pick<Actor, 'installationId' | 'integrationId'>): Promise<string> {
    if (installationId === undefined || integrationId === undefined) return DEFAULT_SOURCE;
    const [row] = await this.db.query<{ name: string }>('select name from integrations where id = $1', [
      integrationId,
    ]);
    return row ? `integration:${row.name}:conversations` : DEFAULT_SOURCE;
  }
}
