import { Injectable } from '@nestjs/common';
import { AUDIT_ACTIONS, type AuditEvent } from '#modules/audit/index.js';
import { OrganizationAudit } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';

const LIMIT = 50;
const COLUMNS = ['When (UTC)', 'What', 'Who', 'To what', 'From'];

/** `/app/o/{organization}/audit`: administrators read who changed what. */
@Injectable()
export class AuditPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly audit: OrganizationAudit,
  ) {}

  /** @throws NotFound, Forbidden for others than administrators, BadRequest for a cursor that is not ours. */
  @AppRoute('/o/:organization/audit', { scopes: ['organization:read'] })
  async answer(member: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = member;
    const { organization: id = '' } = params;
    const request = { limit: LIMIT, page: query.get('page') ?? undefined };
    const { items, next } = await this.audit.list(actor, id, {}, request);
    const older = `${this.config.basePath}/app/o/${encodeURIComponent(id)}/audit`;
    return this.shell.page(
      member,
      { title: 'Audit log', organizationId: id },
      <>
        <div class="member-table" tabIndex={0} role="region" aria-label="Audit log">
          <table>
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th scope="col">{column}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((event) => (
                <EventRow event={event} />
              ))}
            </tbody>
          </table>
        </div>
        {next && (
          <p>
            <a href={`${older}?${new URLSearchParams({ page: next.page }).toString()}`}>Older</a>
          </p>
        )}
      </>,
    );
  }
}

function EventRow({ event }: { event: AuditEvent }) {
  const { occurredAt, action, actorLabel, actorType, targetLabel, targetType, changes } = event;
  const changed = Object.entries(changes);
  return (
    <tr>
      <td>{occurredAt.toISOString().slice(0, 19).replace('T', ' ')}</td>
      <td>
        {labelOf(action)}
        {changed.length > 0 && (
          <details>
            <summary>Details</summary>
            {changed.map(([name, { before, after }]) => (
              <p class="audit-change">
                {name}: {valueOf(before)} → {valueOf(after)}
              </p>
            ))}
          </details>
        )}
      </td>
      <td dir="auto">{actorLabel ?? actorType}</td>
      <td dir="auto">{targetLabel ?? targetType}</td>
      <td>
        {event.source} {event.address}
      </td>
    </tr>
  );
}

const labelOf = (action: string): string => (AUDIT_ACTIONS as Record<string, string>)[action] ?? action;

function valueOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
