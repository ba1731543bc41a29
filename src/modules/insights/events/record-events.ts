import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import type { PublishedSite } from '#modules/sites/index.js';
import { Database } from '#platform/database/database.js';
import { BadRequest, TooManyRequests } from '#platform/http/errors.js';
import { type EventInput } from './event-input.js';
import { ReaderEventHooks } from './reader-event-hooks.js';
import { type NewSiteEvent, SiteEventsRepository } from './site-events.repository.js';
import { readUserAgent } from './user-agent.js';
import { VisitorHashes } from './visitor-hashes.js';

const MINUTE = 60_000;
/** Largest difference between a reported time and now. */
const TOLERANCE = 5 * MINUTE;
/** Events a minute that one address may report; people read more slowly. */
const PER_MINUTE = 600;
const CAMPAIGN = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** Stores what readers did. */
@Injectable()
export class RecordEvents {
  private window = { start: 0, counts: new Map<string, number>() };

  constructor(
    private readonly clock: Clock,
    private readonly events: SiteEventsRepository,
    private readonly hashes: VisitorHashes,
    private readonly hooks: ReaderEventHooks,
    private readonly db: Database,
  ) {}

  /**
   * @param address of the client; counted against a limit and hashed, never stored.
   * @throws BadRequest for a time that is not now, TooManyRequests
   */
  async record(site: PublishedSite, inputs: EventInput[], address: string): Promise<void> {
    this.takeAllowance(address, inputs.length);
    const events: NewSiteEvent[] = [];
    for (const [index, input] of inputs.entries()) events.push(await this.eventOf(site, input, index));
    if (events.length === 0) return;
    const told = events.map((event, index) => ({
      ...event,
      userAgent: inputs[index]?.session.userAgent ?? '',
    }));
    await this.db.transaction(async () => {
      await this.events.insert(events);
      await this.hooks.all(told);
    });
  }

  /** A name for a reader of our own pages, who send none: the same for a day, made of address and browser. */
  visitorOf(siteId: string, address: string, userAgent: string): Promise<string> {
    return this.hashes.hash(this.clock.now(), siteId, address, userAgent);
  }

  private async eventOf(
    { organizationId, siteId, audience: { shareKeys } }: PublishedSite,
    { type, timestamp, session, location, details }: EventInput,
    index: number,
  ): Promise<NewSiteEvent> {
    const now = this.clock.now();
    const occurredAt = timestamp ? new Date(timestamp) : now;
    // Comparisons with an invalid time are false.
    if (!(Math.abs(occurredAt.getTime() - now.getTime()) <= TOLERANCE))
      throw new BadRequest(`events[${index}].timestamp must be within five minutes of now.`);
    const page = new URL(location.url);
    const campaign = CAMPAIGN.flatMap((name) => {
      const value = page.searchParams.get(`utm_${name}`);
      return value ? [[`utm_${name}`, value.slice(0, 256)]] : [];
    });
    return {
      organizationId,
      siteId,
      type,
      occurredAt,
      visitor: await this.hashes.hash(now, siteId, 'visitor', session.visitorId),
      session: await this.hashes.hash(now, siteId, 'session', session.sessionId),
      url: withoutSecrets(page, shareKeys),
      displayContext: location.displayContext ?? 'site',
      siteSectionId: location.siteSection ?? null,
      siteSpaceId: location.siteSpace ?? null,
      shareKey: shareKeys.has(location.siteShareKey ?? '') ? (location.siteShareKey as string) : null,
      spaceId: location.space ?? null,
      pageId: location.page ?? null,
      ...readUserAgent(session.userAgent),
      language: session.language ?? null,
      referrer: referrerOf(session.referrer, shareKeys),
      claims: session.visitorAuthClaims ?? null,
      details: { ...details, ...Object.fromEntries(campaign) },
    };
  }

  private takeAllowance(address: string, count: number): void {
    const now = this.clock.now().getTime();
    if (now - this.window.start >= MINUTE) this.window = { start: now, counts: new Map() };
    const used = (this.window.counts.get(address) ?? 0) + count;
    this.window.counts.set(address, used);
    if (used > PER_MINUTE) throw new TooManyRequests(Math.ceil((this.window.start + MINUTE - now) / 1000));
  }
}

function referrerOf(address: string | null | undefined, shareKeys: ReadonlySet<string>): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? withoutSecrets(url, shareKeys) : null;
}

/** Addresses may carry secrets: in their queries, and those of share links, which open the site to whoever reads them. */
function withoutSecrets({ origin, pathname }: URL, shareKeys: ReadonlySet<string>): string {
  const segments = pathname.split('/').filter((segment) => !shareKeys.has(segment));
  return origin + segments.join('/');
}
