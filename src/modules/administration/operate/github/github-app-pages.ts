import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { GitHubApps } from '#modules/git/index.js';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
  seeOther,
  textOf,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { operateUrl } from '../operate-page.js';
import { gitHubAppPage, newAppPage } from './github-app-page.js';

/** `/app/operate/github`: operators make the GitHub App of this installation, with which spaces are connected without tokens of persons. */
@Injectable()
export class GitHubAppPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly apps: GitHubApps,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization. */
  @AppRoute('/operate/github', { forms: true, scopes: ['installation:operate'] })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    await this.apps.list(actor);
    return answerForms(request, message, {
      here: this.here,
      actions: {
        begin: {
          // The next page sends the form to GitHub: only there is seen what the App may do.
          run: async (form) => {
            const begun = await this.apps.begin(actor, {
              host: textOf(form, 'host'),
              account: textOf(form, 'account'),
              isPublic: form.has('public'),
            });
            const shown = await this.shell.show(request, newAppPage(this.config.basePath, begun));
            return withFormTo(shown, new URL(begun.action).origin);
          },
          done: '',
        },
        created: {
          run: async () => undefined,
          done: 'The GitHub App is made. Administrators of organizations link their accounts in the settings of the organization.',
        },
        remove: {
          run: (form) => this.apps.remove(actor, textOf(form, 'host')),
          done: 'The App is removed here. Delete it at GitHub too.',
        },
      },
      show: (state) => this.show(request, state),
    });
  }

  /** GitHub sends the browser here once it made the App. @throws as `answer`, BadRequest, Conflict. */
  @AppRoute('/operate/github/created', { scopes: ['installation:operate'] })
  async created({ actor, query }: MemberRequest): Promise<SiteAnswer> {
    await this.apps.finish(actor, query.get('code') ?? '', query.get('state') ?? '');
    return seeOther(`${this.here}?done=created`);
  }

  private get here(): string {
    return operateUrl(this.config.basePath, 'github');
  }

  private async show(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const apps = await this.apps.list(request.actor);
    return this.shell.show(request, gitHubAppPage(this.config.basePath, apps, state));
  }
}

/** Forms of our pages go nowhere else, except for the one of this page. */
function withFormTo(answer: SiteAnswer, origin: string): SiteAnswer {
  const policy = answer.kind === 'body' ? answer.headers['Content-Security-Policy'] : undefined;
  if (answer.kind !== 'body' || policy === undefined) return answer;
  const open = policy.replace("form-action 'self'", `form-action 'self' ${origin}`);
  return { ...answer, headers: { ...answer.headers, 'Content-Security-Policy': open } };
}
