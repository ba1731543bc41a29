import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, Forbidden } from '#platform/http/errors.js';
import { auditTarget } from './installation-audit.js';
import { effectiveScopesOf } from './installation-scopes.js';
import { Installations } from './installations.service.js';
import { IntegrationTokens } from './integration-tokens.js';

/** Makes tokens that act as an installation, for the integration itself and for administrators. */
@Injectable()
export class CreateToken {
  constructor(
    private readonly db: Database,
    private readonly audit: AuditLog,
    private readonly installations: Installations,
    private readonly tokens: IntegrationTokens,
  ) {}

  /**
   * @throws NotFound, Forbidden as the policy says, and for a token that lacks a scope of the installation itself; Conflict while
   * the installation is paused.
   */
  async execute(actor: Actor, name: string, installationId: string): Promise<string> {
    const view = await this.installations.requireInstallation(actor, name, installationId, 'issueToken');
    const { installation, integration } = view;
    const excess = effectiveScopesOf(installation, integration).find(
      (scope) => actor.scopes && !actor.scopes.includes(scope),
    );
    if (excess) throw new Forbidden(`The token you use lacks the scope "${excess}" itself.`);
    if (installation.status === 'paused')
      throw new Conflict('The installation is paused; set its status to active first.');
    // Scripts ask for theirs all the time; what people take is noted.
    if (actor.kind === 'user')
      await this.db.transaction(() =>
        this.audit.record({
          organizationId: installation.organizationId,
          action: 'integration.token.created',
          target: auditTarget(installation, integration),
        }),
      );
    return this.tokens.issueForInstallation(installationId);
  }
}
