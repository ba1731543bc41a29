import { Choice, type FormState, Hidden, PostForm, Section, Submit } from '#modules/member-pages/index.js';
import { NewRule, RuleList } from '../settings/rules/rule-list.js';
import type { RulePeople } from '../settings/rules/rule-people.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { shownFields } from '../changed-fields.js';

/** Shows the rules for merges into a space, which may be those of the organization, and the forms that change them. */
export function MergeRules({
  here,
  space,
  people,
  state,
}: {
  here: string;
  space: SpaceRecord;
  people: RulePeople;
  state: FormState;
}) {
  const { mergeRules } = space;
  const own = mergeRules.type === 'rules' ? mergeRules.rules : [];
  return (
    <>
      <Section title="Conditions for merging">
        {own.length > 0 && (
          <p>
            The space has rules of its own, below, in place of those of the organization. Another choice
            deletes them.
          </p>
        )}
        <PostForm action={here} class="member-form">
          <Hidden fields={shownFields({ rules: mergeRules.type })} />
          <Choice
            name="rules"
            label="Change requests are merged"
            chosen={mergeRules.type}
            options={[
              ['inherit', 'under the conditions of the organization'],
              ['none', 'without conditions'],
              ...(own.length > 0 ? [['rules', 'under the rules below'] as const] : []),
            ]}
          />
          <Submit does="rules" label="Save" />
        </PostForm>
      </Section>
      {own.length > 0 && <RuleList here={here} rules={own} names={people.names} />}
      <NewRule here={here} people={people.choices} state={state} />
    </>
  );
}
