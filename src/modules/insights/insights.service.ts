import { Injectable } from '@nestjs/common';
import { type PublishedSite, SitePublishing, Sites } from '#modules/sites/index.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { Database } from '#platform/database/database.js';
import { letterFirst } from '#platform/ids/ids.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { AggregateEvents, asksForSecrets } from './aggregation/aggregate-events.js';
import { UnknownEvent } from './events/event.dto.js';
import { type EventInput, readEvent } from './events/event-input.js';
import { RecordEvents } from './events/record-events.js';
import type { AggregateEventsBody, AggregationResource, VisitorSegmentResource } from './insights.dto.js';

/** Statistics of readers, for the authors of sites. */
@Injectable()
export class Insights {
  constructor(
    private readonly db: Database,
    private readonly sites: Sites,
    private readonly publishing: SitePublishing,
    private readonly events: RecordEvents,
    private readonly aggregation: AggregateEvents,
  ) {}

  /**
   * Stores what a renderer reports, but for events that we have no word for. Anybody may report, as anybody may read.
   * @throws NotFound for a site that is not published, BadRequest for a malformed event (and none of the call is stored).
   */
  async report(organizationId: string, siteId: string, events: object[], address: string): Promise<void> {
    const inputs = events.flatMap((event, index) => {
      try {
        return readEvent(event, `events[${index}]`);
      } catch (error) {
        if (error instanceof UnknownEvent) return [];
        throw error;
      }
    });
    const site = await this.publishing.find(organizationId, siteId);
    if (!site || !(await this.publishing.findPublished(site.hostname, site.basename)))
      throw new NotFound('site');
    await this.events.record(
      site,
      inputs.map((input) => onSite(site, input)),
      address,
    );
  }

  /** @throws NotFound, Forbidden as reading the site does. */
  async aggregate(
    actor: Actor,
    organizationId: string,
    siteId: string,
    body: AggregateEventsBody,
  ): Promise<AggregationResource> {
    await this.sites.requireSite(actor, organizationId, siteId, asksForSecrets(body) ? 'manage' : 'view');
    return this.aggregation.aggregate({ organizationId, siteId }, body);
  }

  /** Kinds of visitors by what the site knew of them, the most active first. @throws as `aggregate`. */
  async segments(
    actor: Actor,
    organizationId: string,
    siteId: string,
    page: PageRequest,
  ): Promise<Page<VisitorSegmentResource>> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const rows = await paginate<{ claims: object; events: number; visitors: number; sessions: number }>(
      this.db,
      page,
      {
        select: 'g.claims, g.events, g.visitors, g.sessions',
        from: `from (select claims, claims::text as id, count(*)::int as events, count(distinct visitor)::int as visitors,
            count(distinct session)::int as sessions
          from site_events where organization_id = $1 and site_id = $2 and claims is not null group by claims) g where true`,
        values: [organizationId, siteId],
        by: byText('g.id'),
      },
    );
    return { ...rows, items: rows.items.map((row) => ({ title: titleOf(row.claims), ...row })) };
  }
}

/** Ids that are not the site's say nothing; they are left out rather than believed. */
function onSite(site: PublishedSite, input: EventInput): EventInput {
  const { siteSection: section, siteSpace, space, page, ...location } = input.location;
  const siteSection = section && letterFirst(section);
  const shown = site.spaces.find(({ spaceId }) => spaceId === space);
  return {
    ...input,
    location: {
      ...location,
      ...(site.sections.some(({ id }) => id === siteSection) ? { siteSection } : {}),
      ...(site.spaces.some(({ siteSpaceId }) => siteSpaceId === siteSpace) ? { siteSpace } : {}),
      ...(shown ? { space, page } : {}),
    },
  };
}

function titleOf(claims: object): string {
  const words = Object.entries(claims).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return words.join(', ').slice(0, 200) || 'No claims';
}
