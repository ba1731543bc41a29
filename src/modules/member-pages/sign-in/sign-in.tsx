import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { assetUrl, html, htmlDocument, readBody, type SiteAnswer } from '#modules/publishing/index.js';
import { SessionCookie, Sessions } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { Forbidden } from '#platform/http/errors.js';

const BODY_LIMIT = 8 * 1024;

/** Signs members in with a personal token, and out. */
@Injectable()
export class SignIn {
  private readonly base: string;

  constructor(
    config: Config,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** @throws Forbidden for a form of another site, PayloadTooLarge */
  async answer(
    what: 'sign-in' | 'sign-out',
    query: URLSearchParams,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    if (message.method !== 'POST') {
      if (what === 'sign-in') return html(200, this.page(query.get('next')));
      // A link or a picture on another site signs nobody out.
      return { kind: 'redirect', status: 303, location: `${this.base}/app`, isComplete: true };
    }
    refuseOtherSites(message);
    if (what === 'sign-out') {
      await this.sessions.end(this.cookie.read(message.headers.cookie) ?? '');
      return this.leave(null, 'sign-in');
    }
    const form = new URLSearchParams((await readBody({ message }, BODY_LIMIT)).toString('utf8'));
    const session = await this.sessions.start((form.get('token') ?? '').trim());
    if (!session)
      return html(
        401,
        this.page(form.get('next'), 'This token is not valid. It may have ended or been revoked.'),
      );
    return this.leave(this.cookie.write(session), form.get('next'));
  }

  /** To the form, and from there back to `path`. */
  redirect(path: string, query: URLSearchParams): SiteAnswer {
    const next = path + (query.size > 0 ? `?${query.toString()}` : '');
    const search = next === '' ? '' : `?${new URLSearchParams({ next }).toString()}`;
    return { kind: 'redirect', status: 303, location: `${this.base}/app/sign-in${search}`, isComplete: true };
  }

  private leave(cookie: string | null, next: string | null): SiteAnswer {
    return {
      kind: 'redirect',
      status: 303,
      location: this.below(next ?? ''),
      isComplete: true,
      headers: { 'Set-Cookie': cookie ?? this.cookie.write(null) },
    };
  }

  /** Whatever `next` says, an address in the members' area. */
  private below(next: string): string {
    const area = `${this.base}/app/`;
    const origin = 'http://members';
    const url = URL.parse(next.replace(/^[/\\]+/, ''), origin + area);
    return url?.origin === origin && url.pathname.startsWith(area)
      ? url.pathname + url.search
      : `${this.base}/app`;
  }

  private page(next: string | null, problem?: string): string {
    return htmlDocument(
      { title: 'Sign in | Bindery', indexed: false, assetsBase: this.base },
      <main class="notice notice-alone" id="bdy-main">
        <link rel="stylesheet" href={assetUrl(this.base, 'members.css')} />
        <h1>Sign in</h1>
        <p>Use a personal token. The session lasts twelve hours at most and ends with the token.</p>
        {problem && (
          <p class="member-problem" role="alert">
            {problem}
          </p>
        )}
        <form method="post" action={`${this.base}/app/sign-in`} class="member-form">
          <label for="token">Token</label>
          <input id="token" name="token" type="password" autocomplete="off" required />
          <input type="hidden" name="next" value={next ?? ''} />
          <button type="submit" class="button button-primary button-medium">
            Sign in
          </button>
        </form>
      </main>,
    );
  }
}

/** A form on another site must not act for somebody who is signed in, nor sign anybody in or out. @throws Forbidden */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  // Without a host of its own (a frame in a sandbox), an origin is nobody's, unless the browser says that it is ours.
  const isOther =
    origin !== undefined &&
    site !== 'same-origin' &&
    (!URL.canParse(origin) || new URL(origin).host !== host);
  if (isOther || site === 'cross-site') throw new Forbidden('This form belongs to another site.');
}
