import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { IngestConversations, readConversationsVerdict } from '#modules/conversations/index.js';
import {
  AppRoute,
  Field,
  type FormState,
  hasFormFiles,
  LongField,
  type MemberRequest,
  MemberShell,
  Outcome,
  PostForm,
  readFileText,
  readOwnFiles,
  Section,
  seeOther,
  showOrSubmit,
  Submit,
  textOf,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import {
  conversationOf,
  MOST_BYTES,
  MOST_CONVERSATIONS,
  type ReadConversation,
  readConversations,
} from './read-conversations.js';

/** Bytes of the form; a question has at most 100,000 characters, each of which takes up to nine bytes. */
const FORM_LIMIT = 1024 * 1024;

type Show = (state: FormState) => Promise<SiteAnswer>;

/** `/app/o/{organization}/conversations/hand-in`: takes what readers asked, one by one or as a file. */
@Injectable()
export class IntakePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly ingestion: IngestConversations,
  ) {}

  /** @throws NotFound for strangers, Forbidden for members who may not hand in conversations */
  @AppRoute('/o/:organization/conversations/hand-in', {
    forms: true,
    scopes: ['organization:read', 'conversations:ingest'],
    operations: ['ingestConversation'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: id = '' } = params;
    this.ingestion.requireSender(actor, id);
    const show: Show = (state) => this.page(request, id, state);
    if (message.method === 'POST' && hasFormFiles(message)) return this.upload(actor, id, message, show);
    return showOrSubmit(
      message,
      (refusal) =>
        show(
          refusal
            ? { problem: refusal.text, status: refusal.status, typed: refusal.form }
            : { notice: noticeOf(query) },
        ),
      async (form) => {
        const question = form.get('question')?.trim() ?? '';
        if (question === '') throw new BadRequest('Question: write what was asked.');
        const input = conversationOf({
          subject: textOf(form, 'subject'),
          question,
          url: textOf(form, 'url'),
        });
        return this.take(actor, id, [{ place: '', input }]);
      },
      FORM_LIMIT,
    );
  }

  private async upload(actor: Actor, id: string, message: IncomingMessage, show: Show): Promise<SiteAnswer> {
    try {
      const { received } = await readOwnFiles(message, (file) => readFileText(file, MOST_BYTES), 1);
      return await this.take(actor, id, await readConversations(received[0] ?? ''));
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }

  private async take(actor: Actor, id: string, read: readonly ReadConversation[]): Promise<SiteAnswer> {
    await this.ingestion.takeAll(
      actor,
      id,
      read.map(({ input }) => input),
      (at) => read[at]?.place ?? '',
    );
    return seeOther(`${this.root(id)}/hand-in?taken=${read.length}`);
  }

  private page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const root = this.root(id);
    const mayRead = readConversationsVerdict(request.actor.memberships.get(id)).allowed;
    return this.shell.page(
      request,
      {
        title: 'Hand in conversations',
        organizationId: id,
        breadcrumbs: mayRead ? [{ href: root, title: 'Conversations' }] : [],
        status: state.status,
      },
      <>
        <Outcome {...state} />
        <p>
          What readers asked your support. Mail addresses, phone numbers, passwords and the like are masked
          before anything is stored; names of people are not. Questions are found in the background.
        </p>
        <FileForm action={`${root}/hand-in`} />
        <QuestionForm action={`${root}/hand-in`} typed={state.typed} />
      </>,
    );
  }

  private root(organizationId: string): string {
    return `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/conversations`;
  }
}

function FileForm({ action }: { action: string }) {
  return (
    <Section title="A file">
      <p>
        A table (CSV) with the columns question, and where you have them id, subject, url and created_at; or
        JSON as the API takes it, as a list or an object in each line. At most {MOST_CONVERSATIONS}{' '}
        conversations and {MOST_BYTES / 1024 / 1024} MB: all of them are taken, or none.
      </p>
      <PostForm action={action} class="member-form" hasFiles>
        <label for="files">File (CSV, JSON or NDJSON)</label>
        <input
          id="files"
          name="files"
          type="file"
          accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json"
          required
        />
        <Submit does="file" label="Hand in the file" kind="primary" />
      </PostForm>
      <p class="member-hint">
        A conversation whose id is known replaces what was there. Lines without an id that say the same are
        one conversation.
      </p>
    </Section>
  );
}

function QuestionForm({ action, typed }: { action: string; typed: URLSearchParams | undefined }) {
  return (
    <Section title="One question">
      <PostForm action={action} class="member-form">
        <LongField
          name="question"
          label="Question"
          hint="In the words of whoever asked."
          value={typed?.get('question') ?? undefined}
          required
          rows={4}
          maxLength={100_000}
          dir="auto"
        />
        <Field
          name="subject"
          label="Subject (may stay empty)"
          value={typed?.get('subject') ?? undefined}
          maxLength={512}
          dir="auto"
        />
        <Field
          name="url"
          type="url"
          label="Address of the conversation (may stay empty)"
          value={typed?.get('url') ?? undefined}
          maxLength={2048}
          dir="ltr"
        />
        <Submit does="question" label="Hand it in" />
      </PostForm>
    </Section>
  );
}

/** The sentence about what was taken, as the address says it. */
function noticeOf(query: URLSearchParams): string | undefined {
  const taken = /^\d{1,5}$/.exec(query.get('taken') ?? '')?.[0];
  if (taken === undefined) return undefined;
  const what = taken === '1' ? '1 conversation is' : `${taken} conversations are`;
  return `${what} taken. Questions in them are found within minutes; what is asked more than once then shows in the list.`;
}
