import { Ago, Copyable } from '#modules/member-pages/index.js';
import type { AddressClaimEntity } from '#modules/sites/index.js';
import { claimState, STATE_TITLES, stateSentence } from './claim-state.js';

/** The state of a claim as it was last seen. @param home address at which readers find the site without it. */
export function ClaimStateView({ claim, home }: { claim: AddressClaimEntity; home: string }) {
  const { checkedAt, address } = claim;
  const state = claimState(claim);
  return (
    <div class="claim-state">
      <p>
        <strong>
          <bdi>{address}</bdi>
        </strong>{' '}
        <span class={state === 'proven' ? 'status status-merged' : 'status'}>{STATE_TITLES[state]}</span>
      </p>
      <p>{stateSentence(claim, home)}</p>
      <p class="member-hint">
        {checkedAt === null ? (
          'Nobody has looked yet.'
        ) : (
          <>
            Last looked at: <Ago at={checkedAt} />
          </>
        )}
      </p>
    </div>
  );
}

/** The expected text beside the findings of the last check; nothing where there are no findings. */
export function ExpectedAndFound({ expected, found }: { expected: string; found: readonly string[] | null }) {
  if (!found || found.length === 0) return null;
  return (
    <dl class="member-facts claim-found">
      <dt>Expected</dt>
      <dd>
        <code>{expected}</code>
      </dd>
      <dt>Found</dt>
      <dd>
        {found.map((value) => (
          <code>{value}</code>
        ))}
      </dd>
    </dl>
  );
}

/** A DNS record to set. */
export function DnsRecord({
  type,
  name,
  value,
  why,
}: {
  type: string;
  name: string;
  value: string;
  why: string;
}) {
  return (
    <div class="dns-record">
      <p>
        <strong>{type}</strong> <span class="member-hint">{why}</span>
      </p>
      <Copyable label={`Name of the ${type} record`} value={name} />
      <Copyable label={`Value of the ${type} record`} value={value} />
    </div>
  );
}
