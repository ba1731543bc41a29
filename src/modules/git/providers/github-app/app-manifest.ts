import type { Urls } from '#platform/http/urls.js';

/** The limit of GitHub. */
const MAX_NAME = 34;

export interface AppManifestOptions {
  /** True when other accounts than the one it belongs to may install the App. */
  isPublic: boolean;
}

/** The description of the GitHub App of this installation from which GitHub makes it. */
export function appManifest(urls: Urls, { isPublic }: AppManifestOptions): object {
  const { host, protocol } = new URL(urls.base);
  return {
    name: `Bindery ${host}`.slice(0, MAX_NAME),
    url: urls.base,
    // GitHub takes no address that it cannot reach; without one, Bindery asks for news itself.
    ...(protocol === 'https:'
      ? { hook_attributes: { url: urls.api('git', 'webhooks', 'github-app'), active: true } }
      : {}),
    redirect_url: urls.app('operate', 'github', 'created'),
    callback_urls: [urls.app('github', 'installed')],
    // GitHub then tells us the person who installs the App: nobody gets at the repositories of others.
    request_oauth_on_install: true,
    public: isPublic,
    default_permissions: {
      ...{ contents: 'write', metadata: 'read', pull_requests: 'write', statuses: 'write' },
      ...{ issues: 'read', members: 'read' },
    },
    default_events: ['push', 'pull_request', 'issue_comment'],
  };
}
