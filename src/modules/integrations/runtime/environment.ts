import { Injectable } from '@nestjs/common';
import { InstallationSecrets } from '#modules/storage/index.js';
import { Urls } from '#platform/http/urls.js';
import { IntegrationResources } from '../catalog/integration-resources.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import {
  presentInstallation,
  presentSiteInstallation,
  presentSpaceInstallation,
} from '../installations/installation.presenter.js';
import type { Installation } from '../installations/installations.repository.js';
import type { InstallationTarget } from '../installations/targets.repository.js';
import { IntegrationTokens } from '../installations/integration-tokens.js';

/** For what a script is called: its integration as such, an installation of that, or one on a space or site. */
export interface CallPlace {
  installation?: Installation | null;
  target?: InstallationTarget | null;
}

export interface ScriptEnvironment {
  /** `IntegrationEnvironment` of the published contract. */
  environment: object;
  /** All of it that nobody else may see. */
  secrets: string[];
}

/** Makes what a script finds around an event: who it is, where it is installed, its secrets, and tokens for the API. */
@Injectable()
export class ScriptEnvironments {
  private readonly secret = this.secrets.declare('integration-signing');
  private readonly made = new WeakMap<CallPlace, Promise<ScriptEnvironment>>();

  constructor(
    private readonly integrations: Integrations,
    private readonly resources: IntegrationResources,
    private readonly tokens: IntegrationTokens,
    private readonly secrets: InstallationSecrets,
    private readonly urls: Urls,
  ) {}

  /** Calls for the very same place, which are of the same moment, have the same environment. */
  make(integration: Integration, place: CallPlace): Promise<ScriptEnvironment> {
    let made = this.made.get(place);
    if (!made) this.made.set(place, (made = this.makeAnew(integration, place)));
    return made;
  }

  private async makeAnew(
    integration: Integration,
    { installation, target }: CallPlace,
  ): Promise<ScriptEnvironment> {
    const secrets = await this.integrations.secretsOf(integration);
    const signingSecrets = this.signingSecrets(integration, { installation, target });
    const apiTokens = {
      integration: await this.tokens.issueForIntegration(integration.id),
      ...(installation && { installation: await this.tokens.issueForInstallation(installation.id) }),
    };
    const environment = {
      apiEndpoint: this.urls.base,
      apiTokens,
      authToken: apiTokens.installation ?? apiTokens.integration,
      integration: await this.resources.ofOne(null, integration),
      ...(installation && {
        installation: presentInstallation(installation, integration, this.urls, true),
      }),
      ...(target && this.targetOf(integration, target)),
      secrets,
      signingSecrets,
      signingSecret: signingSecrets.installation ?? signingSecrets.integration,
    };
    const hidden = [apiTokens, secrets, signingSecrets].flatMap((values) => Object.values<string>(values));
    return { environment, secrets: hidden };
  }

  private targetOf(integration: Integration, target: InstallationTarget): object {
    return target.kind === 'space'
      ? { spaceInstallation: presentSpaceInstallation(target, integration, this.urls, true) }
      : { siteInstallation: presentSiteInstallation(target, integration, this.urls, true) };
  }

  /** Secret with which an installation on a site signs the tokens of its visitors. */
  siteSecret(integration: Integration, target: InstallationTarget): string {
    return this.signingSecrets(integration, { target })['siteInstallation'] ?? '';
  }

  /** The same for as long as the installation of Bindery is: scripts check with them what they signed themselves. */
  private signingSecrets(
    integration: Integration,
    { installation, target }: CallPlace,
  ): Record<string, string> {
    const secret = (...parts: string[]): string => this.secret.sign(parts, 32).toString('hex');
    return {
      integration: secret('integration', integration.id),
      ...(installation && { installation: secret('installation', installation.id) }),
      ...(target && {
        [`${target.kind}Installation`]: secret(target.kind, target.installationId, target.targetId),
      }),
    };
  }
}
