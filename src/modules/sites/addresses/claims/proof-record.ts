import { ApiProperty } from '@nestjs/swagger';
import type { AddressClaimEntity } from './address-claim.entity.js';
import { challengeName } from './address-claim.state.js';

/** The DNS record that proves a claim, as the API shows it. */
export class ProofRecordResource {
  @ApiProperty({ enum: ['TXT'] })
  type: 'TXT';

  @ApiProperty({ description: 'Name of the DNS record.' })
  name: string;

  @ApiProperty({ description: 'Required text.' })
  value: string;
}

export function presentRecord({
  address,
  token,
}: Pick<AddressClaimEntity, 'address' | 'token'>): ProofRecordResource {
  return { type: 'TXT', name: challengeName(address), value: token };
}
