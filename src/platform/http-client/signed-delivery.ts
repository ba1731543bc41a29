import { createHmac } from 'node:crypto';
import { type FetchFailure, FetchFailed, type GuardedFetch } from './guarded-fetch.js';

const TIMEOUT_MS = 10_000;
/** Temporary failures. */
const PASSING: FetchFailure[] = ['unreachable', 'timeout'];

/** Something that is posted to an address of somebody, and signed. */
export interface SignedDelivery {
  /** The kind of delivery; header `X-Bindery-Event`. */
  event: string;
  /** Id of the delivery, by which a receiver knows one that comes again; header `X-Bindery-Delivery`. */
  id?: string;
  /** JSON. */
  body: string;
  /** The delivery is signed with each. */
  secrets: readonly string[];
  now: Date;
}

/** The outcome of a delivery. */
export interface DeliveryOutcome {
  /** Null without an answer. */
  status: number | null;
  /** The reason in a sentence; null for a delivery that arrived. */
  failure: string | null;
  /** True for a failure that may pass by itself. */
  isPassing: boolean;
}

/** `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>", hexadecimal>`, with a `v1` for each secret in their order. */
export function signatureOf({
  body,
  secrets,
  now,
}: Pick<SignedDelivery, 'body' | 'secrets' | 'now'>): string {
  const time = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}

/** Posts a signed delivery; only a status of 200 to 299 within ten seconds is a success. */
export async function postSigned(
  client: GuardedFetch,
  url: string,
  delivery: SignedDelivery,
): Promise<DeliveryOutcome> {
  const { event, id, body } = delivery;
  try {
    const { status, body: answer } = await client.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Bindery-Webhook',
        'x-bindery-event': event,
        ...(id === undefined ? {} : { 'x-bindery-delivery': id }),
        'x-bindery-signature': signatureOf(delivery),
      },
      body,
      maxBytes: 0,
      timeoutMs: TIMEOUT_MS,
      // A redirect would turn the event into a question.
      maxRedirects: 0,
      anyStatus: true,
    });
    // The body of the answer is ignored.
    answer.on('error', () => undefined).destroy();
    if (status >= 200 && status < 300) return { status, failure: null, isPassing: false };
    const isPassing = status >= 500 || status === 429;
    return { status, failure: `The address answered ${status}.`, isPassing };
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    const failure = `The event could not be posted: ${error.message}.`;
    return { status: null, failure, isPassing: PASSING.includes(error.reason) };
  }
}
