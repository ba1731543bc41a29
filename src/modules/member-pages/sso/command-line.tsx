import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { SignInCodes } from '#modules/saml/index.js';
import { Config } from '#platform/config/env.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { readOwnForm, PostForm } from '../forms.js';

/** The page that signs in a program of somebody who is signed in: it shows a code, once. */
@Injectable()
export class CommandLinePage {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly codes: SignInCodes,
  ) {}

  /** @throws Forbidden for a form of another site. */
  @AppRoute('/cli', { forms: true })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    if (message.method !== 'POST') return this.page(request, null);
    await readOwnForm(message);
    return this.page(request, await this.codes.create(request.actor));
  }

  private page(request: MemberRequest, code: string | null): Promise<SiteAnswer> {
    return this.shell.page(
      request,
      { title: 'Sign in on the command line' },
      <>
        <p>
          <code>npx bindery login</code> asks for a code. Enter it only in a terminal that you started
          yourself: whoever has it can do what you can do in this session, and for as long.
        </p>
        {code !== null && (
          <p>
            Your code, good for five minutes and once:{' '}
            <strong>
              <code>{code}</code>
            </strong>
          </p>
        )}
        <PostForm action={`${this.config.basePath}/app/cli`}>
          <button type="submit" class="button button-primary button-medium">
            {code === null ? 'Show a code' : 'Show another code'}
          </button>
        </PostForm>
      </>,
    );
  }
}
