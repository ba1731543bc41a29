import { Controller, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NoContent } from '#platform/http/answers.js';
import { Public } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { RawBody } from '#platform/http/body/raw-body.js';
import { Unauthorized } from '#platform/http/errors.js';
import { FREE_OBJECT, TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { currentContext } from '#platform/logging/context.js';
import { WebhookGuard } from './webhook.guard.js';
import { type HostRequest, type VerifiedDelivery, Webhooks } from './webhooks.service.js';

/** Megabytes; GitHub sends up to 25, most of it lists of files of very large pushes, of which polling hears too. */
const MAX_BODY = 8;

const BODY = ApiBody({
  description: 'As the host sends it.',
  schema: { ...FREE_OBJECT, example: { ref: 'refs/heads/main' } },
  required: true,
});
const REFUSED = ApiResponse({ status: 401, description: 'The signature is not that of the host.' });
const TOO_MANY = ApiResponse({ status: 429, description: 'Too many requests.' });

class WebhookParams {
  @TextField({ max: 64, description: 'Id of the connection.' })
  connectionId: string;
}

/** Hosts of repositories tell here of pushes; their signatures stand for a token. */
@ApiTags('git-hosts')
@Controller('v1/git/webhooks')
@UseGuards(WebhookGuard)
export class WebhooksController {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('github-app')
  @Public()
  @RawBody()
  @BodyLimit(MAX_BODY)
  @Operation('receiveGitHubAppWebhook', 'Take what GitHub tells the GitHub App of this installation')
  @BODY
  @REFUSED
  @TOO_MANY
  @NoContent('Taken.')
  async takeOfApp(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.takeVerified(this.webhooks.verifyOfApp(sent(request)), response);
  }

  @Post(':connectionId')
  @Public()
  @RawBody()
  @BodyLimit(MAX_BODY)
  @Operation('receiveGitWebhook', 'Take what the host of a connected repository tells of a push')
  @BODY
  @REFUSED
  @TOO_MANY
  @NoContent('Taken.')
  async take(
    @Req() request: Request,
    @Param() { connectionId }: WebhookParams,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.takeVerified(this.webhooks.verify(connectionId, sent(request)), response);
  }

  /** A sender who does not know the secret uses up the tries of their network, and nothing of the host's. */
  private async takeVerified(verified: Promise<VerifiedDelivery>, response: Response): Promise<void> {
    try {
      const delivery = await verified;
      this.limiter.take(`git-webhook ${delivery.source}`, response);
      await this.webhooks.take(delivery);
    } catch (error) {
      if (error instanceof Unauthorized) this.limiter.takeFailure(currentContext().address ?? '');
      throw error;
    }
  }
}

function sent({ headers, body }: Request): HostRequest {
  return { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}
