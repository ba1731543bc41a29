import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { TextField } from '#platform/http/fields.js';
import { ProofRecordResource } from '../claims/proof-record.js';

/** The contract's names for what DNS said of a custom hostname. */
export const CUSTOM_HOSTNAME_STATUSES = [
  'dns_passed',
  'dns_no_cname',
  'dns_wrong_cname',
  'internal_error',
] as const;
export type CustomHostnameStatus = (typeof CUSTOM_HOSTNAME_STATUSES)[number];

export class CustomHostnameParams {
  @TextField({ max: 512, description: 'The domain, such as `docs.example.com`.' })
  hostname: string;
}

export class CustomHostnameQuery {
  @TextField({
    optional: true,
    max: 64,
    description:
      'Our addition: the organization whose claim is meant. It is needed where several of yours claim the domain and none has proven it.',
  })
  organization?: string;
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

  @ApiProperty({ description: 'True if the domain is proven, so that readers find the site there.' })
  isActive: boolean;

  @ApiPropertyOptional({
    enum: CUSTOM_HOSTNAME_STATUSES,
    description:
      'Result of the last check: the record is right, missing, another (also where another site has proven the domain), or there was no answer. Absent before the first check.',
  })
  status?: CustomHostnameStatus;

  @ApiPropertyOptional({
    type: [String],
    description: 'Our addition: values of the records that the last check found in place of the right one.',
  })
  found?: string[];

  @ApiProperty({ type: ProofRecordResource, description: 'The record that proves the domain.' })
  challenge: ProofRecordResource;

  @ApiProperty({ type: CustomHostnameUrlsResource })
  urls: CustomHostnameUrlsResource;
}
