import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  AppRoute,
  Ago,
  Empty,
  Field,
  type MemberRequest,
  MemberShell,
  MemberTable,
  Outcome,
  PostForm,
  Section,
  showOrSubmit,
  Submit,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { AuditStreams, type AuditStreamView, CreateAuditStreamBody } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { auditFrame, auditPath } from '../audit-frame.js';
import { MadeSecret } from './made-secret.js';
import { StreamState, waitingWords } from './stream-words.js';

/** The list after a form. */
interface ListState {
  made?: { title: string; secret: string };
  problem?: string;
  typed?: URLSearchParams;
  status?: number;
}

/** `/app/o/{organization}/audit/streams`: addresses that the entries of the audit log are posted to. */
@Injectable()
export class StreamListPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly streams: AuditStreams,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/audit/streams', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['createOrganizationAuditStream'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    return showOrSubmit(
      message,
      (refused) =>
        this.page(
          request,
          refused ? { problem: refused.text, typed: refused.form, status: refused.status } : {},
        ),
      (form) => this.create(request, form),
    );
  }

  /** The secret is shown once: by the answer to the form itself. */
  private async create(request: MemberRequest, form: URLSearchParams): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    const body = await validBody(CreateAuditStreamBody, {
      title: textOf(form, 'title'),
      url: textOf(form, 'url'),
    });
    const { secret, stream } = await this.streams.create(request.actor, id, body);
    return this.page(request, { made: { title: stream.title, secret } });
  }

  private async page(request: MemberRequest, state: ListState): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    const views = await this.streams.list(request.actor, id);
    const here = auditPath(this.config.basePath, id, 'streams');
    const { made, problem, typed, status } = state;
    const frame = auditFrame(this.config.basePath, id, 'streams', { bundles: ['forms'], status });
    return this.shell.page(
      request,
      frame,
      <>
        <Outcome problem={problem} />
        {made && <MadeSecret title={made.title} secret={made.secret} />}
        <p>
          A stream posts each entry of the audit log to an address of yours, signed and in order, from its own
          first entry on. What does not arrive is tried again until it does.
        </p>
        {views.length === 0 ? (
          <Empty>
            <p>There are no streams yet. Name an address below to keep a copy of the log elsewhere.</p>
          </Empty>
        ) : (
          <List here={here} views={views} />
        )}
        <Section title="New stream">
          <PostForm action={here} class="member-form">
            <Field
              name="title"
              label="Name"
              value={typed?.get('title') ?? ''}
              required
              maxLength={100}
              dir="auto"
            />
            <Field
              name="url"
              label="Address"
              type="url"
              value={typed?.get('url') ?? ''}
              required
              maxLength={2048}
              placeholder="https://"
              hint="A public https address that takes JSON by POST and answers 200 to 299."
            />
            <Submit does="create" label="Create the stream" kind="primary" />
          </PostForm>
        </Section>
      </>,
    );
  }
}

function List({ here, views }: { here: string; views: readonly AuditStreamView[] }) {
  return (
    <MemberTable title="Streams" columns={['Stream', 'State', 'Waiting', 'Last delivery']}>
      {views.map((view) => (
        <tr>
          <th scope="row">
            <a href={`${here}/${encodeURIComponent(view.stream.id)}`} dir="auto">
              {view.stream.title}
            </a>
          </th>
          <td>
            <StreamState view={view} />
          </td>
          <td>{waitingWords(view.waiting)}</td>
          <td>{view.stream.deliveredAt ? <Ago at={view.stream.deliveredAt} /> : 'None yet'}</td>
        </tr>
      ))}
    </MemberTable>
  );
}
