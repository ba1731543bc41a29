import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  ADDRESS_PROOFS,
  ADDRESS_STATUSES,
  type AddressProof,
  type AddressStatus,
} from '../claims/address-claim.entity.js';
import { ProofRecordResource } from '../claims/proof-record.js';

/** Statuses of the claim of an address on a website, where a wrong record cannot exist. */
const PROXY_STATUSES = ADDRESS_STATUSES.filter((status) => status !== 'wrong');

export class ProxyAnswerResource {
  @ApiProperty({ format: 'uri', description: 'Address on the website.' })
  url: string;

  @ApiProperty({ description: 'What it must answer with, and nothing else.' })
  body: string;
}

export class ProxyChallengesResource {
  @ApiProperty({ type: ProofRecordResource, description: 'A record that proves the domain.' })
  dns: ProofRecordResource;

  @ApiProperty({
    type: ProxyAnswerResource,
    description:
      'An answer that proves the address; the site gives it once requests are handed on to `target`.',
  })
  http: ProxyAnswerResource;
}

@ApiSchema({ name: 'SiteProxy' })
export class SiteProxyStateResource {
  @ApiProperty({ enum: ['site-proxy'] })
  object: 'site-proxy';

  @ApiProperty({ description: 'Domain and path of the website.' })
  origin: string;

  @ApiProperty({ format: 'uri', description: 'Where the website hands requests on to.' })
  target: string;

  @ApiProperty({ description: 'Whether the address is proven, so that readers find the site there.' })
  isActive: boolean;

  @ApiPropertyOptional({
    enum: ADDRESS_PROOFS,
    description:
      'What proved it: a DNS record, the answer of the website, an address of the organization above it, or the operator of this server. `kept` is from before proofs were asked for.',
  })
  proof?: AddressProof;

  @ApiPropertyOptional({
    enum: PROXY_STATUSES,
    description:
      'What the last look found: a proof, none, no answer, or that another organization has the address. Absent before the first.',
  })
  status?: AddressStatus;

  @ApiProperty({ type: ProxyChallengesResource, description: 'Either of them proves the address.' })
  challenges: ProxyChallengesResource;
}
