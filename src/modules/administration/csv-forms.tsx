import type { IncomingMessage } from 'node:http';
import type { ComponentChildren } from 'preact';
import {
  hasFormFiles,
  LongField,
  PostForm,
  readFileText,
  readOwnFiles,
  Section,
  showOrSubmit,
  Submit,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';

/** The state of a page that takes tables: what a table would do, or did. */
export interface TableState<Line> {
  problem?: string;
  status?: number;
  /** The table as it came. */
  text?: string;
  lines?: readonly Line[];
}

/** A page that takes a table, says what it would do, and then does it. */
export interface TablePage<Line> {
  /** Most bytes of a table. */
  limit: number;
  show: (state: TableState<Line>) => Promise<SiteAnswer>;
  /** The page with what a table would do. */
  preview: (text: string) => Promise<SiteAnswer>;
  /** Does it. */
  apply: (text: string) => Promise<SiteAnswer>;
}

/**
 * Shows a page with {@link TableForms}, or answers one of its forms. A page whose form was refused is shown again with the reason.
 * @throws NotFound, Forbidden for a form of another site.
 */
export async function answerTable<Line>(
  message: IncomingMessage,
  { limit, show, ...page }: TablePage<Line>,
): Promise<SiteAnswer> {
  const preview = (text: string): Promise<SiteAnswer> => page.preview(requireText(text));
  if (message.method === 'POST' && hasFormFiles(message)) {
    try {
      const { received } = await readOwnFiles(message, (file) => readFileText(file, limit), 1);
      return await preview(received[0] ?? '');
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }
  return showOrSubmit(
    message,
    (refusal) =>
      show({
        problem: refusal?.text,
        status: refusal?.status,
        text: refusal?.form.get('table') ?? undefined,
      }),
    async (form) => {
      const text = form.get('table') ?? '';
      return form.get('do') === 'apply' ? page.apply(requireText(text)) : preview(text);
    },
    // A form writes up to three bytes for one of the table.
    3 * limit,
  );
}

function requireText(text: string): string {
  if (text.trim() === '') throw new BadRequest('Paste a table, or choose a file with one.');
  return text;
}

interface TableFormsProps {
  action: string;
  /** A table that was pasted before. */
  text?: string;
  placeholder: string;
  /** The meaning of a line. */
  children: ComponentChildren;
}

/** The forms that take a table, as a file or pasted; nothing is changed before a person has seen what would be. */
export function TableForms({ action, text = '', placeholder, children }: TableFormsProps) {
  return (
    <Section title="Bring a table">
      <p>{children} You see what it would do before anything changes.</p>
      <PostForm action={action} class="member-form" hasFiles>
        <label for="files">A file with comma-separated values (CSV)</label>
        <input id="files" name="files" type="file" accept=".csv,.tsv,.txt,text/csv" required />
        <Submit does="preview" label="Look at the file" kind="primary" />
      </PostForm>
      <PostForm action={action} class="member-form">
        <LongField
          name="table"
          label="Or paste it"
          hint="From a spreadsheet, or as it is in a file."
          value={text}
          rows={6}
          required
          spellcheck={false}
          dir="ltr"
          placeholder={placeholder}
        />
        <Submit does="preview" label="Look at it" />
      </PostForm>
    </Section>
  );
}
