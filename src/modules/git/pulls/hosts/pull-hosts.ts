import { Injectable } from '@nestjs/common';
import { HostApi } from '../../providers/host-api.js';
import type { ApiProvider } from '../../providers/provider-access.js';
import { BitbucketPulls } from './bitbucket-pulls.js';
import { GitHubStylePulls } from './github-style-pulls.js';
import { GitLabPulls } from './gitlab-pulls.js';
import type { PullHost } from './pull-host.js';

/** Finds the client for the pull requests of a host. */
@Injectable()
export class PullHosts {
  private readonly byProvider: Record<ApiProvider, PullHost>;

  constructor(api: HostApi) {
    const githubStyle = new GitHubStylePulls(api);
    this.byProvider = {
      github: githubStyle,
      gitea: githubStyle,
      gitlab: new GitLabPulls(api),
      bitbucket: new BitbucketPulls(api),
    };
  }

  of({ provider }: { provider: ApiProvider }): PullHost {
    return this.byProvider[provider];
  }
}
