import { ApiProperty } from '@nestjs/swagger';
import {
  AnyField,
  EnumField,
  JsonArrayField,
  JsonField,
  NumberField,
  ObjectField,
} from '#platform/http/fields.js';

const PAGE_VIEW = {
  type: 'page_view',
  session: {
    visitorId: 'one visitor',
    sessionId: 'one visit',
    cookies: {},
    userAgent: 'Mozilla/5.0',
    language: 'en',
    referrer: null,
  },
  location: {
    url: 'https://docs.example.com/start',
    siteSection: null,
    siteSpace: null,
    siteShareKey: null,
    space: null,
    page: null,
    revision: null,
  },
};

export class InsightsEventsBody {
  @JsonArrayField({
    max: 100,
    example: [PAGE_VIEW],
    description: 'What readers did, as the contract describes each type of event.',
  })
  events: object[];
}

export class AggregationOrderField {
  @JsonField({ description: 'A column of `select` or `groupBy`.' })
  by: object;

  @EnumField(['asc', 'desc'])
  direction: 'asc' | 'desc';
}

export class AggregateEventsBody {
  @JsonArrayField({ optional: true, max: 20, description: 'Columns to answer; metrics and dimensions.' })
  select?: object[];

  @JsonArrayField({ optional: true, max: 20, description: 'Only events (or groups) that meet all of these.' })
  where?: object[];

  @JsonArrayField({ optional: true, max: 20, description: 'Dimensions to count by.' })
  groupBy?: object[];

  @ObjectField(() => AggregationOrderField, { optional: true })
  order?: AggregationOrderField;

  @AnyField({
    description: 'A preset such as `last7Days`, or `from` and `to` as times.',
    schema: {
      oneOf: [
        { type: 'string', enum: ['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'] },
        {
          type: 'object',
          required: ['from', 'to'],
          properties: {
            from: { type: 'string', format: 'date-time' },
            to: { type: 'string', format: 'date-time' },
          },
        },
      ],
    },
  })
  range: unknown;

  @NumberField({ optional: true, integer: true, min: 1, max: 1000, default: 1000 })
  limit?: number;
}

export class AggregationColumnResource {
  @ApiProperty()
  column: string;

  @ApiProperty({ type: 'array', items: {} })
  values: unknown[];
}

export class AggregationResource {
  @ApiProperty({ type: [AggregationColumnResource] })
  columns: AggregationColumnResource[];
}

export class VisitorSegmentResource {
  @ApiProperty({ description: 'The claims in words.' })
  title: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  claims: object;

  @ApiProperty()
  events: number;

  @ApiProperty()
  visitors: number;

  @ApiProperty()
  sessions: number;
}
