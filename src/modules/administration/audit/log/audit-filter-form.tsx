import { AUDIT_GROUPS, AUDIT_SOURCES, auditGroupLabel } from '#modules/audit/index.js';
import { Choice, Field, Hidden, Tick } from '#modules/member-pages/index.js';
import type { TypedFilter } from './audit-filter.js';
import { nameWords, SOURCE_WORDS, TARGET_TYPES } from './audit-words.js';

/** The filter of the audit log: a form that leads to the entries that it keeps. */
export function AuditFilterForm({ here, typed }: { here: string; typed: TypedFilter }) {
  const types = TARGET_TYPES.some((known) => known === typed.type) || typed.type === '' ? [] : [typed.type];
  return (
    <form class="people-filter" method="get" action={here} role="search">
      <div>
        <Choice
          name="group"
          label="Actions"
          chosen={typed.group}
          options={[['', 'All'], ...AUDIT_GROUPS.map((group) => [group, auditGroupLabel(group)] as const)]}
        />
      </div>
      <div>
        <Choice
          name="type"
          label="Things"
          chosen={typed.type}
          options={[
            ['', 'All'],
            ...[...TARGET_TYPES, ...types].map((type) => [type, nameWords(type)] as const),
          ]}
        />
      </div>
      <div>
        <Choice
          name="source"
          label="Way in"
          chosen={typed.source}
          options={[['', 'All'], ...AUDIT_SOURCES.map((source) => [source, SOURCE_WORDS[source]] as const)]}
        />
      </div>
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
        Show
      </button>
    </form>
  );
}

/** The person and the thing that a link of an entry chose. */
function kept({ actor, target }: TypedFilter): Record<string, string> {
  return { ...(actor === '' ? {} : { actor }), ...(target === '' ? {} : { target }) };
}
