import { applyDecorators } from '@nestjs/common';
import { BadRequest } from '#platform/http/errors.js';
import {
  DateTimeField,
  EnumField,
  JsonField,
  NumberField,
  ObjectField,
  Refuse,
  TextField,
} from '#platform/http/fields.js';

/** Surface on which an event happened: a page, the renderer, an embedded widget, or MCP. */
const DISPLAY_CONTEXTS = ['site', 'server', 'embed', 'mcp'] as const;
const LINK_POSITIONS = ['announcement', 'header', 'footer', 'sidebar', 'content'] as const;
const TRADEMARK_PLACEMENTS = ['sidebar', 'ad', 'footer', 'pdf', 'embed'] as const;

/** Limits of JSON that is stored as it comes: characters, and levels. */
const MAX_CHARACTERS = 4096;
const MAX_DEPTH = 32;

const ID = { optional: true, nullable: true, max: 128 };

/** An event that says something we have no word for, as renderers of a later contract may send; it is left out. */
export class UnknownEvent extends BadRequest {}

/** One of some words, of which later versions of the contract have more. @throws UnknownEvent for one of those. */
function WordField(words: readonly string[], options: { optional?: boolean } = {}): PropertyDecorator {
  const refuseLater = (value: unknown): null => {
    if (typeof value === 'string' && /^[a-z][a-z_-]{0,63}$/.test(value) && !words.includes(value))
      throw new UnknownEvent(`"${value}" is not one of ${words.join(', ')}.`);
    return null;
  };
  return applyDecorators(Refuse(refuseLater), EnumField(words, options));
}

/** JSON of visitors and renderers, which is stored as it comes. */
const SmallJsonField = (options?: { optional: boolean }) =>
  applyDecorators(Refuse(problemOfSize), JsonField(options));

/** Deep values are large too; they are found before anything walks them. */
function problemOfSize(value: unknown): string | null {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || level.length > MAX_CHARACTERS) return '$property is too large';
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return JSON.stringify(value).length > MAX_CHARACTERS ? '$property is too large' : null;
}

function problemOfAddress(value: unknown): string | null {
  const isAddress = typeof value === 'string' && URL.canParse(value) && /^https?:/i.test(value);
  return isAddress ? null : '$property must be an http or https address';
}

class EventSession {
  @TextField({ max: 256 })
  visitorId: string;

  @TextField({ max: 256 })
  sessionId: string;

  @TextField({ max: 2048 })
  userAgent: string;

  @TextField({ optional: true, nullable: true, max: 64 })
  language?: string | null;

  @TextField({ optional: true, nullable: true, max: 2048 })
  referrer?: string | null;

  @SmallJsonField({ optional: true })
  visitorAuthClaims?: object;
}

class EventLocation {
  @Refuse(problemOfAddress)
  @TextField({ max: 2048 })
  url: string;

  @WordField(DISPLAY_CONTEXTS, { optional: true })
  displayContext?: (typeof DISPLAY_CONTEXTS)[number];

  @TextField(ID)
  siteSection?: string | null;

  @TextField(ID)
  siteSpace?: string | null;

  @TextField(ID)
  siteShareKey?: string | null;

  @TextField(ID)
  space?: string | null;

  @TextField(ID)
  page?: string | null;
}

/** The members that all events have. */
export class AnyEvent {
  @DateTimeField({ optional: true, nullable: true })
  timestamp?: string | null;

  @ObjectField(() => EventSession)
  session: EventSession;

  @ObjectField(() => EventLocation)
  location: EventLocation;
}

class MarkdownRequestEvent extends AnyEvent {
  @WordField(['page-action'], { optional: true })
  markdownSource?: string;
}

class LlmsRequestEvent extends AnyEvent {
  @WordField(['standard', 'full'])
  llmsVariant: string;
}

class SearchEvent extends AnyEvent {
  @TextField({ max: 512 })
  query: string;
}

class SearchResult {
  @TextField({ optional: true, max: 128 })
  recordId?: string;

  @TextField({ optional: true, max: 128 })
  spaceId?: string;

  @TextField({ optional: true, max: 128 })
  pageId?: string;
}

function problemOfResult(value: unknown): string | null {
  const { recordId, spaceId, pageId } = (value ?? {}) as SearchResult;
  const isNamed = recordId !== undefined || (spaceId !== undefined && pageId !== undefined);
  return isNamed ? null : '$property must name a recordId, or a spaceId and a pageId';
}

class SearchResultEvent extends SearchEvent {
  @Refuse(problemOfResult)
  @ObjectField(() => SearchResult)
  result: SearchResult;
}

class Feedback {
  @EnumField(['bad', 'ok', 'good'])
  rating: string;
}

class FeedbackEvent extends AnyEvent {
  @ObjectField(() => Feedback)
  feedback: Feedback;
}

class FeedbackWithComment extends Feedback {
  @TextField({ min: 1, max: 512 })
  comment: string;
}

class FeedbackCommentEvent extends AnyEvent {
  @ObjectField(() => FeedbackWithComment)
  feedback: FeedbackWithComment;
}

class QuestionEvent extends AnyEvent {
  @TextField({ max: 2048 })
  query: string;

  @TextField({ optional: true, nullable: true, max: 2048 })
  goal?: string | null;
}

class AnswerRatingEvent extends AnyEvent {
  @TextField({ max: 2048 })
  query: string;

  @Refuse((value) => (value === 1 || value === -1 ? null : '$property must be one of 1, -1'))
  @NumberField()
  rating: 1 | -1;

  @TextField({ max: 256 })
  responseId: string;
}

class Link {
  @SmallJsonField()
  target: object;

  @WordField(LINK_POSITIONS)
  position: string;
}

class LinkEvent extends AnyEvent {
  @ObjectField(() => Link)
  link: Link;
}

class Operation {
  @TextField({ max: 1024 })
  path: string;

  @TextField({ max: 16 })
  method: string;
}

class OperationEvent extends AnyEvent {
  @ObjectField(() => Operation)
  operation: Operation;
}

class TrademarkEvent extends AnyEvent {
  @WordField(TRADEMARK_PLACEMENTS)
  placement: string;
}

class Ad {
  @TextField({ max: 256 })
  domain: string;

  @TextField({ max: 256 })
  zoneId: string;

  @WordField(['aside'])
  placement: string;
}

class AdEvent extends AnyEvent {
  @ObjectField(() => Ad)
  ad: Ad;
}

/** The class of the events of each type. */
export const EVENTS = {
  page_view: AnyEvent,
  page_markdown_request: MarkdownRequestEvent,
  llms_request: LlmsRequestEvent,
  mcp_request: AnyEvent,
  rss_request: AnyEvent,
  agent_feedback: AnyEvent,
  search_open: AnyEvent,
  search_type_query: SearchEvent,
  search_open_result: SearchResultEvent,
  page_post_feedback: FeedbackEvent,
  page_post_feedback_comment: FeedbackCommentEvent,
  ask_question: QuestionEvent,
  ask_view: AnyEvent,
  ask_rate_response: AnswerRatingEvent,
  link_click: LinkEvent,
  api_client_open: OperationEvent,
  api_client_request: OperationEvent,
  trademark_click: TrademarkEvent,
  ad_click: AdEvent,
  ad_display: AdEvent,
};

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** The member that says which class an event is of. */
export class TypedEvent {
  @WordField(EVENT_TYPES)
  type: EventType;
}
