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
