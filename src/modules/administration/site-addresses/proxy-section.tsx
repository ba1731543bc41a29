import {
  ButtonForm,
  Copyable,
  CopyableText,
  Danger,
  Empty,
  Field,
  PostForm,
  Section,
  Submit,
} from '#modules/member-pages/index.js';
import { challengeName } from '#modules/sites/index.js';
import type { AddressView } from './addresses-view.types.js';
import { ClaimStateView, DnsRecord, ExpectedAndFound } from './claim-parts.js';
import { claimState } from './claim-state.js';
import { proxyConfigurations } from './proxy-configuration.js';

interface SectionProps {
  here: string;
  view: AddressView;
}

/** A place below another website that hands requests on: its configuration, its state, and the way to end it. */
export function ProxySection({ here, view }: SectionProps) {
  const { proxy, mayManage } = view;
  if (!proxy)
    return (
      <Section title="Below another website">
        <Empty>
          <p>
            The site is not read below another website. A website of yours can hand requests on, so that
            readers find the site at, say, example.com/docs.
          </p>
        </Empty>
        {mayManage && <Place here={here} view={view} label="Use this address" />}
      </Section>
    );
  const { claim } = proxy;
  return (
    <Section title="Below another website">
      <ClaimStateView claim={claim} home={homeOf(view)} />
      <ExpectedAndFound expected={claim.token} found={claim.found} />
      {mayManage && (
        <ButtonForm
          action={here}
          does="verify"
          label="Check it now"
          kind={claimState(claim) === 'proven' ? 'secondary' : 'primary'}
        />
      )}
      <Configurations view={view} proxy={proxy} />
      {mayManage && <End here={here} view={view} proxy={proxy} />}
    </Section>
  );
}

/** Address at which readers find the site without the other website. */
function homeOf({ row, target }: AddressView): string {
  return row.location.customHostname ?? target;
}

type Proxy = NonNullable<AddressView['proxy']>;

function Place({ here, view: { state }, label }: SectionProps & { label: string }) {
  const typed = state.typed?.get('do') === 'set-proxy' ? state.typed.get('proxy') : null;
  return (
    <PostForm action={here} class="member-form">
      <Field
        name="proxy"
        label="Domain and path"
        value={typed ?? ''}
        placeholder="example.com/docs"
        required
        maxLength={520}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <Submit does="set-proxy" label={label} />
    </PostForm>
  );
}

function Configurations({
  view: { target },
  proxy: { claim, challengeUrl },
}: {
  view: AddressView;
  proxy: Proxy;
}) {
  const isProven = claimState(claim) === 'proven';
  return (
    <details open={!isProven}>
      <summary>Configuration of the website</summary>
      <p>Let the website hand requests on, with the name of this server. That proves the address, too.</p>
      {proxyConfigurations(claim.address, target).map(({ server, text }, index) => (
        <details open={index === 0}>
          <summary>{server}</summary>
          <CopyableText label={`Configuration of ${server}`} value={text} />
        </details>
      ))}
      <details>
        <summary>Other ways to prove it</summary>
        <p>A website that draws the pages itself answers this address with this text, without a redirect:</p>
        <Copyable label="Address on the website" value={challengeUrl} />
        <Copyable label="Text of the answer" value={claim.token} />
        <DnsRecord
          type="TXT"
          name={challengeName(claim.address)}
          value={claim.token}
          why="Or a record of the domain proves it."
        />
      </details>
    </details>
  );
}

function End({ here, view, proxy: { claim } }: SectionProps & { proxy: Proxy }) {
  const isRead = claim.verifiedAt !== null;
  const home = homeOf(view);
  return (
    <>
      <details>
        <summary>Use another address</summary>
        <p>
          {isRead
            ? `Pages at ${claim.address} have links to ${home} from the next request on, until the new address is proven.`
            : `${claim.address} is given up.`}
        </p>
        <Place here={here} view={view} label="Use this address instead" />
      </details>
      <Danger summary="Remove the address" action={here} does="remove-proxy" label="Remove the address">
        <p>
          {isRead
            ? `Links of the site begin with ${home} from the next request on. As long as the website hands requests on, ${claim.address} leads there or shows the site without its styles; take the configuration out of it too.`
            : `Readers notice nothing: they find the site at ${home} now.`}{' '}
          Others may claim the address then.
        </p>
      </Danger>
    </>
  );
}
