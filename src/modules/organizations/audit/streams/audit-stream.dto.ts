import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { BooleanField, TextField, UrlField } from '#platform/http/fields.js';
import { OrganizationParams } from '../../organization.dto.js';

export const AUDIT_STREAM_STATES = ['up-to-date', 'delivering', 'failing', 'paused'] as const;
export type AuditStreamState = (typeof AUDIT_STREAM_STATES)[number];

export class AuditStreamParams extends OrganizationParams {
  @TextField({ max: 64, description: 'Id of the stream' })
  auditStreamId: string;
}

export class CreateAuditStreamBody {
  @TextField({ min: 1, max: 100, description: 'Name for people', example: 'Archive' })
  title: string;

  @UrlField({
    description: 'Public https address that entries are posted to',
    example: 'https://logs.example.com/bindery',
  })
  url: string;
}

export class UpdateAuditStreamBody {
  @TextField({ optional: true, min: 1, max: 100, example: 'Archive' })
  title?: string;

  @UrlField({
    optional: true,
    description: 'Public https address that entries are posted to',
    example: 'https://logs.example.com/bindery',
  })
  url?: string;

  @BooleanField({ optional: true, description: 'While it is true, entries wait and nothing is posted' })
  paused?: boolean;
}

class AuditStreamUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'AuditStream' })
export class AuditStreamResource {
  @ApiProperty({ enum: ['audit-stream'] })
  object: 'audit-stream';

  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiProperty({ enum: AUDIT_STREAM_STATES })
  state: AuditStreamState;

  @ApiProperty({ type: 'integer', description: 'Number of entries that wait, counted up to 10,000' })
  waiting: number;

  @ApiPropertyOptional({ format: 'date-time', description: 'Time of the last delivery' })
  deliveredAt?: string;

  @ApiPropertyOptional({ format: 'uuid', description: 'Id of the last entry that was delivered' })
  deliveredEvent?: string;

  @ApiProperty({ type: 'integer', description: 'Failed attempts since the last delivery' })
  failures: number;

  @ApiPropertyOptional({ description: 'The last failure in a sentence; it stays after later deliveries' })
  lastFailure?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  lastFailureAt?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Time of the next attempt after a failure' })
  nextAttemptAt?: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: AuditStreamUrls })
  urls: AuditStreamUrls;
}

@ApiSchema({ name: 'AuditStreamWithSecret' })
export class AuditStreamWithSecretResource extends AuditStreamResource {
  @ApiProperty({ description: 'Secret that signs deliveries; it is shown this once' })
  secret: string;
}

@ApiSchema({ name: 'AuditStreams' })
export class AuditStreamsResource {
  @ApiProperty({ type: [AuditStreamResource], description: 'Oldest first; at most five' })
  items: AuditStreamResource[];

  @ApiProperty({ type: 'integer' })
  count: number;
}

@ApiSchema({ name: 'AuditStreamTest' })
export class AuditStreamTestResource {
  @ApiProperty({ description: 'True if the address took the delivery' })
  delivered: boolean;

  @ApiPropertyOptional({ type: 'integer', description: 'Status of the answer' })
  status?: number;

  @ApiPropertyOptional({ description: 'The failure in a sentence' })
  failure?: string;
}
