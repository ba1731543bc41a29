import { INSTALLATION_ACTIONS, type InstallationEvent } from '#modules/audit/index.js';
import {
  Ago,
  Danger,
  Empty,
  Field,
  FaceName,
  type FormState,
  MemberTable,
  MoreLink,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { OperatorView } from '#modules/operators/index.js';
import { operatePage, operateUrl } from '../operate-page.js';

export interface OperatorListView {
  operators: readonly OperatorView[];
  /** Id of the operator who looks. */
  selfId: string;
  events: readonly InstallationEvent[];
  /** Cursor of older events. */
  older: string | null;
  state: FormState;
}

/** The list of operators, and of what they did. */
export function operatorList(base: string, view: OperatorListView): ShownPage {
  const { operators, selfId, events, older, state } = view;
  const here = operateUrl(base, 'operators');
  return operatePage(
    base,
    'operators',
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      <p>
        Operators look after the whole installation. They see no content of organizations that they do not
        belong to, and administrators of organizations are no operators.
      </p>
      <MemberTable title="List of operators" columns={['Name', 'Since', 'Remove']}>
        {operators.map((operator) => (
          <OperatorRow
            here={here}
            operator={operator}
            isSelf={operator.userId === selfId}
            isLast={operators.length === 1}
          />
        ))}
      </MemberTable>
      <NewOperator here={here} email={state.typed?.get('email') ?? ''} />
      <Done here={here} events={events} older={older} />
    </>,
    { status: state.status },
  );
}

function OperatorRow({
  here,
  operator: { userId, user, addedAt },
  isSelf,
  isLast,
}: {
  here: string;
  operator: OperatorView;
  isSelf: boolean;
  isLast: boolean;
}) {
  return (
    <tr>
      <th scope="row">
        <FaceName person={user} /> {isSelf && <span class="member-badge">You</span>}
        <span class="member-hint people-line">{user.email}</span>
      </th>
      <td>
        <Ago at={addedAt} />
      </td>
      <td>
        {isLast ? (
          'There must be one'
        ) : (
          <Danger
            summary="Remove"
            action={here}
            does="remove"
            label={isSelf ? 'Give the office up' : 'Remove the operator'}
            whom={user.email}
            fields={{ user: userId }}
          >
            <p>
              {isSelf ? 'You lose' : 'They lose'} these pages at once. The account and its memberships stay,
              and another operator can name {isSelf ? 'you' : 'them'} again.
            </p>
          </Danger>
        )}
      </td>
    </tr>
  );
}

function EventRow({ event }: { event: InstallationEvent }) {
  const { occurredAt, action, actorLabel, actorType, targetLabel, targetId, source, address } = event;
  return (
    <tr>
      <td>
        <Ago at={occurredAt} />
      </td>
      <td>{(INSTALLATION_ACTIONS as Record<string, string>)[action] ?? action}</td>
      <td dir="auto">{targetLabel ?? targetId}</td>
      <td dir="auto">{actorLabel ?? actorType}</td>
      <td>
        {source} {address}
      </td>
    </tr>
  );
}

function NewOperator({ here, email }: { here: string; email: string }) {
  return (
    <Section title="Name an operator">
      <PostForm action={here} class="member-form">
        <Field
          name="email"
          label="Mail address"
          type="email"
          hint="Of somebody who has an account here. They can do everything on these pages, and remove you."
          required
          maxLength={255}
          autocomplete="off"
          value={email}
        />
        <Submit does="add" label="Name as an operator" />
      </PostForm>
    </Section>
  );
}

function Done({ here, events, older }: { here: string } & Pick<OperatorListView, 'events' | 'older'>) {
  if (events.length === 0)
    return (
      <Section title="Actions of operators">
        <Empty>Nothing yet. Tests, jobs that are run again, and new operators will be listed here.</Empty>
      </Section>
    );
  return (
    <>
      <MemberTable title="Actions of operators" columns={['When', 'What', 'To what', 'Who', 'From']}>
        {events.map((event) => (
          <EventRow event={event} />
        ))}
      </MemberTable>
      <MoreLink here={here} cursor={older} what="Older entries" />
    </>
  );
}
