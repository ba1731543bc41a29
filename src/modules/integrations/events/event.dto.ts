import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { BooleanField, JsonField, NumberField, TextField } from '#platform/http/fields.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import type { EventPayload, EventState } from './integration-event.entity.js';

export class EventParams extends IntegrationParams {
  @TextField({ max: 64, description: 'Id of the event.' })
  eventId: string;
}

@ApiSchema({ name: 'IntegrationDevelopmentBody' })
export class DevelopmentBody {
  @TextField({
    min: 1,
    max: 256,
    description: 'Address that events are sent to while you work on the integration.',
    example: 'https://tunnel.example.com',
  })
  tunnelUrl: string;

  @BooleanField({
    optional: true,
    description: 'Send events of all organizations there, not only those of the one that published it.',
  })
  all?: boolean;
}

@ApiSchema({ name: 'IntegrationTaskBody' })
export class TaskBody {
  /** Only the script knows its members. */
  @JsonField({ description: 'Data for the script; at most 64 KB of JSON.', example: { type: 'sync' } })
  task: Record<string, unknown>;

  @NumberField({
    optional: true,
    min: 0,
    max: 86_400,
    description: 'Seconds until then, at least; 0 when left out.',
  })
  schedule?: number;
}

@ApiSchema({ name: 'IntegrationEventDelivery' })
export class EventDeliveryResource {
  @ApiProperty({
    enum: ['waiting', 'success', 'failed', 'dead'],
    description: 'failed: it is tried again; dead: not by itself.',
  })
  state: EventState;

  @ApiProperty()
  attempts: number;

  @ApiPropertyOptional({ format: 'date-time', description: 'Of the next attempt.' })
  nextAttemptAt?: string;

  @ApiPropertyOptional({ description: 'Why the last attempt failed.' })
  failure?: string;
}

@ApiSchema({ name: 'IntegrationEvent' })
export class IntegrationEventResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  integrationId: string;

  @ApiPropertyOptional()
  installationId?: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Data that the integration received. Only ids for other organizations than yours.',
  })
  payload: EventPayload;

  @ApiProperty({ enum: ['success', 'failed'] })
  status: 'success' | 'failed';

  @ApiProperty({ type: EventDeliveryResource })
  delivery: EventDeliveryResource;
}

@ApiSchema({ name: 'IntegrationEventLog' })
export class EventLogResource {
  @ApiProperty()
  message: string;

  @ApiProperty({ format: 'date-time' })
  timestamp: string;

  @ApiProperty({ enum: ['debug', 'info', 'warn', 'error'] })
  level: 'debug' | 'info' | 'warn' | 'error';
}

@ApiSchema({ name: 'IntegrationEventTrace' })
export class EventTraceResource {
  @ApiProperty({ type: [EventLogResource] })
  logs: EventLogResource[];
}

export class TracedEventResource {
  @ApiProperty({ type: IntegrationEventResource })
  event: IntegrationEventResource;

  @ApiProperty({ type: EventTraceResource })
  trace: EventTraceResource;
}
