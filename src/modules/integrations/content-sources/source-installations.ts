import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import type { IntegrationContentSource } from '../catalog/integration.types.js';
import { Integrations } from '../catalog/integrations.service.js';
import { isInstalledOnAll } from '../installations/installation-access.js';
import { Installations, type WorkingInstallation } from '../installations/installations.service.js';
import { partsOf } from './integration-source.js';

/** The installation that computes a source in a space. */
export interface SourceOwner {
  working: WorkingInstallation;
  /** Definition of the source by the integration. */
  source: IntegrationContentSource;
}

/** Finds who computes sources. */
@Injectable()
export class SourceInstallations {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
  ) {}

  /**
   * @param spaceId null for a space that is only being made, where what is installed on all spaces will be.
   * @throws BadRequest that says what is missing.
   */
  async requireInstallation(
    actor: Actor,
    organizationId: string,
    spaceId: string | null,
    type: string,
    at: string,
  ): Promise<SourceOwner> {
    const { name = '', sourceId = '' } = partsOf(type) ?? {};
    const working = await (spaceId === null
      ? this.workingOnAll(organizationId, name)
      : this.working(organizationId, spaceId, name));
    if (!working) {
      const isKnown = await this.isKnown(actor, name);
      throw new BadRequest(
        isKnown
          ? `${at}: the integration "${name}" is not installed on this space, or not active; install it there first.`
          : `${at}: there is no integration "${name}", or you may not see it.`,
      );
    }
    const all = working.integration.contentSources;
    const source = all.find(({ id }) => id === sourceId);
    if (source) return { working, source };
    const known = all.length === 0 ? 'none' : all.map(({ id }) => `"${id}"`).join(', ');
    throw new BadRequest(`${at}: the integration "${name}" has no source "${sourceId}"; it has ${known}.`);
  }

  /**
   * The installation that computes a stored source now; null for other sources.
   * @returns `gone` without such an installation, `resting` when it is paused or lacks a setting.
   */
  async find(
    organizationId: string,
    spaceId: string,
    type: string,
  ): Promise<SourceOwner | 'gone' | 'resting' | null> {
    const parts = partsOf(type);
    if (!parts) return null;
    const working = await this.working(organizationId, spaceId, parts.name);
    if (!working) return (await this.isInstalled(organizationId, spaceId, parts.name)) ? 'resting' : 'gone';
    const source = working.integration.contentSources.find(({ id }) => id === parts.sourceId);
    return source ? { working, source } : 'gone';
  }

  private async working(
    organizationId: string,
    spaceId: string,
    name: string,
  ): Promise<WorkingInstallation | undefined> {
    const all = await this.installations.findWorking(organizationId, 'space', spaceId);
    return all.find(({ integration }) => integration.name === name);
  }

  private async workingOnAll(organizationId: string, name: string): Promise<WorkingInstallation | undefined> {
    const integration = await this.integrations.find(name);
    const installation =
      integration && (await this.installations.findForOrganization(integration.id, organizationId));
    if (!integration || installation?.status !== 'active') return undefined;
    if (!isInstalledOnAll(installation, 'space', integration.target)) return undefined;
    return { integration, installation, configuration: {}, target: null };
  }

  private async isInstalled(organizationId: string, spaceId: string, name: string): Promise<boolean> {
    const integration = await this.integrations.find(name);
    const installation =
      integration && (await this.installations.findForOrganization(integration.id, organizationId));
    return (
      !!installation && this.installations.isInstalledOn({ installation, integration }, 'space', spaceId)
    );
  }

  private async isKnown(actor: Actor, name: string): Promise<boolean> {
    try {
      await this.integrations.requireIntegration(actor, name, 'view');
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }
}
