import { Injectable } from '@nestjs/common';
import { Integrations } from '#modules/integrations/index.js';
import type { Actor } from '#platform/http/actor.js';

/** Default source for uploads of people and their scripts. */
const DEFAULT_SOURCE = 'email';

/** Says where conversations are from. */
@Injectable()
export class SourceNames {
  constructor(private readonly integrations: Integrations) {}

  /** `integration:<name>:conversations` for installations of an integration, which has one stream of them; else `email`. */
  async namesOf({
    installationId,
    integrationId,
  }: Pick<Actor, 'installationId' | 'integrationId'>): Promise<string> {
    if (installationId === undefined || integrationId === undefined) return DEFAULT_SOURCE;
    const integration = await this.integrations.findById(integrationId);
    return integration ? `integration:${integration.name}:conversations` : DEFAULT_SOURCE;
  }
}
