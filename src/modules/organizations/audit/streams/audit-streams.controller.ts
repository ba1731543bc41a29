import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { OrganizationParams } from '../../organization.dto.js';
import {
  AuditStreamParams,
  AuditStreamResource,
  AuditStreamsResource,
  AuditStreamTestResource,
  AuditStreamWithSecretResource,
  CreateAuditStreamBody,
  UpdateAuditStreamBody,
} from './audit-stream.dto.js';
import {
  presentAuditStream,
  presentAuditStreamTest,
  presentNewAuditStream,
} from './audit-stream.presenter.js';
import { AuditStreams } from './audit-streams.service.js';

/** Bindery's own operations: addresses that the entries of an audit log are posted to. */
@ApiTags('organizations')
@Controller('v1/orgs/:organizationId/audit-streams')
export class AuditStreamsController {
  constructor(
    private readonly streams: AuditStreams,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('organization:read')
  @Operation('listOrganizationAuditStreams', 'Addresses that entries of the audit log are posted to')
  @Ok(AuditStreamsResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
  ): Promise<AuditStreamsResource> {
    const views = await this.streams.list(actor, organizationId);
    return { items: views.map((view) => presentAuditStream(view, this.urls)), count: views.length };
  }

  @Post()
  @Authenticated('organization:write')
  @Operation('createOrganizationAuditStream', 'Post entries of the audit log to an address from now on')
  @CreatedWithLocation(AuditStreamWithSecretResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() body: CreateAuditStreamBody,
  ): Promise<AuditStreamWithSecretResource> {
    const made = await this.streams.create(actor, organizationId, body);
    return presentNewAuditStream(made, this.urls);
  }

  @Get(':auditStreamId')
  @Authenticated('organization:read')
  @Operation('getOrganizationAuditStream', 'One stream of the audit log, with its state')
  @Ok(AuditStreamResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, auditStreamId }: AuditStreamParams,
  ): Promise<AuditStreamResource> {
    return presentAuditStream(await this.streams.get(actor, organizationId, auditStreamId), this.urls);
  }

  @Patch(':auditStreamId')
  @Authenticated('organization:write')
  @Operation('updateOrganizationAuditStream', 'Rename, pause or resume a stream, or give it another address')
  @Ok(AuditStreamResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, auditStreamId }: AuditStreamParams,
    @Body() body: UpdateAuditStreamBody,
  ): Promise<AuditStreamResource> {
    const view = await this.streams.update(actor, organizationId, auditStreamId, body);
    return presentAuditStream(view, this.urls);
  }

  @Post(':auditStreamId/secret')
  @Authenticated('organization:write')
  @Operation(
    'rotateOrganizationAuditStreamSecret',
    'Make another secret; the one before signs for a day more',
  )
  @Ok(AuditStreamWithSecretResource)
  async rotate(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, auditStreamId }: AuditStreamParams,
  ): Promise<AuditStreamWithSecretResource> {
    const made = await this.streams.rotateSecret(actor, organizationId, auditStreamId);
    return presentNewAuditStream(made, this.urls);
  }

  @Post(':auditStreamId/test')
  @Authenticated('organization:write')
  @Operation('testOrganizationAuditStream', 'Post a delivery without entries')
  @Ok(AuditStreamTestResource)
  async test(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, auditStreamId }: AuditStreamParams,
  ): Promise<AuditStreamTestResource> {
    return presentAuditStreamTest(await this.streams.test(actor, organizationId, auditStreamId));
  }

  @Delete(':auditStreamId')
  @Authenticated('organization:write')
  @Operation('deleteOrganizationAuditStream', 'Delete a stream, and what waits for it')
  @NoContent('It is gone, also when it never was.')
  async delete(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, auditStreamId }: AuditStreamParams,
  ): Promise<void> {
    await this.streams.delete(actor, organizationId, auditStreamId);
  }
}
