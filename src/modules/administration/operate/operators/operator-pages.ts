import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
} from '#modules/member-pages/index.js';
import { Operators } from '#modules/operators/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { operateUrl } from '../operate-page.js';
import { operatorList } from './operator-list.js';

const MOST = 50;

/** `/app/operate/operators`: operators name and remove others, and read what was done. */
@Injectable()
export class OperatorPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
    private readonly log: InstallationLog,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization, or a while ago. */
  @AppRoute('/operate/operators', { forms: true, scopes: ['installation:operate'] })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    await this.operators.requireOperator(actor);
    const base = this.config.basePath;
    return answerForms(request, message, {
      here: operateUrl(base, 'operators'),
      actions: {
        add: {
          run: async (form) => void (await this.operators.add(actor, textOf(form, 'email'))),
          done: 'They are an operator from now on.',
        },
        remove: {
          run: async (form) => {
            const userId = textOf(form, 'user');
            await this.operators.remove(actor, userId);
            return userId === actor.userId ? `${base}/app` : undefined;
          },
          done: 'They are no operator any more.',
        },
      },
      show: (state) => this.show(request, state),
    });
  }

  private async show(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const events = await this.log.list({ limit: MOST, page: request.query.get('page') ?? undefined });
    const shown = operatorList(this.config.basePath, {
      operators: await this.operators.list(),
      selfId: request.actor.userId,
      events: events.items,
      older: events.next?.page ?? null,
      state,
    });
    return this.shell.show(request, shown);
  }
}
