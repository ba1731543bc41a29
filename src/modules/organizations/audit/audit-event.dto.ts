import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import {
  AUDIT_ACTOR_TYPES,
  AUDIT_GROUPS,
  AUDIT_SOURCES,
  type AuditActorType,
  type AuditGroup,
  type AuditSource,
} from '#modules/audit/index.js';
import { DateTimeField, EnumField, NumberField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { AUDIT_EXPORT_FORMATS, type AuditExportFormat } from './export/export-formats.js';
import { OrganizationParams } from '../organization.dto.js';

export class AuditEventParams extends OrganizationParams {
  @TextField({ description: 'Id of the event' })
  auditEventId: string;
}

const ID = { optional: true, max: 255 } as const;

export class ListAuditEventsQuery extends OmitType(PageQuery, ['limit']) {
  @NumberField({
    optional: true,
    min: 0,
    max: 1000,
    default: 20,
    description: 'Number of events in the answer',
  })
  limit?: number;

  @DateTimeField({ optional: true, description: 'Only events at this time or later' })
  from?: string;

  @DateTimeField({ optional: true, description: 'Only events at this time or before' })
  to?: string;

  @TextField({ ...ID, description: 'Only events of this action', example: 'space.created' })
  action?: string;

  @TextField({ ...ID, description: 'Only what the user with this id did' })
  actor?: string;

  @TextField({ ...ID, description: 'Only what was done to the thing with this id' })
  target?: string;

  @TextField({ ...ID, description: 'Only what was done to things of this type', example: 'space' })
  targetType?: string;

  @EnumField(AUDIT_SOURCES, { optional: true, description: 'Only what came in by this door' })
  source?: AuditSource;

  @TextField({ ...ID, description: 'Our addition: only what came from this network address' })
  address?: string;

  @EnumField(AUDIT_GROUPS, { optional: true, description: 'Our addition: only actions of this group' })
  group?: AuditGroup;
}

export class ExportAuditEventsQuery extends OmitType(ListAuditEventsQuery, ['page', 'limit']) {
  @EnumField(AUDIT_EXPORT_FORMATS, { description: 'CSV for spreadsheets, or a JSON object in each line' })
  format: AuditExportFormat;
}

export class AuditEventActorResource {
  @ApiProperty({ enum: AUDIT_ACTOR_TYPES })
  type: AuditActorType;

  @ApiProperty()
  id: string;

  @ApiPropertyOptional({ description: 'The name at that time' })
  label?: string;
}

export class AuditEventTargetResource {
  @ApiProperty({ example: 'space' })
  type: string;

  @ApiProperty()
  id: string;

  @ApiPropertyOptional({ description: 'The name at that time' })
  label?: string;
}

export class AuditEventUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'AuditEvent' })
export class AuditEventResource {
  @ApiProperty({ enum: ['audit-event'] })
  object: 'audit-event';

  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  occurredAt: string;

  @ApiProperty({ description: 'One of the audit event actions', example: 'space.created' })
  action: string;

  @ApiProperty({ type: AuditEventActorResource })
  actor: AuditEventActorResource;

  @ApiProperty({ enum: AUDIT_SOURCES, description: '`workflow` is a job of the server itself' })
  source: AuditSource;

  @ApiProperty({ type: AuditEventTargetResource })
  target: AuditEventTargetResource;

  @ApiProperty({ type: AuditEventUrls })
  urls: AuditEventUrls;
}

export class AuditEventPayload {
  @ApiProperty({
    type: 'object',
    description: 'Members of the target that changed, each as it was `before` and `after`',
    additionalProperties: { type: 'object', properties: { before: {}, after: {} } },
  })
  changes: Record<string, { before?: unknown; after?: unknown }>;

  @ApiPropertyOptional({ description: 'The X-Request-Id of the answer; absent for jobs' })
  requestId?: string;

  @ApiPropertyOptional({ description: 'Network address that the request came from' })
  address?: string;
}

@ApiSchema({ name: 'AuditEventDetails' })
export class AuditEventDetailsResource extends AuditEventResource {
  @ApiPropertyOptional({ description: 'The same for all events of one request' })
  correlationId?: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Grows when members of `payload` change their meaning',
  })
  schemaVersion: number;

  @ApiProperty({ type: AuditEventPayload })
  payload: AuditEventPayload;
}

@ApiSchema({ name: 'AuditEventAction' })
export class AuditEventActionResource {
  @ApiProperty({ enum: ['audit-event-action'] })
  object: 'audit-event-action';

  @ApiProperty({ example: 'space.created' })
  id: string;

  @ApiProperty({ example: 'Space created' })
  label: string;
}

export class AuditEventActionsResource {
  @ApiProperty({ type: [AuditEventActionResource] })
  items: AuditEventActionResource[];
}
