import { Controller, Param, Post, Req, Res } from '@nestjs/common';
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
  async takeOfApp(@Req() request: Request): Promise<void> {
    await this.webhooks.take(await this.counted(this.webhooks.verifyOfApp(sent(request))));
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
    const verified = await this.counted(this.webhooks.verify(connectionId, sent(request)));
    this.limiter.take(`git-webhook ${connectionId}`, response);
    await this.webhooks.take(verified);
  }

  /** A sender who does not know the secret uses up the tries of their network, and nothing of the host's. */
  private async counted(verified: Promise<VerifiedDelivery>): Promise<VerifiedDelivery> {
    try {
      return await verified;
    } catch (error) {
      if (error instanceof Unauthorized) this.limiter.takeFailure(currentContext().address ?? '');
      throw error;
    }
  }
}

function sent({ headers, body }: Request): HostRequest {
  return { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}
