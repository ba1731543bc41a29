import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { SessionCookie } from '#modules/users/index.js';
import { NotFound, Unauthorized } from '#platform/http/errors.js';
import { FrontDoor, type WebHandler } from '#platform/web/front-door.js';
import { sendError } from '#platform/web/send-error.js';
import { requirePageToken, withFormToken } from './forms.js';

/** First segment, below `/app`, of addresses of the API for scripts of pages. */
export const SESSION_API = '~api';
const PREFIX = `/app/${SESSION_API}`;

/**
 * Lets scripts of member pages call the API with the session of the browser: `/app/~api/v1/…` is `/v1/…`. The session is
 * a token, so the same guard, scopes and limits hold. Sites may be at the same origin, so the cookie is not enough: a
 * request needs the token of a page of this session, which scripts of other pages cannot read.
 */
@Injectable()
export class SessionApi implements WebHandler {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly door: FrontDoor,
  ) {}

  handle(message: IncomingMessage, response: ServerResponse, next: () => void): void {
    const visit = {
      context: { source: 'ui' as const },
      fail: (error: Parameters<typeof sendError>[0]) => sendError(error, response),
    };
    const secret = this.cookie.read(message.headers.cookie);
    this.door.run(message, response, visit, () =>
      withFormToken(secret, () => {
        this.cookie.refuseDoubled(message.headers.cookie);
        if (secret === undefined) throw new Unauthorized('You are not signed in; reload the page.');
        requirePageToken(message);
        const address = this.door.addressOf(message).slice(PREFIX.length);
        if (!address.startsWith('/v1/')) throw new NotFound('operation');
        message.url = address;
        message.headers.authorization = `Bearer ${secret}`;
        delete message.headers.cookie;
        response.setHeader('Cache-Control', 'private, no-store');
        next();
        return Promise.resolve();
      }),
    );
  }
}
