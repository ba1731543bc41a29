import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import lzString from 'lz-string';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BadRequest } from '#platform/http/errors.js';
import { parseJson } from '#platform/http/body/parse-json.js';
import { Operation } from '#platform/http/operation.js';
import { readAs } from '#platform/http/read-as.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import type { ComponentAnswer } from './components.js';
import { RenderBody, RenderOutputResource, RenderQuery } from './render.dto.js';
import { RenderUi } from './render-ui.js';

@ApiTags('integrations')
@Controller('v1/integrations/:integrationName/render')
export class RenderController {
  constructor(private readonly rendering: RenderUi) {}

  @Get()
  @Authenticated('integration:read', { siteReaders: true })
  @Operation('renderIntegrationUIWithGet', 'Render a component of an integration; actions are sent with POST')
  @Ok(RenderOutputResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Query() { request }: RenderQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RenderOutputResource> {
    const wanted = await readRequest(request);
    if (wanted.action) throw new BadRequest('request: send an action with POST.');
    return present(await this.rendering.execute(actor, integrationName, wanted), response);
  }

  @Post()
  @Authenticated('integration:read', { siteReaders: true })
  @Operation('renderIntegrationUIWithPost', 'Render a component of an integration, also after an action')
  @Ok(RenderOutputResource)
  async post(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Body() body: RenderBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RenderOutputResource> {
    return present(await this.rendering.execute(actor, integrationName, body), response);
  }
}

function present({ output, seconds }: ComponentAnswer, response: Response): RenderOutputResource {
  response.setHeader('Cache-Control', seconds ? `private, max-age=${seconds}` : 'no-store');
  return output;
}

/** @throws BadRequest for what is not a compressed body of the POST route. */
async function readRequest(text: string): Promise<RenderBody> {
  // A plus sign of the alphabet that is used in addresses is a space after parsing.
  const json: string | null =
    lzString.decompressFromEncodedURIComponent(text) || lzString.decompressFromBase64(text);
  const value = await parseJson(Buffer.from(json ?? '')).catch(() => {
    throw new BadRequest('request must be JSON, compressed with LZ-string for addresses.');
  });
  return readAs(RenderBody, value, 'request');
}
