import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { JsonField } from '#platform/http/fields.js';

export class PutAgentInstructionsBody {
  @JsonField({
    example: { markdown: 'Answer in the words of these pages.' },
    description: 'A document, or { "markdown": "…" }. Readers of every site that serves agents can see it.',
  })
  instructions: object;
}

@ApiSchema({ name: 'OrganizationAgentInstructionsUrls' })
export class AgentInstructionsUrlsResource {
  @ApiProperty()
  location: string;
}

@ApiSchema({ name: 'OrganizationAgentInstructions' })
export class AgentInstructionsResource {
  @ApiProperty({ enum: ['agent-instructions'] })
  object: 'agent-instructions';

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'A document' })
  instructions: object;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ description: 'Id of the user who wrote them; empty as long as nobody has' })
  updatedBy: string;

  @ApiProperty({ type: AgentInstructionsUrlsResource })
  urls: AgentInstructionsUrlsResource;
}
