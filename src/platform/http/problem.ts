import { type IncomingMessage, STATUS_CODES } from 'node:http';

export const PROBLEM_JSON = 'application/problem+json';
const JSON_TYPE = 'application/json; charset=utf-8';
/** The type among others in `Accept`, without a weight of zero. */
const NAMED = /(?:^|,)\s*application\/problem\+json\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:[,;]|$))[^,]*)?(?:,|$)/i;

/** An error as the API tells it. */
export interface Told {
  status: number;
  message: string;
  /** Members beside code and message. */
  details?: object | undefined;
}

/**
 * The body of an error and its type: `{ error: { code, message } }` as in the published contract, or a problem (RFC 9457) for
 * clients whose `Accept` names that type. Answers differ by `Accept` then, which `Vary` has to say.
 */
export function errorBody(
  request: IncomingMessage,
  { status, message, details }: Told,
  requestId: string | undefined,
): { type: string; body: object } {
  if (!NAMED.test(request.headers.accept ?? ''))
    return { type: JSON_TYPE, body: { error: { code: status, message, requestId, ...details } } };
  // Names of details could be those that the standard gives another meaning to.
  const besides = details === undefined ? {} : { error: details };
  const title = STATUS_CODES[status] ?? 'Error';
  return {
    type: PROBLEM_JSON,
    body: { type: 'about:blank', title, status, detail: message, requestId, ...besides },
  };
}
