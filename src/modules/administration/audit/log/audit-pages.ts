import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { AppRoute, type MemberRequest, MemberShell } from '#modules/member-pages/index.js';
import {
  type AskedFilter,
  AUDIT_EXPORT_FORMATS,
  type AuditExportFormat,
  OrganizationAudit,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';

import { askedFilter, typedFilter, type TypedFilter } from './audit-filter.js';
import { auditPage } from './audit-page.js';
import { AuditNames } from './audit-names.js';

const LIMIT = 50;
/** The number of all that match is not shown. */
const UNCOUNTED = 0;
/** An id that nobody has. */
const NOBODY = '-';

/** `/app/o/{organization}/audit`: administrators find out who changed what, and take it away as a file. */
@Injectable()
export class AuditPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly audit: OrganizationAudit,
    private readonly users: Users,
    private readonly names: AuditNames,
  ) {}

  /** @throws NotFound, Forbidden for others than administrators, BadRequest for a cursor that is not ours. */
  @AppRoute('/o/:organization/audit', { scopes: ['organization:read'] })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    const typed = typedFilter(query);
    const asked = await this.read(typed);
    const page = { limit: LIMIT, page: query.get('page') ?? undefined };
    const { items, next } =
      'problem' in asked ? { items: [] } : await this.audit.list(actor, id, asked.filter, page, UNCOUNTED);
    const view = {
      organizationId: id,
      typed,
      events: items,
      older: next?.page ?? null,
      isFirst: page.page === undefined,
      nameOf: await this.names.of(id, items),
      problem: 'problem' in asked ? asked.problem : undefined,
    };
    return this.shell.show(
      request,
      auditPage(this.config.basePath, view),
      'problem' in asked ? 400 : undefined,
    );
  }

  /** The entries that the filter keeps, as a file. @throws as `answer` */
  @AppRoute('/o/:organization/audit/export', { scopes: ['organization:read'] })
  async export(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    const typed = typedFilter(query);
    const asked = await this.read(typed);
    if ('problem' in asked) throw new BadRequest(asked.problem);
    const format = AUDIT_EXPORT_FORMATS.find((known) => known === query.get('format'));
    if (format === undefined) throw new BadRequest('Choose CSV or NDJSON.');
    return this.download(request, id, asked.filter, format);
  }

  private download(
    { actor }: MemberRequest,
    organizationId: string,
    filter: AskedFilter,
    format: AuditExportFormat,
  ): SiteAnswer {
    const { stream, type, name } = this.audit.export(actor, organizationId, filter, format);
    return {
      kind: 'custom',
      send: async (message, response) => {
        response.writeHead(200, {
          'Content-Type': type,
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        });
        if (message.method === 'HEAD') {
          stream.destroy();
          response.end();
          return;
        }
        // A file that broke off must not look as if it were whole: the connection ends instead.
        await pipeline(stream, response).catch(() => response.destroy());
      },
    };
  }

  private async read(typed: TypedFilter): Promise<{ filter: AskedFilter } | { problem: string }> {
    try {
      const { who } = typed;
      const user = who === '' ? null : await this.users.findUserByEmail(who);
      return { filter: askedFilter(typed, who === '' ? undefined : (user?.id ?? NOBODY)) };
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return { problem: error.message };
    }
  }
}
