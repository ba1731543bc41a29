import { type AuditEvent } from '#modules/audit/index.js';
import { Empty, Outcome, type ShownPage, shownPage } from '#modules/member-pages/index.js';
import { auditFrame, auditPath } from '../audit-frame.js';
import { type FilterField, filterQuery, showsSignIns, type TypedFilter } from './audit-filter.js';
import { AuditFilterForm } from './audit-filter-form.js';
import { actionWords, memberWords, nameWords, SOURCE_WORDS, valueWords } from './audit-words.js';

export interface AuditView {
  organizationId: string;
  typed: TypedFilter;
  events: readonly AuditEvent[];
  /** Cursor of older entries. */
  older: string | null;
  /** True for the newest entries. */
  isFirst: boolean;
  nameOf: (key: string) => string | null;
  problem?: string;
}

/** The entries of the audit log that a filter keeps, newest first. */
export function auditPage(base: string, view: AuditView): ShownPage {
  const { organizationId, typed, events, older, isFirst, problem } = view;
  const here = auditPath(base, organizationId);
  const to = (more: Record<string, string>, place = '') => {
    const query = new URLSearchParams({ ...filterQuery(typed), ...more }).toString();
    return `${here}${place}${query && `?${query}`}`;
  };
  return shownPage(
    auditFrame(base, organizationId, '', { isWide: true, bundles: ['forms'] }),
    <>
      <Outcome problem={problem} />
      <AuditFilterForm here={here} typed={typed} />
      <Chosen here={here} typed={typed} />
      <p class="audit-facts">
        {!showsSignIns(typed) && (
          <>
            That people signed in is left out. <a href={to({ 'sign-ins': 'on' })}>Show it, too</a>.{' '}
          </>
        )}
        Take all of these entries away as <a href={to({ format: 'csv' }, '/export')}>CSV</a> or{' '}
        <a href={to({ format: 'ndjson' }, '/export')}>NDJSON</a>.
      </p>
      {events.length === 0 && problem === undefined && (
        <Empty>
          <p>
            No entries{isFirst ? ' that this filter keeps' : ' that are older'}.{' '}
            <a href={here}>All entries</a>
          </p>
        </Empty>
      )}
      {events.length > 0 && <Events here={here} view={view} />}
      <p class="member-actions">
        {!isFirst && <a href={to({})}>Newest</a>}
        {older !== null && <a href={to({ page: older })}>Older</a>}
      </p>
    </>,
  );
}

/** The person or thing that the entries are about, where a link of an entry chose it. */
function Chosen({ here, typed }: { here: string; typed: TypedFilter }) {
  const without = (name: FilterField) => {
    const query = new URLSearchParams(filterQuery(typed, { [name]: '' })).toString();
    return `${here}${query && `?${query}`}`;
  };
  return (
    <>
      {typed.actor !== '' && (
        <p>
          Only what one person did. <a href={without('actor')}>Show what others did, too</a>
        </p>
      )}
      {typed.target !== '' && (
        <p>
          Only what was done to one thing. <a href={without('target')}>Show other things, too</a>
        </p>
      )}
    </>
  );
}

function Events({ here, view }: { here: string; view: AuditView }) {
  return (
    <div class="member-table" tabIndex={0} role="region" aria-label="Audit log">
      <table>
        <thead>
          <tr>
            <th scope="col">
              When (<span data-zone-name>UTC</span>)
            </th>
            <th scope="col">Action</th>
            <th scope="col">Person</th>
            <th scope="col">Thing</th>
            <th scope="col">Way in</th>
          </tr>
        </thead>
        <tbody>
          {view.events.map((event) => (
            <EventRow here={here} event={event} view={view} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventRow({ here, event, view }: { here: string; event: AuditEvent; view: AuditView }) {
  const { occurredAt, action, actorId, actorLabel, actorType, targetLabel, targetType, targetId, address } =
    event;
  const only = (changes: Partial<TypedFilter>) =>
    `${here}?${new URLSearchParams(filterQuery(view.typed, changes)).toString()}`;
  const at = occurredAt.toISOString();
  return (
    <tr>
      <td class="audit-time">
        <time dateTime={at} data-local>
          {at.slice(0, 19).replace('T', ' ')}
        </time>
      </td>
      <td>
        {actionWords(action)}
        <Changes event={event} nameOf={view.nameOf} />
      </td>
      <td>
        {actorType === 'system' ? (
          'The server'
        ) : (
          <a href={only({ actor: actorId, who: '' })} dir="auto" title="Show only what they did">
            {actorLabel ?? nameWords(actorType)}
          </a>
        )}
      </td>
      <td>
        <a href={only({ target: targetId })} dir="auto" title="Show only what was done to it">
          {targetLabel ?? nameWords(targetType)}
        </a>
        {targetLabel !== null && <span class="member-hint"> {nameWords(targetType)}</span>}
      </td>
      <td>
        {SOURCE_WORDS[event.source]}
        {address !== null && (
          <>
            {' '}
            <a href={only({ address })} title="Show only what came from there">
              {address}
            </a>
          </>
        )}
      </td>
    </tr>
  );
}

function Changes({ event, nameOf }: { event: AuditEvent; nameOf: AuditView['nameOf'] }) {
  const changes = Object.entries(event.changes);
  if (changes.length === 0 && event.requestId === null) return null;
  return (
    <details>
      <summary aria-label={`Details: ${actionWords(event.action)}`}>Details</summary>
      {changes.map(([name, { before, after }]) => (
        <p class="audit-change">
          <strong>{memberWords(name, nameOf)}</strong>: {valueWords(before, nameOf)} →{' '}
          {valueWords(after, nameOf)}
        </p>
      ))}
      {event.requestId !== null && (
        <p class="audit-change">
          Request <code>{event.requestId}</code>
        </p>
      )}
    </details>
  );
}
