import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { TextField } from '#platform/http/fields.js';

export class WebhookParams {
  @TextField({ max: 64, description: 'Id of the installation of the integration "webhook".' })
  installationId: string;
}

export class WebhookSecretParams extends WebhookParams {
  @TextField({ max: 64, description: 'Id of the secret.' })
  secretId: string;
}

@ApiSchema({ name: 'WebhookSecret' })
export class WebhookSecretResource {
  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Secret that signs deliveries.' })
  secret: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

@ApiSchema({ name: 'WebhookSecrets' })
export class WebhookSecretsResource {
  @ApiProperty({ type: [WebhookSecretResource], description: 'Newest first; at most two.' })
  items: WebhookSecretResource[];

  @ApiProperty()
  count: number;
}
