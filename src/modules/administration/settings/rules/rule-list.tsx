import {
  Choice,
  Danger,
  Field,
  type FormState,
  LongField,
  MemberTable,
  PostForm,
  Section,
  Submit,
} from '#modules/member-pages/index.js';
import type { MergeRule } from '#modules/organizations/index.js';
import type { RulePeople } from './rule-people.js';
import { RULE_WORDS } from './rule-words.js';

/** Merge rules, each with a form that removes it. */
export function RuleList({
  here,
  rules,
  names,
}: {
  here: string;
  rules: readonly MergeRule[];
  names: RulePeople['names'];
}) {
  return (
    <MemberTable title="Rules" columns={['Rule', 'Condition', 'Remove']}>
      {rules.map((rule, index) => (
        <tr>
          <th scope="row">{RULE_WORDS[rule.rule].title}</th>
          <td>
            <Meaning rule={rule} names={names} />
          </td>
          <td>
            <Danger
              summary="Remove"
              action={here}
              does="remove-rule"
              label="Remove the rule"
              whom={`rule ${index + 1}`}
              fields={{ index: String(index), seen: JSON.stringify(rule) }}
            >
              <p>No merge is held up by it any more, from the next one on. You can add it again.</p>
            </Danger>
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

function Meaning({ rule, names }: { rule: MergeRule; names: ReadonlyMap<string, string> }) {
  return (
    <>
      {RULE_WORDS[rule.rule].meaning}
      {'users' in rule && (
        <p class="member-hint">
          {rule.users.map((id, index) => (
            <>
              {index > 0 && ', '}
              <bdi>{names.get(id) ?? id}</bdi>
            </>
          ))}
        </p>
      )}
      {'expression' in rule && (
        <p>
          <code>{rule.expression}</code>
        </p>
      )}
    </>
  );
}

/** A form for another rule. */
export function NewRule({
  here,
  people,
  state: { typed },
}: {
  here: string;
  people: RulePeople['choices'];
  state: FormState;
}) {
  const value = (name: string) => (typed?.get('do') === 'add-rule' ? (typed.get(name) ?? '') : '');
  return (
    <Section title="Add a rule">
      <PostForm action={here} class="member-form">
        <Choice
          name="rule"
          label="Rule"
          chosen={value('rule')}
          options={Object.entries(RULE_WORDS).map(([name, { title }]) => [name, title] as const)}
        />
        <People value={value('people')} people={people} />
        <LongField
          name="expression"
          label="Condition"
          value={value('expression')}
          rows={2}
          spellcheck={false}
          dir="ltr"
          hint={
            <>
              Only for a condition of your own, such as{' '}
              <code>{'reviews.filter(review => review.status == "approved").length >= 2'}</code>.
            </>
          }
        />
        <Submit does="add-rule" label="Add the rule" kind="primary" />
      </PostForm>
    </Section>
  );
}

function People({ value, people }: { value: string; people: RulePeople['choices'] }) {
  return (
    <>
      <Field
        name="people"
        label="People"
        type="email"
        multiple
        list="rule-people"
        value={value}
        autocomplete="off"
        hint="Only for rules about certain people: choose a member, or write mail addresses with commas between them."
      />
      <datalist id="rule-people">
        {people.map(({ displayName, email }) => (
          <option value={email}>{displayName}</option>
        ))}
      </datalist>
    </>
  );
}
