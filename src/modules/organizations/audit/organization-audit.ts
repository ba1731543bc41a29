import { Injectable } from '@nestjs/common';
import { type AuditEvent, type AuditEventFilter, AuditTrail } from '#modules/audit/index.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { Members } from '../members.service.js';
import { requireOrganizationAdmin } from '../require-member.js';
import { type AuditExport, auditExport } from './export/audit-export.js';
import type { AuditExportFormat } from './export/export-formats.js';

/** The filter as it was asked for; times are text. */
export type AskedFilter = Omit<AuditEventFilter, 'from' | 'to'> & { from?: string; to?: string };

/** The audit log of an organization, which its administrators read. */
@Injectable()
export class OrganizationAudit {
  constructor(
    private readonly trail: AuditTrail,
    private readonly members: Members,
    private readonly urls: Urls,
  ) {}

  /** @throws NotFound for those who are no member, Forbidden for other roles than administrators. */
  requireReader(actor: Actor, organizationId: string): void {
    requireOrganizationAdmin(actor, organizationId);
  }

  /**
   * Events, newest first.
   * @param count the number of all that match, where nobody asks for it.
   * @throws BadRequest naming an invalid time; and as `requireReader`.
   */
  async list(
    actor: Actor,
    organizationId: string,
    filter: AskedFilter,
    page: PageRequest,
    count?: number,
  ): Promise<Page<AuditEvent>> {
    this.requireReader(actor, organizationId);
    return this.trail.list(organizationId, readFilter(filter), page, count);
  }

  /**
   * A file of all events that match, newest first. It is written while it is read, and breaks off when the actor may read the log no more.
   * @throws as `list`
   */
  export(actor: Actor, organizationId: string, filter: AskedFilter, format: AuditExportFormat): AuditExport {
    this.requireReader(actor, organizationId);
    const events = this.trail.each(organizationId, readFilter(filter), async () => {
      const own = await this.members.findMembership(organizationId, actor.userId);
      if (own?.role !== 'admin' || own.disabled)
        throw new Forbidden('You are not an administrator of the organization any more.');
    });
    return auditExport(events, format, this.urls);
  }

  /** @throws NotFound for an unknown event; and as `requireReader`. */
  async get(actor: Actor, organizationId: string, id: string): Promise<AuditEvent> {
    this.requireReader(actor, organizationId);
    return this.trail.get(organizationId, id);
  }
}

function readFilter({ from, to, ...filter }: AskedFilter): AuditEventFilter {
  return { ...filter, from: timeOf('from', from), to: timeOf('to', to) };
}

/** ISO 8601 knows more ways to say a time (weeks, days of the year) than can be read here. */
function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new BadRequest(`${name} must be a time such as 2026-01-31T12:00:00Z.`);
  return time;
}
