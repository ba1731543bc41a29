import {
  Empty,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  Section,
  type ShownPage,
  shownPage,
  SpaceMark,
} from '#modules/member-pages/index.js';
import type { Organization, SpaceMergeRules } from '#modules/organizations/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { settingsFrame, settingsPath } from '../settings-frame.js';
import { NewRule, RuleList } from './rule-list.js';
import type { RulePeople } from './rule-people.js';
import { RULE_WORDS } from './rule-words.js';

export interface RuleView {
  organization: Organization;
  people: RulePeople;
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
  const { organization, people, state, more } = view;
  const { mergeRules } = organization;
  const rules = mergeRules.type === 'rules' ? mergeRules.rules : [];
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
      {rules.length === 0 ? (
        <Empty>
          <p>There are no rules: whoever may merge merges at any time. Add the first one below.</p>
        </Empty>
      ) : (
        <RuleList here={here} rules={rules} names={people.names} />
      )}
      <NewRule here={here} people={people.choices} state={state} />
      <Spaces base={base} view={view} />
      <MoreLink here={here} cursor={more} what="More spaces" />
    </>,
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
            <a href={`${base}/app/s/${encodeURIComponent(space.id)}/~/settings`} dir="auto">
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
