import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
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
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import {
  type ChosenJobs,
  JOB_STATES,
  JobAdministration,
  type JobState,
  type ListedJob,
} from '#platform/jobs/job-administration.js';
import { hideSecrets } from '../configuration/hide-secrets.js';
import { operateUrl } from '../operate-page.js';
import { JobActions } from './job-actions.js';
import { jobPage } from './job-page.js';
import { MAIL_QUEUES } from './job-words.js';
import { OpenRunsRepository } from './open-runs.repository.js';

const MOST = 50;
/** Choice of the filter for all queues that send mail. */
export const MAIL = 'mail';

/** `/app/operate/jobs`: operators see what waits and what failed, and run it again or drop it. */
@Injectable()
export class JobPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
    private readonly jobs: JobAdministration,
    private readonly actions: JobActions,
    private readonly runs: OpenRunsRepository,
    private readonly users: Users,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization, or a while ago. */
  @AppRoute('/operate/jobs', { forms: true, scopes: ['installation:operate'] })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, query } = request;
    await this.operators.requireOperator(actor);
    const filter = { state: readState(query.get('state')) ?? 'failed', queue: query.get('queue') ?? '' };
    const here = `${operateUrl(this.config.basePath, 'jobs')}?${new URLSearchParams(filter).toString()}`;
    return answerForms(request, message, {
      here,
      actions: {
        again: {
          run: (form) => this.actions.runAgain(actor, chosenBy(form)),
          done: 'They run as soon as a worker is free, within seconds as a rule.',
        },
        drop: {
          run: (form) => this.actions.drop(actor, chosenBy(form)),
          done: 'They are dropped.',
        },
      },
      show: (state) => this.show(request, filter, here, state),
    });
  }

  private async show(
    request: MemberRequest,
    filter: { state: JobState; queue: string },
    here: string,
    state: FormState,
  ): Promise<SiteAnswer> {
    const { queue } = filter;
    const names = queue === '' ? null : queue === MAIL ? MAIL_QUEUES : [queue];
    const page = { limit: MOST, page: request.query.get('page') ?? undefined };
    const jobs = await this.jobs.list(filter.state, names, page);
    const runs = await this.runs.list();
    const organizations = [...jobs.items, ...runs].flatMap(({ organizationId }) => organizationId ?? []);
    const shown = jobPage(this.config.basePath, {
      queues: await this.jobs.countQueues(),
      jobs: jobs.items.map((job) => ({ ...job, error: job.error && hideSecrets(this.config, job.error) })),
      count: jobs.count,
      more: jobs.next?.page ?? null,
      runs,
      titles: await this.runs.titlesOf(organizations),
      addresses: await this.addressesOf(jobs.items),
      now: this.clock.now(),
      filter,
      here,
      state,
    });
    return this.shell.show(request, shown, state.status);
  }

  /** Mail addresses of the people who are to be told, by what the jobs call them. */
  private async addressesOf(jobs: readonly ListedJob[]): Promise<ReadonlyMap<string, string>> {
    const named = jobs.flatMap(({ recipient }) => recipient ?? []);
    const users = await this.users.findUsersByIds(named.filter((name) => !name.includes('@')));
    return new Map(named.map((name) => [name, users.get(name)?.email ?? name]));
  }
}

function readState(text: string | null): JobState | null {
  return text !== null && Object.hasOwn(JOB_STATES, text) ? (text as JobState) : null;
}

/** The jobs that a form names: one by its id, or all of a queue in a state. @throws BadRequest */
function chosenBy(form: URLSearchParams): ChosenJobs {
  const [name, id, state] = [textOf(form, 'name'), textOf(form, 'id'), readState(textOf(form, 'state'))];
  if (name !== '' && id !== '') return { name, id };
  if (name !== '' && (state === 'failed' || state === 'waiting')) return { name, state };
  throw new BadRequest('The form names no jobs; press one of the buttons of this page.');
}
