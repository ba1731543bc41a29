import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { OrganizationParams } from '../organization.dto.js';
import {
  AuditEventActionsResource,
  AuditEventDetailsResource,
  AuditEventParams,
  AuditEventResource,
  ExportAuditEventsQuery,
  ListAuditEventsQuery,
} from './audit-event.dto.js';
import {
  presentAuditEvent,
  presentAuditEventActions,
  presentAuditEventDetails,
} from './audit-event.presenter.js';
import { OrganizationAudit } from './organization-audit.js';

/** The audit log of an organization, for administrators. */
@ApiTags('organizations')
@Controller('v1/orgs/:organizationId')
export class AuditEventsController {
  constructor(
    private readonly audit: OrganizationAudit,
    private readonly urls: Urls,
  ) {}

  @Get('audit-events')
  @Authenticated('organization:read')
  @Operation('listOrganizationAuditEvents', 'Changes that were made in the organization, newest first')
  @ApiPage(AuditEventResource)
  async listEvents(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() { page, limit = 20, ...filter }: ListAuditEventsQuery,
  ): Promise<Page<AuditEventResource>> {
    const found = await this.audit.list(actor, params.organizationId, filter, { page, limit });
    return mapPage(found, (event) => presentAuditEvent(event, this.urls));
  }

  @Get('audit-events/export')
  @Authenticated('organization:read')
  @Operation('exportOrganizationAuditEvents', 'All changes that match, newest first, as a file')
  @ApiProduces('text/csv', 'application/x-ndjson')
  @ApiOkResponse({ description: 'The file', schema: { type: 'string' } })
  exportEvents(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() { format, ...filter }: ExportAuditEventsQuery,
  ): StreamableFile {
    const { stream, type, name } = this.audit.export(actor, params.organizationId, filter, format);
    return new StreamableFile(stream, { type, disposition: `attachment; filename="${name}"` });
  }

  @Get('audit-events/:auditEventId')
  @Authenticated('organization:read')
  @Operation('getOrganizationAuditEvent', 'One change, with what was changed')
  @Ok(AuditEventDetailsResource)
  async getEvent(
    @CurrentActor() actor: Actor,
    @Param() params: AuditEventParams,
  ): Promise<AuditEventDetailsResource> {
    const event = await this.audit.get(actor, params.organizationId, params.auditEventId);
    return presentAuditEventDetails(event, this.urls);
  }

  @Get('audit-event-actions')
  @Authenticated('organization:read')
  @Operation('listOrganizationAuditEventActions', 'List the actions that audit events can have')
  @Ok(AuditEventActionsResource)
  listActions(@CurrentActor() actor: Actor, @Param() params: OrganizationParams): AuditEventActionsResource {
    this.audit.requireReader(actor, params.organizationId);
    return { items: presentAuditEventActions() };
  }
}
