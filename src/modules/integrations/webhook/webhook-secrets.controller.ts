import { Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import {
  WebhookParams,
  WebhookSecretParams,
  WebhookSecretResource,
  WebhookSecretsResource,
} from './webhook.dto.js';
import { type WebhookSecret, WebhookSecrets } from './webhook-secrets.js';

@ApiTags('integrations')
@Controller('v1/integrations/webhook/installations/:installationId/secrets')
export class WebhookSecretsController {
  constructor(private readonly secrets: WebhookSecrets) {}

  @Get()
  @Authenticated('integration:write')
  @ApiOperation({
    operationId: 'listWebhookSecrets',
    summary: 'Get the signing secrets of a webhook',
  })
  @ApiOkResponse({ type: WebhookSecretsResource })
  async list(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: WebhookParams,
  ): Promise<WebhookSecretsResource> {
    const items = (await this.secrets.list(actor, installationId)).map(present);
    return { items, count: items.length };
  }

  @Post()
  @Authenticated('integration:write')
  @ApiOperation({ operationId: 'createWebhookSecret', summary: 'Sign deliveries with another secret too' })
  @ApiCreatedResponse({ type: WebhookSecretResource })
  async create(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: WebhookParams,
  ): Promise<WebhookSecretResource> {
    return present(await this.secrets.add(actor, installationId));
  }

  @Delete(':secretId')
  @HttpCode(204)
  @Authenticated('integration:write')
  @ApiOperation({ operationId: 'deleteWebhookSecret', summary: 'Sign deliveries with a secret no more' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  delete(
    @CurrentActor() actor: Actor,
    @Param() { installationId, secretId }: WebhookSecretParams,
  ): Promise<void> {
    return this.secrets.delete(actor, installationId, secretId);
  }
}

function present({ id, secret, createdAt }: WebhookSecret): WebhookSecretResource {
  return { id, secret, createdAt: createdAt.toISOString() };
}
