import { BadRequest } from '#platform/http/errors.js';

/** An event as a renderer or our pages report it, checked and cut to size. */
export interface EventInput {
  type: EventType;
  /** ISO time; now when absent. */
  timestamp?: string;
  session: {
    visitorId: string;
    sessionId: string;
    userAgent: string;
    language?: string;
    referrer?: string;
    claims?: object;
  };
  location: {
    url: string;
    displayContext: (typeof DISPLAY_CONTEXTS)[number];
    siteSection?: string;
    siteSpace?: string;
    siteShareKey?: string;
    space?: string;
    page?: string;
  };
  details: Record<string, unknown>;
}

/** Surface on which an event happened: a page, the renderer, an embedded widget, or MCP. */
const DISPLAY_CONTEXTS = ['site', 'server', 'embed', 'mcp'] as const;
const LINK_POSITIONS = ['announcement', 'header', 'footer', 'sidebar', 'content'] as const;
const TRADEMARK_PLACEMENTS = ['sidebar', 'ad', 'footer', 'pdf', 'embed'] as const;

/** An event that says something we have no word for, as renderers of a later contract may send; it is left out. */
export class UnknownEvent extends BadRequest {}

/** Of what is stored as it comes: characters of JSON, and levels. */
const LARGEST = 4096;
const MAX_DEPTH = 32;

type Json = Record<string, unknown>;
type DetailReader = (event: Json, at: string) => Json;

/** Details of each event type beside session and location. */
const DETAILS = {
  page_view: () => ({}),
  page_markdown_request: (event, at) =>
    event.markdownSource === undefined
      ? {}
      : { markdownSource: known(event, 'markdownSource', at, ['page-action']) },
  llms_request: (event, at) => ({ llmsVariant: known(event, 'llmsVariant', at, ['standard', 'full']) }),
  mcp_request: () => ({}),
  rss_request: () => ({}),
  agent_feedback: () => ({}),
  search_open: () => ({}),
  search_type_query: (event, at) => ({ query: text(event, 'query', at, 512) }),
  search_open_result: (event, at) => {
    const result = object(event, 'result', at);
    const place = `${at}.result`;
    const id = (name: string): Json => ({ [name]: text(result, name, place, 128) });
    return {
      query: text(event, 'query', at, 512),
      result: result.recordId === undefined ? { ...id('spaceId'), ...id('pageId') } : id('recordId'),
    };
  },
  page_post_feedback: (event, at) => ({ rating: rating(event, at) }),
  page_post_feedback_comment: (event, at) => ({
    rating: rating(event, at),
    comment: text(object(event, 'feedback', at), 'comment', `${at}.feedback`, 512, 1),
  }),
  ask_question: (event, at) => {
    const goal = optionalText(event, 'goal', at, 2048);
    return { query: text(event, 'query', at, 2048), ...(goal === undefined ? {} : { goal }) };
  },
  ask_view: () => ({}),
  ask_rate_response: (event, at) => ({
    query: text(event, 'query', at, 2048),
    answerRating: oneOf(event, 'rating', at, [1, -1]),
    responseId: text(event, 'responseId', at, 256),
  }),
  link_click: (event, at) => {
    const link = object(event, 'link', at);
    const target = object(link, 'target', `${at}.link`);
    requireSmall(target, `${at}.link.target`);
    return { target, position: known(link, 'position', `${at}.link`, LINK_POSITIONS) };
  },
  api_client_open: operation,
  api_client_request: operation,
  trademark_click: (event, at) => ({ placement: known(event, 'placement', at, TRADEMARK_PLACEMENTS) }),
  ad_click: ad,
  ad_display: ad,
} satisfies Record<string, DetailReader>;

export type EventType = keyof typeof DETAILS;
export const EVENT_TYPES = Object.keys(DETAILS) as EventType[];

