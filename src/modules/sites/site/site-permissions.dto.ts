import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { UserPermissionResource } from '#modules/access/index.js';
import { TextField } from '#platform/http/fields.js';
import { SiteParams } from './site.dto.js';

export class SiteUserParams extends SiteParams {
  @TextField({ description: 'Id of the member.' })
  userId: string;
}

export class SiteTeamParams extends SiteParams {
  @TextField({ description: 'Id of the team.' })
  teamId: string;
}

/** What gives somebody their role on a site: the organization, or a grant on the site. */
@ApiSchema({ name: 'UserSitePermissionOrigin' })
export class SiteOriginResource {
  @ApiProperty({ enum: ['organization', 'site'] })
  type: 'organization' | 'site';

  @ApiPropertyOptional({ description: 'Its id, when it is the organization.' })
  organization?: string;

  @ApiPropertyOptional({ description: 'Its id, when it is the site.' })
  site?: string;

  @ApiPropertyOptional({ enum: ['member', 'team'], description: 'Who the role was given to on the site.' })
  reason?: 'member' | 'team';
}

@ApiSchema({ name: 'UserSitePermission' })
export class UserSitePermissionResource extends UserPermissionResource {
  @ApiProperty({ type: SiteOriginResource })
  origin: SiteOriginResource;
}
