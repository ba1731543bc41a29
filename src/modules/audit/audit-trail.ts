import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import { NotFound } from '#platform/http/errors.js';
import { type AuditEvent, type AuditEventFilter, AuditEventsRepository } from './audit-events.repository.js';

/** Events that are read together; one may hold the whole structure of a site. */
const MAX_AT_ONCE = 200;

/** Reads what `AuditLog` noted; for those who have made sure that the caller may see it. */
@Injectable()
export class AuditTrail {
  constructor(private readonly events: AuditEventsRepository) {}

  /**
   * Events of an organization, newest first.
   * @param count the number of all that match, where nobody asks for it.
   * @throws BadRequest for a cursor of another list.
   */
  list(
    organizationId: string,
    filter: AuditEventFilter,
    page: PageRequest,
    count?: number,
  ): Promise<Page<AuditEvent>> {
    return this.events.list(organizationId, filter, page, count);
  }

  /**
   * All events that match, newest first, read a few at a time while the caller goes through them.
   * @param mayGoOn runs before each read; it throws for a caller who may read no more.
   */
  async *each(
    organizationId: string,
    filter: AuditEventFilter,
    mayGoOn: () => Promise<void>,
  ): AsyncGenerator<AuditEvent> {
    let last: AuditEvent | null = null;
    for (;;) {
      await mayGoOn();
      const events: AuditEvent[] = await this.events.listAfter(organizationId, filter, last, MAX_AT_ONCE);
      yield* events;
      last = events.at(-1) ?? null;
      if (events.length < MAX_AT_ONCE) return;
    }
  }

  /** The events of an organization that have these ids, in no order. */
  findAll(organizationId: string, ids: readonly string[]): Promise<AuditEvent[]> {
    return this.events.findAll(organizationId, ids);
  }

  /** @throws NotFound when the organization has no such event, or has it no more. */
  async get(organizationId: string, id: string): Promise<AuditEvent> {
    const event = isUuid(id) ? await this.events.find(organizationId, id) : null;
    if (!event) throw new NotFound('audit event');
    return event;
  }
}
