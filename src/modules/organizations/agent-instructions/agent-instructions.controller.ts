import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { OrganizationParams } from '../organization.dto.js';
import { AgentInstructionsResource, PutAgentInstructionsBody } from './agent-instructions.dto.js';
import type { StoredInstructions } from './agent-instructions.repository.js';
import { AgentInstructions } from './agent-instructions.service.js';
import { parseInstructions } from './read-instructions.js';

@ApiTags('organizations')
@Controller('v1/orgs/:organizationId/agent-instructions')
export class AgentInstructionsController {
  constructor(
    private readonly instructions: AgentInstructions,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('organization:read')
  @Operation(
    'getOrganizationAgentInstructions',
    'Get the instructions for agents that read the sites of the organization',
  )
  @Ok(AgentInstructionsResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
  ): Promise<AgentInstructionsResource> {
    return this.present(await this.instructions.get(actor, organizationId));
  }

  @Put()
  @Authenticated('organization:write')
  @Operation(
    'updateOrganizationAgentInstructions',
    'Tell agents that read the sites of the organization what to mind',
  )
  @Ok(AgentInstructionsResource)
  async put(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: PutAgentInstructionsBody,
  ): Promise<AgentInstructionsResource> {
    const document = parseInstructions(body.instructions);
    return this.present(await this.instructions.put(actor, organizationId, document));
  }

  private present(stored: StoredInstructions): AgentInstructionsResource {
    const { organizationId, document, updatedAt, updatedBy } = stored;
    return {
      object: 'agent-instructions',
      instructions: document,
      updatedAt: updatedAt.toISOString(),
      updatedBy,
      urls: { location: this.urls.api('orgs', organizationId, 'agent-instructions') },
    };
  }
}
