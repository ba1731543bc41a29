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

  @ApiProperty({ description: 'Required answer, without anything else.' })
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

  @ApiProperty({ format: 'uri', description: 'Address to which the website passes requests on.' })
  target: string;

  @ApiProperty({ description: 'True if the address is proven, so that readers find the site there.' })
  isActive: boolean;

  @ApiPropertyOptional({
    enum: ADDRESS_PROOFS,
    description:
      'Kind of the proof: a DNS record, the answer of the website, an address of the organization above it, or the operator of this server. `kept` is from before proofs were required.',
  })
  proof?: AddressProof;

  @ApiPropertyOptional({
    enum: PROXY_STATUSES,
    description:
      'Result of the last check: a proof, no proof, no answer, or another organization that has the address. Absent before the first.',
  })
  status?: AddressStatus;

  @ApiPropertyOptional({
    type: [String],
    description: 'Findings of the last check in place of a proof, in words.',
  })
  found?: string[];

  @ApiProperty({ type: ProxyChallengesResource, description: 'Either of them proves the address.' })
  challenges: ProxyChallengesResource;
}
