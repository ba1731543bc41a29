import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import { NotFound } from '#platform/http/errors.js';
import { type AuditEvent, type AuditEventFilter, AuditEventsRepository } from './audit-events.repository.js';

/** Reads what `AuditLog` noted; for those who have made sure that the caller may see it. */
@Injectable()
export class AuditTrail {
  constructor(private readonly events: AuditEventsRepository) {}

  /** Events of an organization, newest first. @throws BadRequest for a cursor of another list. */
  list(organizationId: string, filter: AuditEventFilter, page: PageRequest): Promise<Page<AuditEvent>> {
    return this.events.list(organizationId, filter, page);
  }

  /** @throws NotFound when the organization has no such event, or has it no more. */
  async get(organizationId: string, id: string): Promise<AuditEvent> {
    const event = isUuid(id) ? await this.events.find(organizationId, id) : null;
    if (!event) throw new NotFound('audit event');
    return event;
  }
}
