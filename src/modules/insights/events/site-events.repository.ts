import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { SiteEventEntity } from './site-event.entity.js';
import { storableJson } from '#platform/database/storable-json.js';

/** An event before it has its number. */
export type NewSiteEvent = Omit<SiteEventEntity, 'id'>;

const COLUMNS = `organization_id text, site_id text, type text, occurred_at timestamptz, visitor text, session text, url text,
  display_context text, site_section_id text, site_space_id text, share_key text, space_id text, page_id text, device text, browser text,
  os text, bot text, language text, referrer text, claims jsonb, details jsonb`;
const NAMES = COLUMNS.replace(/ (text|timestamptz|jsonb)/g, '');

/** Writes and deletes events. */
@Injectable()
export class SiteEventsRepository {
  constructor(private readonly db: Database) {}

  async insert(events: NewSiteEvent[]): Promise<void> {
    const rows = events.map((event) => ({
      organization_id: event.organizationId,
      site_id: event.siteId,
      type: event.type,
      occurred_at: event.occurredAt.toISOString(),
      visitor: event.visitor,
      session: event.session,
      url: event.url,
      display_context: event.displayContext,
      site_section_id: event.siteSectionId,
      site_space_id: event.siteSpaceId,
      share_key: event.shareKey,
      space_id: event.spaceId,
      page_id: event.pageId,
      device: event.device,
      browser: event.browser,
      os: event.os,
      bot: event.bot,
      language: event.language,
      referrer: event.referrer,
      claims: event.claims,
      details: event.details,
    }));
    await this.db.execute(
      `insert into site_events (${NAMES}) select ${NAMES} from jsonb_to_recordset($1::jsonb) as event(${COLUMNS})`,
      [storableJson(rows)],
    );
  }

  /** Deletes up to `limit` events from before `time`; answers how many there were. */
  async deleteBefore(time: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from site_events where ctid = any(array(select ctid from site_events where occurred_at < $1 limit $2))`,
      [time, limit],
    );
  }
}
