import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type ChangeRequestEvent, ChangeRequests } from '#modules/change-requests/index.js';
import { Integrations, nameBefore } from '#modules/integrations/index.js';
import { SiteSpaces } from '#modules/sites/index.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { RendererEndpoint } from './renderer-endpoint.js';

const SUBSCRIBER = 'renderer-caches';
const EVERYTHING = 'renderer-caches.everything';
const SITE = 'renderer-caches.site';
const TAGS = 'renderer-caches.tags';
/** Pauses double from two seconds on, so this is half an hour: longer than a renderer takes to start anew. */
const RETRIES = 10;

interface SiteChanged {
  organizationId: string;
  siteId: string;
}

interface SpaceChanged {
  organizationId: string;
  spaceId: string;
}

interface SpecChanged {
  organizationId: string;
  slug: string;
}

interface IntegrationChanged {
  integrationId: string;
}

/**
 * Renderers keep what they read under tags until they are told that it is another. Each change asks for one call a site or thing: calls
 * that wait for the same are one, and it is made after what was committed with each of them.
 */
@Injectable()
export class RendererCachesJobs implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly siteSpaces: SiteSpaces,
    private readonly changeRequests: ChangeRequests,
    private readonly integrations: Integrations,
    private readonly renderer: RendererEndpoint,
  ) {}

  /** Renderers keep failures too, such as those of the time when nobody answered here. */
  onApplicationBootstrap(): Promise<void> {
    return this.jobs.enqueue(EVERYTHING, {}, { singletonKey: EVERYTHING });
  }

  @OnJob(EVERYTHING)
  async everything(): Promise<void> {
    for (const site of await this.siteSpaces.listPublishedSites()) await this.enqueueSite(site);
  }

  @OnJob(SITE)
  async site({ organizationId, siteId }: SiteChanged): Promise<void> {
    const spaces = await this.siteSpaces.spaceIdsOf(organizationId, siteId);
    await this.renderer.revalidate([`site:${siteId}`, ...spaces.map((id) => `space:${id}`)]);
  }

  @OnJob(TAGS)
  tags({ tags }: { tags: string[] }): Promise<void> {
    return this.renderer.revalidate(tags);
  }

  @OnEvent(
    ['space.content-updated', 'space.content-autosaved', 'space.updated', 'space.deleted', 'space.restored'],
    SUBSCRIBER,
  )
  async spaceChanged({ organizationId, spaceId }: SpaceChanged): Promise<void> {
    const sites = await this.siteSpaces.listPublishedSites({ organizationId, spaceId });
    for (const site of sites) await this.enqueueSite(site);
  }

  @OnEvent(['openapi.version-created', 'openapi.deleted'], SUBSCRIBER)
  async specChanged({ organizationId, slug }: SpecChanged): Promise<void> {
    await this.enqueueTags([`organization:${organizationId}:openapi:${slug}`]);
    // Texts for machines say what it says.
    await this.enqueueSitesOf({ organizationId });
  }

  /** Sites hear of integrations by their organization. */
  @OnEvent(
    [
      'integration.published',
      'integration.installed',
      'integration.installation-changed',
      'integration.uninstalled',
      'integration.target-installed',
      'integration.target-changed',
      'integration.target-uninstalled',
    ],
    SUBSCRIBER,
  )
  async integrationChanged({ integrationId }: IntegrationChanged): Promise<void> {
    const integration = await this.integrations.findById(integrationId);
    if (integration) await this.enqueueTags([`integration:${nameBefore(integration)}`]);
  }

  /** Addresses name change requests by id or by number, and renderers tag them as they were named. */
  @OnEvent(['change-request.updated', 'change-request.content-updated', 'change-request.merged'], SUBSCRIBER)
  async changeRequestChanged(event: ChangeRequestEvent): Promise<void> {
    const { organizationId, spaceId, changeRequestId: id } = event;
    const found = (await this.changeRequests.findByIds(organizationId, [id])).get(id);
    if (!found) return;
    const keys = [id, String(found.changeRequest.number)];
    await this.enqueueTags(keys.map((key) => `space:${spaceId}:change-request:${key}`));
  }

  @OnEvent('organization.sites-changed', SUBSCRIBER)
  async enqueueSitesOf({ organizationId }: { organizationId: string }): Promise<void> {
    for (const site of await this.siteSpaces.listPublishedSites({ organizationId }))
      await this.enqueueSite(site);
  }

  @OnEvent(['site.changed', 'site.deleted'], SUBSCRIBER)
  async enqueueSite({ organizationId, siteId }: SiteChanged): Promise<void> {
    await this.jobs.enqueue(SITE, { organizationId, siteId }, { singletonKey: siteId, retries: RETRIES });
  }

  private async enqueueTags(tags: string[]): Promise<void> {
    await this.jobs.enqueue(TAGS, { tags }, { singletonKey: tags.join(' '), retries: RETRIES });
  }
}
