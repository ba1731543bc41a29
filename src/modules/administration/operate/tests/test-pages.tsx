import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  ButtonForm,
  type FormState,
  type MemberRequest,
  MemberShell,
  Outcome,
  Section,
} from '#modules/member-pages/index.js';
import { Operators } from '#modules/operators/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { operatePage, operateUrl } from '../operate-page.js';
import { InstallationTests, type TestOutcome } from './installation-tests.js';

/** `/app/operate/tests`: operators try mail, storage, and the address of the installation. */
@Injectable()
export class TestPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly operators: Operators,
    private readonly users: Users,
    private readonly tests: InstallationTests,
  ) {}

  /** @throws NotFound for others than operators; Forbidden for operators who came in through an organization. */
  @AppRoute('/operate/tests', { forms: true, scopes: ['installation:operate'] })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    await this.operators.requireOperator(actor);
    const made: { outcome?: TestOutcome } = {};
    const action = (run: () => Promise<TestOutcome>) => ({
      run: async () => void (made.outcome = await run()),
      done: '',
    });
    const answer = await answerForms(request, message, {
      here: operateUrl(this.config.basePath, 'tests'),
      actions: {
        mail: action(() => this.tests.sendMail(actor)),
        storage: action(() => this.tests.tryStorage(actor)),
        address: action(() => this.tests.tryAddress(actor)),
      },
      show: (state) => this.show(request, state),
    });
    // An outcome is of this moment: no address holds it.
    return made.outcome ? this.show(request, {}, made.outcome) : answer;
  }

  private async show(request: MemberRequest, state: FormState, outcome?: TestOutcome): Promise<SiteAnswer> {
    const base = this.config.basePath;
    const here = operateUrl(base, 'tests');
    const { email } = await this.users.getUser(request.actor.userId);
    const shown = operatePage(
      base,
      'tests',
      <>
        <Outcome problem={state.problem} />
        {outcome && <OutcomeOfTest outcome={outcome} />}
        <Section title="Mail">
          <p>
            Sends one mail to <span dir="auto">{email}</span>, at once, and says what the mail server answers.
          </p>
          <ButtonForm action={here} does="mail" label="Send me a test mail" />
        </Section>
        <Section title="Storage">
          <p>Writes a small object where files are kept, reads it again and deletes it.</p>
          <ButtonForm action={here} does="storage" label="Test the storage" />
        </Section>
        <Section title="Address">
          <p>
            Asks <span dir="ltr">{this.config.publicUrl}</span> for its version from this server, as links in
            mail and programs of others do. A machine behind a firewall may not reach its own public address,
            although others do.
          </p>
          <ButtonForm action={here} does="address" label="Test the address" />
        </Section>
      </>,
    );
    return this.shell.show(request, shown, state.status);
  }
}

function OutcomeOfTest({ outcome: { isGood, text, detail, remedy } }: { outcome: TestOutcome }) {
  return (
    <div
      class={isGood ? 'operate-summary operate-good' : 'operate-summary operate-problem'}
      role={isGood ? 'status' : 'alert'}
    >
      <p>
        <strong>{isGood ? 'It works.' : 'It does not work.'}</strong> {text}
      </p>
      {detail !== undefined && (
        <p class="operate-error">
          Answer: <code dir="auto">{detail}</code>
        </p>
      )}
      {remedy !== undefined && <p>{remedy}</p>}
    </div>
  );
}
