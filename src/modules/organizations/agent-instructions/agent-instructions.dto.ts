import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ShortTextField, type ShortTextInput } from '#modules/documents/index.js';

export class PutAgentInstructionsBody {
  @ShortTextField({
    example: { markdown: 'Answer in the words of these pages.' },
    description: 'A document, or { "markdown": "…" }. Readers of every site that serves agents can see it.',
  })
  instructions: ShortTextInput;
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
  instructions: ShortTextInput;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ description: 'Id of the user who wrote them; empty as long as nobody has' })
  updatedBy: string;

  @ApiProperty({ type: AgentInstructionsUrlsResource })
  urls: AgentInstructionsUrlsResource;
}
