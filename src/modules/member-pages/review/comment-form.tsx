import { PostForm } from '../forms.js';
import type { TableParts } from './review-blocks.js';
import { typedIn, wasRefused } from './notices.js';
import type { ThreadRights } from './thread-rights.js';

/** A form for a new thread: on a block or a cell of it, with a suggestion for it, on a page, or on everything. */
export function CommentForm({
  page,
  block,
  wording,
  table,
  rights,
  label,
}: {
  page?: string;
  block?: string;
  /** Markdown of the block, where its wording may be changed by a suggestion. */
  wording?: string;
  /** Rows and columns of the block, where it is a table. */
  table?: TableParts;
  rights: ThreadRights;
  label: string;
}) {
  if (!rights.mayComment) return null;
  const form = { do: 'comment', page: page ?? '', block: block ?? '' };
  const id = `new-${page ?? 'all'}-${block ?? ''}`;
  const typed = (field: string) => typedIn(rights.problem, form, field);
  const isFolded = block !== undefined || page !== undefined;
  const fields = (
    <PostForm class="review-form">
      <input type="hidden" name="page" value={page ?? ''} />
      <input type="hidden" name="block" value={block ?? ''} />
      {table && <CellFields id={id} table={table} typed={typed} />}
      {block !== undefined && <QuoteFields id={`${id}-quote`} typed={typed} />}
      <label for={id}>{isFolded ? 'Your comment' : label}</label>
      <textarea id={id} name="words" rows={3} aria-describedby={`${id}-hint`}>
        {typed('words')}
      </textarea>
      <p class="member-hint" id={`${id}-hint`}>
        Markdown. Name people with @ and their name.
      </p>
      {wording !== undefined && (
        <WordingField id={`${id}-wording`} wording={wording} typed={typed('wording')} />
      )}
      <button name="do" value="comment" class="button button-primary button-small">
        Comment
      </button>
    </PostForm>
  );
  if (!isFolded) return fields;
  return (
    <details class="review-comment" open={wasRefused(rights.problem, form)}>
      <summary>{label}</summary>
      {fields}
    </details>
  );
}

/** The words of the block that a comment is about; a script fills them in from a selection, with their neighbours. */
function QuoteFields({ id, typed }: { id: string; typed: (field: string) => string }) {
  return (
    <>
      <label for={id}>Words it is about (optional)</label>
      <input id={id} name="quote" maxLength={300} value={typed('quote')} autocomplete="off" dir="auto" />
      <input type="hidden" name="quote-prefix" value={typed('quote-prefix')} />
      <input type="hidden" name="quote-suffix" value={typed('quote-suffix')} />
    </>
  );
}

/** The cell that a comment on a table is about; the whole table without a choice. */
function CellFields({
  id,
  table: { rows, columns },
  typed,
}: {
  id: string;
  table: TableParts;
  typed: (field: string) => string;
}) {
  const choices = [
    { name: 'row', label: 'Row', all: 'All rows', parts: rows },
    { name: 'column', label: 'Column', all: 'All columns', parts: columns },
  ];
  return (
    <div class="review-cell">
      {choices.map(({ name, label, all, parts }) => (
        <p>
          <label for={`${id}-${name}`}>{label}</label>
          <select id={`${id}-${name}`} name={name}>
            <option value="">{all}</option>
            {parts.map((part) => (
              <option value={part.id} selected={typed(name) === part.id}>
                {part.words}
              </option>
            ))}
          </select>
        </p>
      ))}
    </div>
  );
}

function WordingField({ id, wording, typed }: { id: string; wording: string; typed: string }) {
  return (
    <details open={typed !== ''}>
      <summary>Suggest other wording</summary>
      <label for={id}>Wording in place of this block</label>
      <textarea id={id} name="wording" rows={4}>
        {typed === '' ? wording : typed}
      </textarea>
      <input type="hidden" name="wording-before" value={wording} />
    </details>
  );
}
