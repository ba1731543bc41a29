import {
  Danger,
  Choice,
  Empty,
  type FormState,
  LongField,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  SpaceMark,
  Submit,
} from '#modules/member-pages/index.js';
import type { MergeRule, Organization, SpaceMergeRules } from '#modules/organizations/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { settingsFrame, settingsPath } from '../settings-frame.js';
import { RULE_WORDS } from './rule-words.js';

export interface RuleView {
  organization: Organization;
  /** Names of the members whom rules name, by id. */
  names: ReadonlyMap<string, string>;
  /** Spaces that do not take over the rules of the organization. */
  spaces: readonly SpaceRecord[];
  /** Number of all of them. */
  count: number;
  /** Cursor of further spaces. */
  more: string | null;
  state: FormState;
}

/** The merge rules of an organization, a form for another one, and the spaces that have their own. */
export function rulePage(base: string, view: RuleView): ShownPage {
  const { organization, state, more } = view;
  const here = settingsPath(base, organization.id, 'rules');
  return shownPage(
    settingsFrame(base, organization.id, 'rules'),
    <>
      <Outcome {...state} />
      <p>
        A change request is merged only while it meets all of these rules. They hold in every space that takes
        over the rules of the organization. A review counts for the version that it was given for, and never
        for its author.
      </p>
      <Rules here={here} view={view} />
      <NewRule here={here} state={state} />
      <Spaces base={base} view={view} />
      <MoreLink here={here} cursor={more} what="More spaces" />
    </>,
  );
}

function Rules({ here, view: { organization, names } }: { here: string; view: RuleView }) {
  const { mergeRules } = organization;
  const rules = mergeRules.type === 'rules' ? mergeRules.rules : [];
  if (rules.length === 0)
    return (
      <Empty>
        <p>There are no rules: whoever may merge merges at any time. Add the first one below.</p>
      </Empty>
    );
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
              does="remove"
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

function NewRule({ here, state: { typed } }: { here: string; state: FormState }) {
  const value = (name: string) => typed?.get(name) ?? '';
  return (
    <Section title="Add a rule">
      <PostForm action={here} class="member-form">
        <Choice
          name="rule"
          label="Rule"
          chosen={value('rule')}
          options={Object.entries(RULE_WORDS).map(([name, { title }]) => [name, title] as const)}
        />
        <LongField
          name="people"
          label="People"
          value={value('people')}
          rows={2}
          spellcheck={false}
          hint="Mail addresses of members, one in a line: only for rules about certain people."
        />
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
        <Submit does="add" label="Add the rule" kind="primary" />
      </PostForm>
    </Section>
  );
}

function Spaces({ base, view: { spaces, count } }: { base: string; view: RuleView }) {
  if (spaces.length === 0)
    return (
      <Section title="Spaces with rules of their own">
        <p>None: these rules hold in all spaces.</p>
      </Section>
    );
  return (
    <MemberTable title={`Spaces with rules of their own (${count})`} columns={['Space', 'Rules']}>
      {spaces.map((space) => (
        <tr>
          <th scope="row">
            <SpaceMark space={space} />{' '}
            <a href={`${base}/app/s/${encodeURIComponent(space.id)}`} dir="auto">
              {space.title}
            </a>
          </th>
          <td>{summaryOf(space.mergeRules)}</td>
        </tr>
      ))}
    </MemberTable>
  );
}

function summaryOf(rules: SpaceMergeRules): string {
  if (rules.type !== 'rules' || rules.rules.length === 0) return 'No rules: anybody who may merge does';
  return rules.rules.map(({ rule }) => RULE_WORDS[rule].title).join('; ');
}
