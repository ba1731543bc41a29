import { Injectable } from '@nestjs/common';
import type { RenderContext } from './render.dto.js';

import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { workingTarget } from '../endpoints/working-target.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { InstallationTargets } from '../installations/installation-targets.service.js';
import { Installations } from '../installations/installations.service.js';
import { type TargetKind, TargetsRepository } from '../installations/targets.repository.js';
import type { CallPlace } from '../runtime/environment.js';
import { BlockTickets } from './block-tickets.js';
import { type ComponentAnswer, ComponentFailed, type ComponentRequest, Components } from './components.js';
import { ShownBlocks } from './shown-blocks.js';

interface Found {
  integration: Integration;
  place: CallPlace;
}

type FoundInDocument = Found & { place: { installation: NonNullable<CallPlace['installation']> } };

/**
 * Draws components where the API is asked to: for members blocks of documents in spaces that they see, and settings that they may
 * change; for readers of sites the blocks that pages show them.
 */
@Injectable()
export class RenderUi {
  constructor(
    private readonly components: Components,
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly installationTargets: InstallationTargets,
    private readonly targets: TargetsRepository,
    private readonly spaces: Spaces,
    private readonly shown: ShownBlocks,
    private readonly tickets: BlockTickets,
  ) {}

  /**
   * The component's answer.
   * @throws BadRequest for an invalid context, NotFound for objects that the actor cannot see, Forbidden, and 502 when
   * the integration fails.
   */
  async execute(
    actor: Actor,
    name: string,
    request: ComponentRequest<RenderContext>,
  ): Promise<ComponentAnswer> {
    if (actor.reader) return this.forReader(actor, name, request);
    const { integration, place } = await this.find(actor, name, request.context);
    return this.render(integration, place, request, actor.userId);
  }

  /** Properties that a drawing answered come back with the next action: they are signed on their way out. */
  private async forReader(
    actor: Actor,
    name: string,
    request: ComponentRequest<RenderContext>,
  ): Promise<ComponentAnswer> {
    const { context, componentId, action } = request;
    if (context.type !== 'document') throw new NotFound('block');
    const { integration, place } = await this.inDocument(actor, name, idOf(context, 'spaceId'));
    const { organizationId } = place.installation;
    const block = {
      organizationId,
      spaceId: idOf(context, 'spaceId'),
      integration: name,
      block: componentId,
    };
    const { props, isSigned } = this.tickets.readProps({ ...block, props: request.props });
    const wanted = { integration: name, block: componentId, props };
    // Actions with this prefix are for editors and modal windows, which integrations do not handle.
    const done = action?.['action'];
    const isForEditors = typeof done === 'string' && done.startsWith('@');
    if (isForEditors || !(isSigned || (await this.shown.areShown(actor, block.spaceId, wanted))))
      throw new NotFound('block');
    const answer = await this.render(integration, place, { ...request, props });
    if (answer.output.type !== 'element') return answer;
    const signed = this.tickets.signedProps({ ...block, props: answer.output.props });
    return { ...answer, output: { ...answer.output, props: signed } };
  }

  private async render(
    integration: Integration,
    place: CallPlace,
    request: ComponentRequest<RenderContext>,
    userId?: string,
  ): Promise<ComponentAnswer> {
    try {
      const context = contextOf(request.context, userId !== undefined);
      return await this.components.render(integration, place, { ...request, context }, userId);
    } catch (error) {
      if (error instanceof ComponentFailed)
        throw new DomainError(502, `${integration.title}: ${error.message}`);
      throw error;
    }
  }

  private find(actor: Actor, name: string, context: RenderContext): Promise<Found> {
    switch (context.type) {
      case 'document':
        return this.inDocument(actor, name, idOf(context, 'spaceId'));
      case 'configuration_account':
      case 'configuration_contentsource':
        return this.ofOrganization(actor, name, idOf(context, 'organizationId'));
      case 'configuration_space':
        return this.onTarget(actor, name, 'space', idOf(context, 'spaceId'));
      case 'configuration_site':
        return this.onTarget(actor, name, 'site', idOf(context, 'siteId'));
    }
  }

  private async inDocument(actor: Actor, name: string, spaceId: string): Promise<FoundInDocument> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const working = await this.installations.findWorking(space.organizationId, 'space', spaceId);
    const found = working.find(({ integration }) => integration.name === name);
    if (!found) throw new NotFound('installation');
    const { installation, integration } = found;
    return { integration, place: { installation, target: workingTarget(found, 'space', spaceId) } };
  }

  private async ofOrganization(actor: Actor, name: string, organizationId: string): Promise<Found> {
    const { id } = await this.integrations.requireIntegration(actor, name, 'view');
    const stored = await this.installations.findForOrganization(id, organizationId);
    if (!stored) throw new NotFound('installation');
    const { installation, integration } = await this.installations.requireInstallation(
      actor,
      name,
      stored.id,
      'configure',
    );
    return { integration, place: { installation } };
  }

  private async onTarget(actor: Actor, name: string, kind: TargetKind, targetId: string): Promise<Found> {
    const { id: integrationId } = await this.integrations.requireIntegration(actor, name, 'view');
    const page = await this.targets.list(kind, { integrationId, targetIds: [targetId] }, { limit: 1 });
    const [target] = page.items;
    if (!target) throw new NotFound('installation');
    const address = { name, installationId: target.installationId, kind, targetId };
    const found = await this.installationTargets.requirePlace(actor, address, 'configure');
    return { integration: found.integration, place: { installation: found.installation, target } };
  }
}

/** Context of a drawing for scripts; readers of sites edit nothing. */
function contextOf(context: RenderContext, isMember: boolean): object {
  const { type, editable = false, theme = 'light', ...places } = context;
  return { type, ...places, ...(type === 'document' ? { editable: isMember && editable } : {}), theme };
}

function idOf(context: RenderContext, name: 'organizationId' | 'spaceId' | 'siteId'): string {
  const id = context[name];
  if (id === undefined) throw new BadRequest(`context.${name} is required for ${context.type}.`);
  return id;
}
