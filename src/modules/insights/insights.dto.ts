import { ApiProperty } from '@nestjs/swagger';
import {
  AnyField,
  DateTimeField,
  EitherField,
  EnumField,
  FREE_OBJECT,
  JsonArrayField,
  NumberField,
  ObjectField,
  TextField,
} from '#platform/http/fields.js';
import { COLUMN_NAMES, COMPARISONS, INTERVALS, PRESETS } from './aggregation/columns.js';

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
  /** Each is read by the class of its type, so that one of a later contract is left out and the others stay. */
  @JsonArrayField({
    max: 100,
    example: [PAGE_VIEW],
    description: 'Actions of readers, as the contract describes each type of event.',
  })
  events: object[];
}

/** A column of an aggregation as it is asked for. */
export class AggregationColumnBody {
  @EnumField(COLUMN_NAMES)
  column: string;

  @EnumField(INTERVALS, { optional: true })
  interval?: (typeof INTERVALS)[number];

  @TextField({ optional: true, max: 256 })
  claim?: string;
}

export class AggregationFilterBody extends AggregationColumnBody {
  @EnumField(['in', 'notIn', ...Object.keys(COMPARISONS)], { optional: true })
  operator?: string;

  /** Compared as JSON, of whatever type a column is. */
  @AnyField({ array: { min: 1, max: 1000 }, schema: {} })
  values: unknown[];
}

export class AggregationOrderField {
  @ObjectField(() => AggregationColumnBody, {
    description: 'A column of `select` or `groupBy`.',
    schema: FREE_OBJECT,
  })
  by: AggregationColumnBody;

  @EnumField(['asc', 'desc'])
  direction: 'asc' | 'desc';
}

class AggregationRangeBody {
  @DateTimeField()
  from: string;

  @DateTimeField()
  to: string;
}

const COLUMNS = { optional: true, array: { max: 20 }, schema: FREE_OBJECT };

export class AggregateEventsBody {
  @ObjectField(() => AggregationColumnBody, {
    ...COLUMNS,
    description: 'Columns to answer; metrics and dimensions.',
  })
  select?: AggregationColumnBody[];

  @ObjectField(() => AggregationFilterBody, {
    ...COLUMNS,
    description: 'Only events (or groups) that meet all of these.',
  })
  where?: AggregationFilterBody[];

  @ObjectField(() => AggregationColumnBody, { ...COLUMNS, description: 'Dimensions to count by.' })
  groupBy?: AggregationColumnBody[];

  @ObjectField(() => AggregationOrderField, { optional: true })
  order?: AggregationOrderField;

  @EitherField({
    text: EnumField(Object.keys(PRESETS)),
    object: ObjectField(() => AggregationRangeBody),
    description: 'A preset such as `last7Days`, or `from` and `to` as times.',
    schema: {
      oneOf: [
        { type: 'string', enum: Object.keys(PRESETS) },
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
  range: string | AggregationRangeBody;

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
