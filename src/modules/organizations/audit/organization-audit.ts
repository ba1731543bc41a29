import { Injectable } from '@nestjs/common';
import { type AuditEvent, type AuditEventFilter, AuditTrail } from '#modules/audit/index.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { requireOrganizationAdmin } from '../require-member.js';

/** The filter as it was asked for; times are text. */
export type AskedFilter = Omit<AuditEventFilter, 'from' | 'to'> & { from?: string; to?: string };

/** The audit log of an organization, which its administrators read. */
@Injectable()
export class OrganizationAudit {
  constructor(private readonly trail: AuditTrail) {}

  /** @throws NotFound for those who are no member, Forbidden for other roles than administrators. */
  requireReader(actor: Actor, organizationId: string): void {
    requireOrganizationAdmin(actor, organizationId);
  }

  /** Events, newest first. @throws BadRequest naming an invalid time; and as `requireReader`. */
  async list(
    actor: Actor,
    organizationId: string,
    { from, to, ...filter }: AskedFilter,
    page: PageRequest,
  ): Promise<Page<AuditEvent>> {
    this.requireReader(actor, organizationId);
    const time = { from: timeOf('from', from), to: timeOf('to', to) };
    return this.trail.list(organizationId, { ...filter, ...time }, page);
  }

  /** @throws NotFound for an unknown event; and as `requireReader`. */
  async get(actor: Actor, organizationId: string, id: string): Promise<AuditEvent> {
    this.requireReader(actor, organizationId);
    return this.trail.get(organizationId, id);
  }
}

/** ISO 8601 knows more ways to say a time (weeks, days of the year) than can be read here. */
function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new BadRequest(`${name} must be a time such as 2026-01-31T12:00:00Z.`);
  return time;
}
