import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { BackupError, readBackupHeader } from '#modules/backups/index.js';
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
import { operateUrl } from '../operate-page.js';
import { backupPage } from './backup-page.js';
import { type BackupRun, BackupRunsRepository } from './backup-runs.repository.js';
import { nextDue } from './backup-schedule.js';
import { Backups } from './backups.js';

/** More are in the folder only where BACKUPS_KEEP says so. */
const MOST = 100;
const MOST_RUNS = 20;

/** `/app/operate/backups`: operators make, verify and delete backups. Nobody downloads one: it holds everything of every organization. */
@Injectable()
export class BackupPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
    private readonly backups: Backups,
    private readonly runs: BackupRunsRepository,
    private readonly users: Users,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization, or a while ago. */
  @AppRoute('/operate/backups', { forms: true, scopes: ['installation:operate'] })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    await this.operators.requireOperator(actor);
    const here = operateUrl(this.config.basePath, 'backups');
    // The page itself says what is being done, and later what came of it.
    const begin = (run: (form: URLSearchParams) => Promise<void>) => ({
      run: async (form: URLSearchParams) => {
        await run(form);
        return here;
      },
      done: '',
    });
    return answerForms(request, message, {
      here,
      actions: {
        backup: begin(() => this.backups.request(actor)),
        verify: begin((form) => this.backups.verify(actor, textOf(form, 'name'))),
        delete: {
          run: (form) => this.backups.delete(actor, textOf(form, 'name')),
          done: 'The backup is deleted.',
        },
      },
      show: (state) => this.show(request, state),
    });
  }

  private async show(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const overview = await this.backups.overview();
    const shown = overview.backups.slice(0, MOST);
    const runs = await this.runs.list(MOST_RUNS);
    const page = backupPage(this.config.basePath, {
      ...overview,
      backups: shown,
      more: overview.backups.length - shown.length,
      versions: await this.versionsOf(shown.map(({ name }) => name)),
      open: await this.runs.findOpen(),
      runs: runs.filter(({ endedAt }) => endedAt !== null),
      names: await this.namesOf(runs),
      schedule: this.config,
      next: nextDue(this.config, this.clock.now()),
      kept: this.config.backupsKeep,
      state,
    });
    return this.shell.show(request, page, state.status);
  }

  /** The versions that made backups, by their names; those that cannot be read are missing. */
  private async versionsOf(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { folder } = this.backups;
    if (!folder) return new Map();
    const found = names.map(async (name): Promise<[string, string][]> => {
      try {
        return [[name, (await readBackupHeader(folder.pathOf(name))).version]];
      } catch (error) {
        // Deleted meanwhile, damaged, of a later version, or not to be read.
        if (error instanceof BackupError || (error as NodeJS.ErrnoException).code !== undefined) return [];
        throw error;
      }
    });
    return new Map((await Promise.all(found)).flat());
  }

  /** Names of the operators who asked for runs, by their ids. */
  private async namesOf(runs: readonly BackupRun[]): Promise<ReadonlyMap<string, string>> {
    const users = await this.users.findUsersByIds(runs.flatMap(({ requestedBy }) => requestedBy ?? []));
    return new Map([...users].map(([id, { displayName }]) => [id, displayName]));
  }
}
