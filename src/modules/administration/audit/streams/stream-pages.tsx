import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  AppRoute,
  type MemberRequest,
  MemberShell,
  seeOther,
  showOrSubmit,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { AuditStreams, UpdateAuditStreamBody } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { auditPath } from '../audit-frame.js';
import { streamPage, type StreamPageState } from './stream-page.js';

const DONE: Readonly<Record<string, string>> = {
  save: 'The stream is saved.',
  pause: 'The stream is paused. Entries wait from now on.',
  resume: 'The stream goes on with the first entry that waits.',
};

/** `/app/o/{organization}/audit/streams/{stream}`: the state of a stream, and what one does with it. */
@Injectable()
export class StreamPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly streams: AuditStreams,
  ) {}

  /** @throws NotFound for strangers and unknown streams, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/audit/streams/:stream', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: [
      'updateOrganizationAuditStream',
      'rotateOrganizationAuditStreamSecret',
      'testOrganizationAuditStream',
      'deleteOrganizationAuditStream',
    ],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const done = request.query.get('done') ?? '';
    const notice = Object.hasOwn(DONE, done) ? DONE[done] : undefined;
    return showOrSubmit(
      message,
      (refused) =>
        this.page(
          request,
          refused ? { problem: refused.text, typed: refused.form, status: refused.status } : { notice },
        ),
      (form) => this.submit(request, form),
    );
  }

  private async submit(request: MemberRequest, form: URLSearchParams): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', stream = '' } = params;
    const does = form.get('do') ?? '';
    if (does === 'rotate') {
      // The secret is shown once: by the answer to the form itself.
      const { secret } = await this.streams.rotateSecret(actor, organization, stream);
      return this.page(request, { secret });
    }
    if (does === 'test') return this.page(request, await this.test(request));
    const list = auditPath(this.config.basePath, organization, 'streams');
    if (does === 'delete') {
      await this.streams.delete(actor, organization, stream);
      return seeOther(list);
    }
    const body = await validBody(UpdateAuditStreamBody, changesOf(does, form));
    await this.streams.update(actor, organization, stream, body);
    return seeOther(`${list}/${encodeURIComponent(stream)}?done=${does}`);
  }

  private async test({ actor, params }: MemberRequest): Promise<StreamPageState> {
    const { organization = '', stream = '' } = params;
    const { status, failure } = await this.streams.test(actor, organization, stream);
    if (failure !== null) return { problem: `The test did not arrive. ${failure}` };
    return { notice: `The address took the test and answered ${status}.` };
  }

  private async page(request: MemberRequest, state: StreamPageState): Promise<SiteAnswer> {
    const { organization = '', stream = '' } = request.params;
    const view = await this.streams.get(request.actor, organization, stream);
    return this.shell.show(request, streamPage(this.config.basePath, view, state), state.status);
  }
}

/** The members of a body that a button asks for. @throws BadRequest for an unknown button. */
function changesOf(does: string, form: URLSearchParams): object {
  if (does === 'pause') return { paused: true };
  if (does === 'resume') return { paused: false };
  if (does === 'save') return { title: textOf(form, 'title'), url: textOf(form, 'url') };
  throw new BadRequest('The form does not say what to do; press one of its buttons.');
}
