import { Injectable } from '@nestjs/common';
import {
  ChangeTargets,
  EventLog,
  Install,
  type Installation,
  Installations,
  type Integration,
  Integrations,
  type IntegrationScope,
  type TargetAddress,
  Uninstall,
  UpdateInstallation,
  WEBHOOK,
  type WebhookSecret,
  WebhookSecrets,
} from '#modules/integrations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { readSettings } from './read-settings.js';

/** Actions of administrators on the pages of integrations, by the rules of the API. */
@Injectable()
export class IntegrationForms {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly installing: Install,
    private readonly updating: UpdateInstallation,
    private readonly uninstalling: Uninstall,
    private readonly targets: ChangeTargets,
    private readonly events: EventLog,
    private readonly secrets: WebhookSecrets,
  ) {}

  /**
   * Does what the pressed button says.
   * @returns a secret that was made, which is shown once. @throws DomainError as the API does
   */
  async submit(
    actor: Actor,
    organizationId: string,
    name: string,
    form: URLSearchParams,
  ): Promise<WebhookSecret | void> {
    const what = form.get('do');
    if (what === 'install') return void (await this.installing.execute(actor, name, organizationId));
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.installations.findForOrganization(integration.id, organizationId);
    if (!installation) throw new NotFound('installation');
    if (what === 'uninstall') return this.uninstalling.execute(actor, name, installation.id);
    if (what === 'redeliver') return this.events.redeliver(actor, name, form.get('event') ?? '');
    if (what === 'make-secret' && name === WEBHOOK) return this.secrets.add(actor, installation.id);
    if (what === 'delete-secret' && name === WEBHOOK)
      return this.secrets.delete(actor, installation.id, form.get('secret') ?? '');
    const address = addressOf(name, installation.id, form);
    if (address) await this.changeTarget(actor, address, integration, form);
    else await this.updating.execute(actor, name, installation.id, updateOf(integration, installation, form));
  }

  private async changeTarget(
    actor: Actor,
    address: TargetAddress,
    integration: Integration,
    form: URLSearchParams,
  ): Promise<void> {
    switch (form.get('do')) {
      case 'add':
        return void (await this.targets.install(actor, address));
      case 'remove':
        return this.targets.uninstall(actor, address);
      case 'pause':
        return void (await this.targets.update(actor, address, { status: 'paused' }));
      case 'resume':
        return void (await this.targets.update(actor, address, { status: 'active' }));
      case 'configure': {
        const { installationId, kind, targetId } = address;
        const stored = await this.installations.findTarget(installationId, kind, targetId);
        const requestedSettings = integration.configurations[kind];
        const configuration = readSettings(requestedSettings, stored?.configuration ?? {}, form);
        return void (await this.targets.update(actor, address, { configuration }));
      }
      default:
        throw unknown();
    }
  }
}

/** The space or site that a form is about, `space:<id>`; null for one about the installation. */
function addressOf(name: string, installationId: string, form: URLSearchParams): TargetAddress | null {
  const place = form.get('place');
  if (place === null) return null;
  const [kind = '', targetId = ''] = place.split(':', 2);
  if ((kind !== 'space' && kind !== 'site') || targetId === '')
    throw new BadRequest('place: choose a space or a site of the list.');
  return { name, installationId, kind, targetId };
}

function updateOf(
  integration: Integration,
  { configuration }: Installation,
  form: URLSearchParams,
): Parameters<UpdateInstallation['execute']>[3] {
  switch (form.get('do')) {
    case 'pause':
      return { status: 'paused' };
    case 'resume':
      return { status: 'active' };
    case 'agree':
      // Only the scopes shown on the page, not those of a version published since; the API refuses scopes that were not
      // asked for.
      return { scopes: form.getAll('scope') as IntegrationScope[] };
    case 'reach':
      return { spaceSelection: selectionOf(form, 'spaces'), siteSelection: selectionOf(form, 'sites') };
    case 'configure':
      return { configuration: readSettings(integration.configurations.account, configuration, form) };
    default:
      throw unknown();
  }
}

function selectionOf(form: URLSearchParams, name: string): 'all' | 'selected' | undefined {
  const given = form.get(name);
  if (given === null) return undefined;
  if (given === 'all' || given === 'selected') return given;
  throw new BadRequest(`${name}: choose "all" or "selected".`);
}

function unknown(): BadRequest {
  return new BadRequest('The form does not say what to do; press one of its buttons.');
}
