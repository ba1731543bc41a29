import type { ComponentChildren } from 'preact';
import type { GitProvider } from '#modules/git/index.js';

/** Names of hosts. */
export const PROVIDER_NAMES: Record<GitProvider, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  gitea: 'Gitea, Forgejo or Codeberg',
  bitbucket: 'Bitbucket',
  other: 'Another Git server',
};

type Steps = Record<GitProvider, ComponentChildren>;

const TOKENS: Steps = {
  github:
    'Settings of your account, Developer settings, Fine-grained tokens: choose the repository, and under Permissions give Contents “Read and write”.',
  gitlab:
    'Settings of the project, Access tokens: role Developer, scope write_repository. A protected branch takes the role Maintainer.',
  gitea: 'Settings of your account, Applications: a token that may read and write repositories.',
  bitbucket:
    'Repository settings, Access tokens: scopes to read and write repositories. With an API token of yours, fill in your user name too.',
  other: 'A password or a token of an account that may push to the branch, with its user name.',
};

const KEYS: Steps = {
  github: 'Settings of the repository, Deploy keys, Add deploy key: paste it, and tick “Allow write access”.',
  gitlab:
    'Settings of the project, Repository, Deploy keys: paste it, and tick “Grant write permissions to this key”.',
  gitea: 'Settings of the repository, Deploy keys, Add: paste it, and tick “Enable write access”.',
  bitbucket:
    'Access keys of a repository only read. Add it to an account that may push: Personal settings, SSH keys, Add key.',
  other: (
    <>
      Append it as a line to <code>~/.ssh/authorized_keys</code> of the user in the address.
    </>
  ),
};

const WEBHOOKS: Steps = {
  github:
    'Settings of the repository, Webhooks, Add webhook: the address as payload URL, content type application/json, the secret, and the events Pushes, Pull requests and Issue comments.',
  gitlab:
    'Settings of the project, Webhooks, Add new webhook: the address, the secret as secret token, the triggers Push, Comments and Merge request events.',
  gitea:
    'Settings of the repository, Webhooks, Add webhook, Gitea or Forgejo: the address as target URL, the secret, and the events Push, Pull Request and Issue Comment.',
  bitbucket:
    'Repository settings, Webhooks, Add webhook: the address, the secret, and the triggers Repository push and, of pull requests, Created, Updated, Merged, Declined and Comment created.',
  other:
    'A server without webhooks needs nothing: it is looked at every minute. One that has them sends a push as GitHub does, signed with the secret.',
};

/** Steps to make a token, by host. */
export function TokenSteps({ provider }: { provider: GitProvider | null }) {
  return <HostSteps title="Steps to make a token" steps={TOKENS} provider={provider} />;
}

/** Steps to let the public key in, by host. */
export function KeySteps({ provider }: { provider: GitProvider }) {
  return <HostSteps title="Place to paste the key" steps={KEYS} provider={provider} isOpen />;
}

/** Steps to add the webhook, by host. */
export function WebhookSteps({ provider }: { provider: GitProvider }) {
  return <HostSteps title="Steps to add the webhook" steps={WEBHOOKS} provider={provider} />;
}

/** @param provider the host at hand, which comes first. */
function HostSteps({
  title,
  steps,
  provider,
  isOpen = false,
}: {
  title: string;
  steps: Steps;
  provider: GitProvider | null;
  isOpen?: boolean;
}) {
  const hosts = Object.keys(PROVIDER_NAMES) as GitProvider[];
  const ordered = hosts.toSorted((one, other) => Number(other === provider) - Number(one === provider));
  return (
    <details class="import-group" open={isOpen}>
      <summary>{title}</summary>
      <dl class="git-steps">
        {ordered.map((host) => (
          <>
            <dt>{PROVIDER_NAMES[host]}</dt>
            <dd>{steps[host]}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}