/** @throws BadRequest naming the member and what it must be; UnknownEvent where it is a word that we do not know. */
export function readEvent(event: Json, at: string): EventInput {
  const type = known(event, 'type', at, EVENT_TYPES);
  const session = object(event, 'session', at);
  const location = object(event, 'location', at);
  const timestamp = optionalText(event, 'timestamp', at, 64);
  if (timestamp !== undefined && Number.isNaN(Date.parse(timestamp)))
    throw new BadRequest(`${at}.timestamp must be an ISO 8601 time.`);
  const claims = session.visitorAuthClaims;
  if (claims !== undefined) requireSmall(claims, `${at}.session.visitorAuthClaims`);
  const id = (name: string): string | undefined => optionalText(location, name, `${at}.location`, 128);
  return {
    type,
    timestamp,
    session: {
      visitorId: text(session, 'visitorId', `${at}.session`, 256),
      sessionId: text(session, 'sessionId', `${at}.session`, 256),
      userAgent: text(session, 'userAgent', `${at}.session`, 2048),
      language: optionalText(session, 'language', `${at}.session`, 64),
      referrer: optionalText(session, 'referrer', `${at}.session`, 2048),
      ...(typeof claims === 'object' && claims !== null ? { claims } : {}),
    },
    location: {
      url: url(location, `${at}.location`),
      displayContext:
        location.displayContext === undefined
          ? 'site'
          : known(location, 'displayContext', `${at}.location`, DISPLAY_CONTEXTS),
      siteSection: id('siteSection'),
      siteSpace: id('siteSpace'),
      siteShareKey: id('siteShareKey'),
      space: id('space'),
      page: id('page'),
    },
    details: DETAILS[type](event, at),
  };
}

function rating(event: Json, at: string): string {
  return oneOf(object(event, 'feedback', at), 'rating', `${at}.feedback`, ['bad', 'ok', 'good']);
}

function operation(event: Json, at: string): Json {
  const pointer = object(event, 'operation', at);
  return {
    operation: {
      path: text(pointer, 'path', `${at}.operation`, 1024),
      method: text(pointer, 'method', `${at}.operation`, 16),
    },
  };
}

function ad(event: Json, at: string): Json {
  const value = object(event, 'ad', at);
  return {
    ad: {
      domain: text(value, 'domain', `${at}.ad`, 256),
      zoneId: text(value, 'zoneId', `${at}.ad`, 256),
      placement: known(value, 'placement', `${at}.ad`, ['aside']),
    },
  };
}

/** Deep ones are large too; found before anything walks them. */
function requireSmall(value: unknown, at: string): void {
  let levels = [value];
  for (let depth = 0; levels.length > 0; depth++) {
    if (depth > MAX_DEPTH || levels.length > LARGEST) throw new BadRequest(`${at} is too large.`);
    levels = levels.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  if (JSON.stringify(value).length > LARGEST) throw new BadRequest(`${at} is too large.`);
}

function object(holder: Json, name: string, at: string): Json {
  const value = holder[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new BadRequest(`${at}.${name} must be an object.`);
}

function text(holder: Json, name: string, at: string, max: number, min = 0): string {
  const value = holder[name];
  if (typeof value !== 'string' || value.length > max || value.length < min || value.includes('\0'))
    throw new BadRequest(`${at}.${name} must be text of ${min} to ${max} characters.`);
  // Halves of characters are what JSON can say and the database cannot hold.
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
}

function optionalText(holder: Json, name: string, at: string, max: number): string | undefined {
  return holder[name] === undefined || holder[name] === null ? undefined : text(holder, name, at, max);
}

function oneOf<const T extends string | number>(
  holder: Json,
  name: string,
  at: string,
  values: readonly T[],
): T {
  const value = values.find((candidate) => candidate === holder[name]);
  if (value === undefined) throw new BadRequest(mustBeOneOf(name, at, values));
  return value;
}

/** As `oneOf`, for words of which later versions of the contract have more. @throws UnknownEvent for one of those. */
function known<const T extends string>(holder: Json, name: string, at: string, values: readonly T[]): T {
  const value = holder[name];
  if (
    typeof value === 'string' &&
    /^[a-z][a-z_-]{0,63}$/.test(value) &&
    !(values as readonly string[]).includes(value)
  )
    throw new UnknownEvent(mustBeOneOf(name, at, values));
  return oneOf(holder, name, at, values);
}

function mustBeOneOf(name: string, at: string, values: readonly (string | number)[]): string {
  return `${at}.${name} must be one of ${values.join(', ')}.`;
}

function url(location: Json, at: string): string {
  const value = text(location, 'url', at, 2048, 1);
  if (!URL.canParse(value) || !/^https?:/i.test(value))
    throw new BadRequest(`${at}.url must be an http or https address.`);
  return value;
}
