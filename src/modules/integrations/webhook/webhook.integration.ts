import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { newId } from '#platform/ids/ids.js';
import type { IntegrationConfiguration } from '../catalog/integration.types.js';
import { type Integration, IntegrationsRepository } from '../catalog/integrations.repository.js';

export const WEBHOOK = 'webhook';

/** Events that a webhook can be asked for, and whether it is unless somebody says otherwise. */
const EVENTS = {
  space: {
    space_content_updated: ['Content was updated', true],
    space_visibility_updated: ['It is for other readers', false],
    space_gitsync_started: ['A Git sync began', false],
    space_gitsync_completed: ['A Git sync ended', false],
  },
  site: {
    site_view: ['A page was read', false],
    page_feedback: ['A reader rated a page', true],
  },
} as const;

function configuration(kind: 'space' | 'site'): IntegrationConfiguration {
  const entries = Object.entries<readonly [string, boolean]>(EVENTS[kind]);
  const events = entries.map(([type, [title, isOn]]) => [type, { type: 'boolean', title, default: isOn }]);
  const url = {
    type: 'string' as const,
    title: 'Address',
    description: 'Each event is posted there as JSON.',
  };
  return { properties: { url, ...(Object.fromEntries(events) as object) }, required: ['url'] };
}

const DEFINITION = {
  organizationId: null,
  version: 1,
  runtime: 'v2',
  scriptHash: null,
  title: 'Webhook',
  description: 'Posts what happens in spaces and on sites to an address of yours, signed.',
  summary: null,
  target: 'all',
  visibility: 'public',
  scopes: ['site:views:read', 'page:feedback:read'],
  categories: ['other'],
  blocks: [],
  contentSources: [],
  configurations: { space: configuration('space'), site: configuration('site') },
  externalLinks: [],
  contentSecurityPolicy: null,
  iconBlob: null,
  previewBlobs: [],
  sealedSecrets: null,
  blockDomains: [],
  devTunnelUrl: null,
  devAll: false,
  unpublishedAt: null,
} satisfies Partial<Integration>;

/** The integration `webhook`, which is part of the product: there from the first start on. */
@Injectable()
export class WebhookIntegration implements OnApplicationBootstrap {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const now = this.clock.now();
    const integration = { ...DEFINITION, id: newId(), name: WEBHOOK, createdAt: now, updatedAt: now };
    if (await this.integrations.insert(integration)) return;
    // A later version of the product may describe it otherwise.
    const known = await this.integrations.find(WEBHOOK);
    if (known) await this.integrations.update(known.id, DEFINITION);
  }
}
