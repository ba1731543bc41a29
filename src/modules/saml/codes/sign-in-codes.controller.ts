import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, ApiSchema, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Created } from '#platform/http/answers.js';
import { Public } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { currentContext } from '#platform/logging/context.js';
import { SignInCodes } from './sign-in-codes.service.js';

export class ExchangeSignInCodeBody {
  @TextField({
    min: 1,
    max: 100,
    description: 'The code that the page /app/cli showed',
    example: 'shown on the page',
  })
  code: string;
}

@ApiSchema({ name: 'SignInToken' })
export class SignInTokenResource {
  @ApiProperty({ description: 'A personal token' })
  token: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'When it ends; until it is revoked when absent' })
  expiresAt?: string;

  @ApiPropertyOptional({ description: 'Id of the only organization it is good for, after single sign-on' })
  organization?: string;
}

/** Bindery's own operation: programs sign in by a code that their user saw in the browser. */
@ApiTags('users')
@Controller('v1/sso/token')
export class SignInCodesController {
  constructor(
    private readonly codes: SignInCodes,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Public()
  @Operation(
    'exchangeSignInCode',
    'Exchange a one-time code for a token that can do what the session does that it was shown in',
  )
  @Created(SignInTokenResource)
  @ApiResponse({ status: 400, description: 'The code is not valid, was used before, or is too old.' })
  @ApiResponse({ status: 429, description: 'Too many attempts from this network address.' })
  async exchange(
    @Body() body: ExchangeSignInCodeBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignInTokenResource> {
    this.limiter.take(`sign-in-code ${currentContext().address ?? ''}`, response);
    const { token, record } = await this.codes.exchange(body.code);
    return {
      token,
      ...(record.expiresAt ? { expiresAt: record.expiresAt.toISOString() } : {}),
      ...(record.ssoOrganizationId ? { organization: record.ssoOrganizationId } : {}),
    };
  }
}
