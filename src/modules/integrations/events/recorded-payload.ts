import type { EventPayload } from './integration-event.entity.js';

/** Of one event, in characters of JSON. */
const LARGEST = 64 * 1024;
/** Headers of requests that let somebody in. */
const SECRET_HEADER =
  /^(authorization|proxy-authorization|cookie|set-cookie)$|token|secret|signature|api-?key/i;
const SECRET_PARAMETER = /token|secret|signature|password|code|key/i;
const MASK = '***';

/** A payload as it may be kept: requests without what lets somebody in, and of what is large only the beginning. */
export function recordedPayload(payload: EventPayload): EventPayload {
  const { request, ...rest } = payload;
  const kept = request === undefined ? payload : { ...rest, request: recordedRequest(request as Request) };
  if (JSON.stringify(kept).length <= LARGEST) return kept;
  const small = Object.entries(kept).filter(([, value]) => JSON.stringify(value).length <= 1024);
  return Object.fromEntries(small) as EventPayload;
}

interface Request {
  method: string;
  url: string;
  headers: Record<string, string>;
}

function recordedRequest({ method, url, headers }: Request): Request {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    SECRET_HEADER.test(name) ? MASK : value,
  ]);
  return { method, url: recordedUrl(url), headers: Object.fromEntries(shown) as Record<string, string> };
}

function recordedUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  for (const name of url.searchParams.keys())
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, MASK);
  return url.href;
}
