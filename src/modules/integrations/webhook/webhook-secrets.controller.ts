import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
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
  @Operation('listWebhookSecrets', 'Get the signing secrets of a webhook')
  @Ok(WebhookSecretsResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: WebhookParams,
  ): Promise<WebhookSecretsResource> {
    const items = (await this.secrets.list(actor, installationId)).map(present);
    return { items, count: items.length };
  }

  @Post()
  @Authenticated('integration:write')
  @Operation('createWebhookSecret', 'Sign deliveries with another secret too')
  @Created(WebhookSecretResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: WebhookParams,
  ): Promise<WebhookSecretResource> {
    return present(await this.secrets.add(actor, installationId));
  }

  @Delete(':secretId')
  @Authenticated('integration:write')
  @Operation('deleteWebhookSecret', 'Sign deliveries with a secret no more')
  @NoContent('It is gone.')
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
