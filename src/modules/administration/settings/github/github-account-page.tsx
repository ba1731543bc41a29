import type { AppInstallationList } from '#modules/git/index.js';
import {
  Ago,
  Danger,
  Empty,
  type FormState,
  MemberTable,
  Outcome,
  Section,
  type ShownPage,
  shownPage,
} from '#modules/member-pages/index.js';
import { settingsFrame, settingsPath } from '../settings-frame.js';

export interface GitHubAccountView extends Pick<AppInstallationList, 'items'> {
  organizationId: string;
  /** Hosts that have an App, with the addresses there at which an account installs it. */
  links: readonly { host: string; href: string }[];
  state: FormState;
}

/** Accounts of GitHub that an organization may use. */
export function gitHubAccountPage(base: string, view: GitHubAccountView): ShownPage {
  const { organizationId, items, links, state } = view;
  const here = settingsPath(base, organizationId, 'github');
  return shownPage(
    settingsFrame(base, organizationId, 'github'),
    <>
      <Outcome notice={state.notice || undefined} problem={state.problem} />
      <p>
        Members who may sync a space connect it with repositories of the accounts that are linked here,
        without a token of their own. An owner of the account chooses at GitHub which repositories that are.
      </p>
      {items.length > 0 && <Accounts here={here} items={items} />}
      {links.length === 0 ? (
        <Empty>
          <p>
            This installation has no GitHub App yet. Its operators make one in a minute; until then, spaces
            are connected with tokens.
          </p>
        </Empty>
      ) : (
        links.map((link) => <LinkAccount {...link} />)
      )}
    </>,
  );
}

function Accounts({ here, items }: { here: string } & Pick<GitHubAccountView, 'items'>) {
  return (
    <MemberTable title="Linked accounts" columns={['Account', 'Linked', 'Unlink']}>
      {items.map(({ host, installationId, account, createdAt }) => (
        <tr>
          <th scope="row">
            {account}
            <span class="member-hint people-line">{host}</span>
          </th>
          <td>
            <Ago at={createdAt} />
          </td>
          <td>
            <Danger
              summary="Unlink"
              whom={account}
              action={here}
              fields={{ host, installation: installationId }}
              does="unlink"
              label="Yes, unlink it"
            >
              <p>
                Spaces that are connected through the App stop, and say so. They keep what they have, and so
                does the repository.
              </p>
            </Danger>
          </td>
        </tr>
      ))}
    </MemberTable>
  );
}

/** A link, as a form of ours must not lead to other hosts. */
function LinkAccount({ host, href }: { host: string; href: string }) {
  return (
    <Section title={`Link an account at ${new URL(host).host}`}>
      <p>You choose the account and its repositories there, and come back. Only its owners can do this.</p>
      <p>
        <a class="button button-primary button-medium" href={href}>
          Choose at GitHub
        </a>
      </p>
    </Section>
  );
}
