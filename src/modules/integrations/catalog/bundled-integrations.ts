import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { newId } from '#platform/ids/ids.js';
import { packageRoot } from '#platform/package-root.js';
import { blockDomainsOf } from './check-definition.js';
import { type Integration, IntegrationsRepository } from './integrations.repository.js';

/** Integrations whose scripts come with the product, in folders of these names below `integrations/`. */
export const BUNDLED = ['diagram', 'notifier'] as const;

/** Members of `integration.json`. */
type Manifest = Pick<Integration, 'title' | 'description' | 'target' | 'scopes' | 'categories'> &
  Partial<Pick<Integration, 'blocks' | 'configurations'>>;

/** Puts the integrations that come with the product into the catalog, for all organizations, and anew when they changed. */
@Injectable()
export class BundledIntegrations implements OnApplicationBootstrap {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly integrations: IntegrationsRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const name of BUNDLED) {
      const folder = join(packageRoot(), 'integrations', name);
      if (existsSync(folder)) await this.publish(name, folder);
    }
  }

  private async publish(name: string, folder: string): Promise<void> {
    const script = await readFile(join(folder, 'script.js'), 'utf8');
    const manifest = JSON.parse(await readFile(join(folder, 'integration.json'), 'utf8')) as Manifest;
    const definition = definitionOf(manifest, createHash('sha256').update(script).digest('hex'));
    await this.db.transaction(async () => {
      await this.integrations.keepScript(definition.scriptHash, script);
      const now = this.clock.now();
      const fresh = { ...definition, id: newId(), name, version: 1, createdAt: now, updatedAt: now };
      if (await this.integrations.insert(fresh)) return;
      const known = await this.integrations.lock(name);
      if (!known || known.organizationId !== null || isSame(known, definition)) return;
      const version = known.version + 1;
      await this.integrations.update(known.id, { ...definition, version, updatedAt: now });
      const { id: integrationId, scopes: previousScopes } = known;
      await this.events.publish('integration.published', { integrationId, version, previousScopes });
    });
  }
}

function definitionOf({ blocks = [], configurations = {}, ...manifest }: Manifest, scriptHash: string) {
  return {
    ...manifest,
    ...{ blocks, configurations, scriptHash, blockDomains: blockDomainsOf(blocks) },
    organizationId: null,
    runtime: 'v2',
    summary: null,
    visibility: 'public',
    contentSources: [],
    externalLinks: [],
    contentSecurityPolicy: null,
    iconBlob: null,
    previewBlobs: [],
    sealedSecrets: null,
    devTunnelUrl: null,
    devAll: false,
    unpublishedAt: null,
  } satisfies Partial<Integration>;
}

function isSame(known: Integration, definition: ReturnType<typeof definitionOf>): boolean {
  return Object.entries(definition).every(([name, value]) =>
    isDeepStrictEqual(known[name as keyof Integration], value),
  );
}
