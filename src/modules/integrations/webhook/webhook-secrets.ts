import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { auditTarget } from '../installations/installation-audit.js';
import { InstallationsRepository } from '../installations/installations.repository.js';
import { type InstallationView, Installations } from '../installations/installations.service.js';
import { WEBHOOK } from './webhook.integration.js';
import type { WebhookSecretEntity } from './webhook-secret.entity.js';

/** As many as it takes to give receivers a new one before the old one ends. */
const MOST = 2;

export interface WebhookSecret {
  id: string;
  secret: string;
  createdAt: Date;
}

/**
 * Secrets with which deliveries of webhooks are signed: one or two for an installation, so that they can be rotated
 * without a gap.
 */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly box: SecretBox,
    private readonly audit: AuditLog,
    private readonly installations: Installations,
    private readonly stored: InstallationsRepository,
  ) {}

  /** Newest first; the first one is made when it is needed. */
  async of(installationId: string): Promise<WebhookSecret[]> {
    const known = await this.read(installationId);
    if (known.length > 0) return known;
    return this.db.transaction(async () => {
      await this.stored.lock(installationId);
      const meanwhile = await this.read(installationId);
      return meanwhile.length > 0 ? meanwhile : [await this.make(installationId)];
    });
  }

  /** @throws NotFound, Forbidden for anybody but administrators of the organization. */
  async list(actor: Actor, installationId: string): Promise<WebhookSecret[]> {
    await this.installations.requireInstallation(actor, WEBHOOK, installationId, 'manage');
    return this.of(installationId);
  }

  /** Adds one; deliveries are signed with it and with the one before. @throws as `list`, Conflict when there are two. */
  async add(actor: Actor, installationId: string): Promise<WebhookSecret> {
    return this.change(actor, installationId, async (view) => {
      const known = await this.of(installationId);
      if (known.length >= MOST)
        throw new Conflict(`There are ${MOST} secrets; delete the one that is not used any more first.`);
      const made = await this.make(installationId);
      await this.record(view, 'webhook.secret.created', { after: { secret: made.id } });
      return made;
    });
  }

  /** Quietly when it is gone. @throws as `list`, Conflict for the only one. */
  async delete(actor: Actor, installationId: string, id: string): Promise<void> {
    await this.change(actor, installationId, async (view) => {
      const known = await this.read(installationId);
      if (!known.some((secret) => secret.id === id)) return;
      if (known.length === 1)
        throw new Conflict('This is the only secret; add another one before you delete it.');
      await this.db.execute('delete from webhook_secrets where installation_id = $1 and id = $2', [
        installationId,
        id,
      ]);
      await this.record(view, 'webhook.secret.deleted', { before: { secret: id } });
    });
  }

  private async change<T>(
    actor: Actor,
    installationId: string,
    work: (view: InstallationView) => Promise<T>,
  ): Promise<T> {
    return this.db.transaction(async () => {
      const view = await this.installations.requireInstallation(actor, WEBHOOK, installationId, 'manage');
      if (!(await this.stored.lock(installationId))) throw new NotFound('installation');
      return work(view);
    });
  }

  private async record(
    { installation, integration }: InstallationView,
    action: 'webhook.secret.created' | 'webhook.secret.deleted',
    changes: { before?: object; after?: object },
  ): Promise<void> {
    const { organizationId } = installation;
    const target = auditTarget(installation, integration);
    await this.audit.record({ organizationId, action, target, ...changes });
  }

  private async read(installationId: string): Promise<WebhookSecret[]> {
    const rows = await this.db.query<Pick<WebhookSecretEntity, 'id' | 'sealed' | 'createdAt'>>(
      `select id, sealed, created_at as "createdAt" from webhook_secrets where installation_id = $1
       order by created_at desc, id desc`,
      [installationId],
    );
    const context = contextOf(installationId);
    const secrets: WebhookSecret[] = [];
    for (const { sealed, ...row } of rows)
      secrets.push({ ...row, secret: await this.box.open(sealed, context) });
    return secrets;
  }

  private async make(installationId: string): Promise<WebhookSecret> {
    const secret = { id: newId(), secret: randomBytes(32).toString('hex'), createdAt: this.clock.now() };
    const sealed = await this.box.seal(secret.secret, contextOf(installationId));
    await this.db.execute(
      'insert into webhook_secrets (installation_id, id, sealed, created_at) values ($1, $2, $3, $4)',
      [installationId, secret.id, sealed, secret.createdAt],
    );
    return secret;
  }
}

function contextOf(installationId: string): string {
  return `webhook ${installationId}`;
}
