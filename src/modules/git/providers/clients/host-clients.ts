import { Injectable } from '@nestjs/common';
import { HostApi } from '../host-api.js';
import type { ApiProvider } from '../provider-access.js';
import { BitbucketClient } from './bitbucket-client.js';
import { GiteaClient } from './gitea-client.js';
import { GitHubClient } from './github-client.js';
import { GitLabClient } from './gitlab-client.js';
import type { BrowsedHost, HostClient } from './host-client.js';

/** A client for each product. */
@Injectable()
export class HostClients {
  private readonly github: GitHubClient;
  private readonly gitlab: GitLabClient;
  private readonly gitea: GiteaClient;
  private readonly bitbucket: BitbucketClient;

  constructor(api: HostApi) {
    this.github = new GitHubClient(api);
    this.gitlab = new GitLabClient(api);
    this.gitea = new GiteaClient(api);
    this.bitbucket = new BitbucketClient(api);
  }

  of({ provider }: { provider: ApiProvider }): HostClient {
    return this[provider];
  }

  /** The client of a host whose branches and files can be looked at. */
  browsing(provider: 'github' | 'gitlab'): BrowsedHost {
    return this[provider];
  }
}
