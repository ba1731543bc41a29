import {
  ButtonForm,
  Choice,
  Copyable,
  Danger,
  Empty,
  Field,
  type FormState,
  Hidden,
  LongField,
  MemberTable,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
  Tick,
} from '#modules/member-pages/index.js';
import type { SiteRow, StoredSchema, TemplateCondition } from '#modules/sites/index.js';
import { sitePath } from '../sites/site-frame.js';
import { audienceFrame, AudienceParts } from './audience-frame.js';
import { CLAIM_KINDS, kindOf, listClaims, type ListedClaim } from './claims.js';

/** The page shows no more conditions; all are in the API. */
const MOST_CONDITIONS = 30;

export interface ClaimsView {
  row: SiteRow;
  /** Null for a site without a schema. */
  stored: StoredSchema | null;
  conditions: readonly TemplateCondition[];
  /** True if the session may let claims count or not. */
  maySwitch: boolean;
  state: FormState;
}

/** The page about the claims of a site's visitors, and whether they count. */
export function claimsPage(base: string, view: ClaimsView): ShownPage {
  const { row, state, stored } = view;
  const here = sitePath(base, row.site, 'audience/claims');
  const claims = listClaims(stored?.jsonSchema ?? null);
  return shownPage(
    audienceFrame(base, row, 'audience/claims'),
    <>
      <AudienceParts base={base} row={row} current="audience/claims" />
      <Outcome {...state} />
      <p>
        A claim is something that a visitor says of themselves, such as their plan. Conditions of pages,
        sections and blocks ask for claims, and hide what is not meant for the visitor.{' '}
        <a href={`${sitePath(base, row.site, 'audience/sign-in')}#try`}>Try the site with claims</a>
      </p>
      <Switch here={here} view={view} hasClaims={claims.length > 0} />
      <Claims here={here} claims={claims} />
      <NewClaim here={here} state={state} />
      <AsJson here={here} view={view} />
      <Conditions view={view} />
    </>,
  );
}

function Switch({ here, view, hasClaims }: { here: string; view: ClaimsView; hasClaims: boolean }) {
  const { row, maySwitch } = view;
  if (row.site.adaptiveContent)
    return (
      <Section title="Claims count">
        <p>Each visitor sees what their claims allow.</p>
        {maySwitch && (
          <Danger summary="Ignore all claims" action={here} does="off" label="Ignore all claims">
            <p>
              Every visitor is treated as one without claims: what a condition asks a claim for is hidden from
              all, from the next request on. The claims below are kept, and you can let them count again.
            </p>
          </Danger>
        )}
      </Section>
    );
  return (
    <Section title="Claims do not count">
      <p>Visitors have no claims: what a condition asks a claim for is hidden from all of them.</p>
      {maySwitch && (
        <ButtonForm
          action={here}
          does="on"
          label="Let claims count"
          kind={hasClaims ? 'primary' : 'secondary'}
        />
      )}
    </Section>
  );
}

function Claims({ here, claims }: { here: string; claims: readonly ListedClaim[] }) {
  if (claims.length === 0)
    return (
      <Empty>
        <p>The site knows no claim yet, so it drops all that visitors say. Add the first one below.</p>
      </Empty>
    );
  return (
    <MemberTable title="Known claims" columns={['Name', 'Kind', 'Description', 'Vouched for by', 'Remove']}>
      {claims.map(({ name, schema, isSigned }) => (
        <tr>
          <th scope="row">
            <code>{isSigned ? name : `unsigned.${name}`}</code>
          </th>
          <td>{kindOf(schema)}</td>
          <td dir="auto">{schema.description}</td>
          <td>{isSigned ? 'Your sign-in' : 'Nobody'}</td>
          <td>
            <Danger
              summary="Remove"
              whom={name}
              action={here}
              does="remove"
              label="Remove the claim"
              fields={{ name, signed: String(isSigned) }}
            >
              <p>
                The site drops it from then on. Conditions that ask for it are not fulfilled, so they hide
                what they are on. You can add it again.
              </p>
            </Danger>
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

function NewClaim({ here, state }: { here: string; state: FormState }) {
  const typed = state.typed?.get('do') === 'add' ? state.typed : new URLSearchParams();
  return (
    <Section title="Add a claim">
      <PostForm action={here} class="member-form">
        <Field
          name="name"
          label="Name"
          value={typed.get('name') ?? ''}
          required
          maxLength={100}
          placeholder="plan"
          autocomplete="off"
          spellcheck={false}
        />
        <Choice name="kind" label="Kind" chosen={typed.get('kind') ?? 'boolean'} options={CLAIM_KINDS} />
        <LongField
          name="values"
          label="Values"
          rows={3}
          value={typed.get('values') ?? ''}
          hint="Only for one of a list: each text on its own line."
          spellcheck={false}
        />
        <Field
          name="description"
          label="Description"
          value={typed.get('description') ?? ''}
          maxLength={500}
          hint="Writers of conditions read it."
        />
        <Tick
          name="unsigned"
          label="Anybody may say it, without a signature"
          checked={typed.has('unsigned')}
          hint="For comfort only, such as a preferred language. Never hide anything secret behind it."
        />
        <Submit does="add" label="Add the claim" />
      </PostForm>
    </Section>
  );
}

function AsJson({ here, view: { stored, state } }: { here: string; view: ClaimsView }) {
  const typed = state.typed?.get('do') === 'save' ? state.typed : null;
  const empty = { type: 'object', properties: {}, additionalProperties: false };
  const shown = typed?.get('shown') ?? String(stored?.updatedAt.getTime() ?? '');
  return (
    <Section title="All claims as JSON">
      <details open={typed !== null}>
        <summary>Write the schema</summary>
        <PostForm action={here} class="member-form site-json">
          <Hidden fields={{ shown }} />
          <LongField
            name="schema"
            label="JSON Schema of the claims"
            rows={16}
            value={typed?.get('schema') ?? JSON.stringify(stored?.jsonSchema ?? empty, null, 2)}
            hint="A claim is a boolean, number, string (with enum if you like), array or object, each with a description. Unsigned ones are in “unsigned”."
            spellcheck={false}
            dir="ltr"
          />
          <Submit does="save" label="Check and save" />
        </PostForm>
      </details>
    </Section>
  );
}

function Conditions({ view: { conditions } }: { view: ClaimsView }) {
  if (conditions.length === 0) return null;
  return (
    <Section title="Conditions to copy">
      <p class="member-hint">
        Paste one into the settings of a page, or of a place in the structure of the site.
      </p>
      {conditions.slice(0, MOST_CONDITIONS).map(({ description, condition }) => (
        <div class="site-condition">
          <p dir="auto">{description}</p>
          <Copyable label={`Condition: ${description}`} value={condition} />
        </div>
      ))}
      {conditions.length > MOST_CONDITIONS && (
        <p class="member-hint">And {conditions.length - MOST_CONDITIONS} more of the same kind.</p>
      )}
    </Section>
  );
}
