import { Injectable } from '@nestjs/common';
import { SecretBox } from '#platform/secrets/secret-box.js';
import type { GitHubApp } from './github-apps.repository.js';

type Sealed = 'clientSecret' | 'privateKey' | 'webhookSecret';

/** Seals and opens the secrets of GitHub Apps; each is bound to its App and its purpose. */
@Injectable()
export class GitHubAppSecrets {
  constructor(private readonly box: SecretBox) {}

  seal(host: string, name: Sealed, secret: string): Promise<Buffer> {
    return this.box.seal(secret, contextOf(host, name));
  }

  open(app: GitHubApp, name: Sealed): Promise<string> {
    return this.box.open(app[name], contextOf(app.host, name));
  }
}

function contextOf(host: string, name: Sealed): string {
  return `github-app ${host} ${name}`;
}
