import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Organizations, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { ScriptFailed } from '../runtime/script-process.js';
import { Scripts } from '../runtime/scripts.js';
import { blockDomainsOf, checkDefinition, configurationsOf, policyOf } from './check-definition.js';
import { auditTarget, shownOf } from './integration-audit.js';
import { IntegrationPictures } from './integration-pictures.js';
import { isReserved } from './integration.values.js';
import { type Integration, IntegrationsRepository } from './integrations.repository.js';
import { secretsContext } from './integrations.service.js';
import type { PublishIntegrationBody } from './publish.dto.js';

const MAX_COMPLAINT_LENGTH = 2000;

/** Stored members of a publication, except those about its author and time. */
type Definition = Omit<
  Integration,
  | 'id'
  | 'name'
  | 'version'
  | 'sealedSecrets'
  | 'devTunnelUrl'
  | 'devAll'
  | 'unpublishedAt'
  | 'createdAt'
  | 'updatedAt'
>;

/** Publishes integrations: each publication takes the place of the one before as a whole. */
@Injectable()
export class PublishIntegration {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly organizations: Organizations,
    private readonly integrations: IntegrationsRepository,
    private readonly pictures: IntegrationPictures,
    private readonly secrets: SecretBox,
    private readonly scripts: Scripts,
  ) {}

  /**
   * Publishes an integration of an organization, for the first time or anew.
   * @throws BadRequest for a definition that is wrong, also with the message of the compiler for a script that does not
   * start; NotFound for an organization that is not the actor's; Forbidden below the role `admin` there; Conflict for a name
   * that another organization has.
   */
  async execute(actor: Actor, name: string, body: PublishIntegrationBody): Promise<Integration> {
    const organizationId = await this.requireOwner(actor, body.organization);
    const existing = await this.integrations.find(name);
    if (isReserved(name) || (existing && existing.organizationId !== organizationId))
      throw new NameTaken(name);
    checkDefinition(body);
    const configurations = configurationsOf(body.configurations);
    const contentSecurityPolicy = policyOf(body.contentSecurityPolicy);
    const pictures = await this.pictures.store(organizationId, body.icon, body.previewImages ?? []);
    await this.compile(body.script);
    const scriptHash = createHash('sha256').update(body.script).digest('hex');
    const definition: Definition = {
      ...{ organizationId, scriptHash, configurations, contentSecurityPolicy, ...pictures },
      runtime: body.runtime ?? 'v1',
      title: body.title,
      description: body.description,
      summary: body.summary ?? null,
      target: body.target ?? 'all',
      visibility: body.visibility ?? 'private',
      scopes: [...new Set(body.scopes)],
      categories: [...new Set(body.categories)],
      blocks: body.blocks ?? [],
      contentSources: body.contentSources ?? [],
      externalLinks: body.externalLinks ?? [],
      blockDomains: blockDomainsOf(body.blocks ?? []),
    };
    return this.db.transaction(async () => {
      await this.integrations.keepScript(scriptHash, body.script);
      return this.store(name, definition, body.secrets ?? {});
    });
  }

  private async store(
    name: string,
    definition: Definition,
    secrets: Record<string, string>,
  ): Promise<Integration> {
    const now = this.clock.now();
    const id = newId(now.getTime());
    let before = await this.integrations.lock(name);
    if (!before) {
      const sealedSecrets = await this.seal(id, secrets);
      const identity = { id, name, version: 1, createdAt: now, updatedAt: now };
      const state = { sealedSecrets, devTunnelUrl: null, devAll: false, unpublishedAt: null };
      const isNew = await this.integrations.insert({ ...definition, ...identity, ...state });
      // Otherwise somebody else published it at this moment.
      before = isNew ? null : await this.integrations.lock(name);
    }
    if (before) {
      if (before.organizationId !== definition.organizationId) throw new NameTaken(name);
      const sealedSecrets = await this.seal(before.id, secrets);
      const version = before.version + 1;
      await this.integrations.update(before.id, { ...definition, sealedSecrets, version, updatedAt: now });
    }
    const published = await this.integrations.lock(name);
    if (!published) throw new NotFound('integration');
    await this.events.publish('integration.published', {
      integrationId: published.id,
      version: published.version,
      previousScopes: before?.scopes ?? [],
    });
    await this.audit.record({
      organizationId: definition.organizationId ?? '',
      action: 'integration.published',
      target: auditTarget(published),
      ...(before ? { before: shownOf(before) } : {}),
      after: shownOf(published),
    });
    return published;
  }

  private async seal(integrationId: string, secrets: Record<string, string>): Promise<Buffer | null> {
    if (Object.keys(secrets).length === 0) return null;
    return this.secrets.seal(JSON.stringify(secrets), secretsContext(integrationId));
  }

  private async compile(script: string): Promise<void> {
    try {
      await this.scripts.check(script);
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error;
      throw new BadRequest(`script: ${error.message.trim().slice(0, MAX_COMPLAINT_LENGTH)}`);
    }
  }

  /** @param organization its id or its hostname. */
  private async requireOwner(actor: Actor, organization: string): Promise<string> {
    const id = actor.memberships.has(organization)
      ? organization
      : (await this.organizations.findByHostname(organization.toLowerCase()))?.id;
    if (id === undefined) throw new NotFound('organization');
    requireOrganizationAdmin(actor, id);
    return id;
  }
}

class NameTaken extends Conflict {
  constructor(name: string) {
    super(`The name "${name}" belongs to somebody else; choose another one.`);
  }
}
