import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { TextField } from '#platform/http/fields.js';
import type { CustomHostnameStatus } from './custom-hostname.entity.js';

export class CustomHostnameParams {
  @TextField({ max: 512, description: 'The domain, such as `docs.example.com`.' })
  hostname: string;
}

export class TlsCheckQuery {
  @TextField({ max: 512, description: 'The domain that a certificate is wanted for.' })
  domain: string;
}

export class SitePointerResource {
  @ApiProperty({ enum: ['site'] })
  type: 'site';

  @ApiProperty({ description: 'Id of the site.' })
  site: string;
}

export class HostnameChallengeResource {
  @ApiProperty({ enum: ['TXT'] })
  type: 'TXT';

  @ApiProperty({ description: 'Name of the DNS record.' })
  name: string;

  @ApiProperty({ description: 'What it must say.' })
  value: string;
}

export class CustomHostnameUrlsResource {
  @ApiProperty({ format: 'uri', description: 'The custom hostname in the API.' })
  location: string;
}

@ApiSchema({ name: 'CustomHostname' })
export class CustomHostnameResource {
  @ApiProperty({ enum: ['custom-hostname'] })
  object: 'custom-hostname';

  @ApiProperty()
  hostname: string;

  @ApiProperty({ type: SitePointerResource })
  target: SitePointerResource;

  @ApiProperty({ description: 'Whether the domain is proven, so that readers find the site there.' })
  isActive: boolean;

  @ApiPropertyOptional({
    enum: ['dns_passed', 'dns_no_cname', 'dns_wrong_cname', 'internal_error'],
    description:
      'What DNS said last: the record is right, missing, another, or there was no answer. Absent before it was asked.',
  })
  status?: CustomHostnameStatus;

  @ApiProperty({ type: HostnameChallengeResource, description: 'The record that proves the domain.' })
  challenge: HostnameChallengeResource;

  @ApiProperty({ type: CustomHostnameUrlsResource })
  urls: CustomHostnameUrlsResource;
}
