import { AUDIT_GROUPS, AUDIT_SOURCES, auditGroupLabel } from '#modules/audit/index.js';
import { Choice, Field, Hidden, type Option, Tick } from '#modules/member-pages/index.js';
import type { TypedFilter } from './audit-filter.js';
import { nameWords, SOURCE_WORDS, TARGET_TYPES } from './audit-words.js';

/** The filter of the audit log: a form that leads to the entries that it keeps. */
export function AuditFilterForm({ here, typed }: { here: string; typed: TypedFilter }) {
  return (
    <form class="people-filter" method="get" action={here} role="search">
      <Kinds typed={typed} />
      <div>
        <Field name="who" label="Mail address of a person" type="search" value={typed.who} maxLength={255} />
      </div>
      <div>
        <Field name="address" label="Network address" type="search" value={typed.address} maxLength={255} />
      </div>
      <div>
        <Field name="from" label="From" type="date" value={typed.from} />
      </div>
      <div>
        <Field name="to" label="To" type="date" value={typed.to} />
      </div>
      <Tick name="sign-ins" label="With sign-ins" checked={typed['sign-ins'] !== ''} />
      <input type="hidden" name="zone" value={typed.zone} data-zone />
      <Hidden fields={kept(typed)} />
      <button type="submit" class="button button-secondary button-medium">
        Filter
      </button>
    </form>
  );
}

function Kinds({ typed: { group, type, source } }: { typed: TypedFilter }) {
  const types = new Set<string>([...TARGET_TYPES, ...(type === '' ? [] : [type])]);
  const choices: [name: string, label: string, chosen: string, options: Option[]][] = [
    ['group', 'Actions', group, AUDIT_GROUPS.map((known) => [known, auditGroupLabel(known)])],
    ['type', 'Things', type, [...types].map((known) => [known, nameWords(known)])],
    ['source', 'Way in', source, AUDIT_SOURCES.map((known) => [known, SOURCE_WORDS[known]])],
  ];
  return (
    <>
      {choices.map(([name, label, chosen, options]) => (
        <div>
          <Choice name={name} label={label} chosen={chosen} options={[['', 'All'], ...options]} />
        </div>
      ))}
    </>
  );
}

/** The person and the thing that a link of an entry chose. */
function kept({ actor, target }: TypedFilter): Record<string, string> {
  return { ...(actor === '' ? {} : { actor }), ...(target === '' ? {} : { target }) };
}
