import type { INestApplication } from '@nestjs/common';
import type { Request } from 'express';

/** Headers of answers that scripts may read beside the few that browsers always show. */
const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Ignored-Members',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

const HOUR_SECONDS = 3600;

/** Addresses that scripts call: operations, their description, and those that files are sent to. */
const OPEN = /^\/(?:v1|openapi\.json|~uploads)(?:[/?]|$)/;

/**
 * Lets scripts of other origins call the API (CORS, in the Fetch standard), where an operator named these origins. Browsers are never told
 * to send cookies: a script shows its token itself, so that an allowed origin can do no more than its users gave it a token for.
 * @param origins `*` alone stands for every origin.
 */
export function allowOrigins(app: INestApplication, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const options = {
    // With a list, answers say `Vary: Origin`, also those to requests that come from nowhere.
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED,
    credentials: false,
    maxAge: HOUR_SECONDS,
  };
  app.enableCors((request: Request, callback: (error: null, options: object) => void) =>
    callback(null, OPEN.test(request.url) ? options : { origin: false }),
  );
}
