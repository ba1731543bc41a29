import { Injectable } from '@nestjs/common';
import {
  body,
  type ReaderRequest,
  readBody,
  type SiteAnswer,
  type SiteRoute,
  SitePages,
  SiteRoutes,
} from '#modules/publishing/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { EVENT_TYPES } from './events/event.dto.js';
import { readEvent } from './events/event-input.js';
import { RecordEvents } from './events/record-events.js';

const PATH = '~insights';

/**
 * Takes what our own pages report: `{ type, path, referrer?, … }`. Where it was is found out here, and who it was is nobody's
 * business: the address and the browser of the reader are hashed for a day.
 */
@Injectable()
export class PageEventsRoute implements SiteRoute {
  readonly methods = ['POST'];

  constructor(
    routes: SiteRoutes,
    private readonly pages: SitePages,
    private readonly events: RecordEvents,
  ) {
    routes.register(this);
  }

  matches(path: string): boolean {
    return path === PATH;
  }

  /** @throws BadRequest for an invalid event. */
  async answer(request: ReaderRequest): Promise<SiteAnswer> {
    const { site, headers, address, siteUrl, visitor } = request;
    // Members who look at a site are no readers of it.
    if (visitor.isPreview) return nothing();
    const report = parse(await readBody(request, 16 * 1024));
    const path = typeof report.path === 'string' ? report.path.slice(0, 2048) : '';
    const shown = await this.pages.locate({ ...request, path });
    const userAgent = headers['user-agent'] ?? '';
    const reader = await this.events.visitorOf(site.siteId, address, userAgent);
    const event = {
      ...report,
      session: {
        visitorId: reader,
        sessionId: reader,
        userAgent,
        language: headers['accept-language']?.split(/[,;]/)[0],
        referrer: typeof report.referrer === 'string' ? report.referrer.slice(0, 2048) : undefined,
        ...(visitor.key === '' ? {} : { visitorAuthClaims: visitor.claims }),
      },
      location: {
        url: siteUrl + path,
        siteSection: shown?.place.space.section?.id,
        siteSpace: shown?.place.space.siteSpaceId,
        siteShareKey: visitor.shareKey,
        space: shown?.place.space.spaceId,
        page: shown?.entry?.page.id,
      },
    };
    await this.events.record(site, [readEvent(event, 'event')], address);
    return nothing();
  }
}

function nothing(): SiteAnswer {
  return body(204, '', { 'Content-Type': 'text/plain' }, false);
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // The error below covers every invalid event.
  }
  throw new BadRequest(`The body must be a JSON object with a type of ${EVENT_TYPES.join(', ')}.`);
}
