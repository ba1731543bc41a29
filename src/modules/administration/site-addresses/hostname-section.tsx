import { isIP } from 'node:net';
import { ButtonForm, Danger, Empty, Field, PostForm, Section, Submit } from '#modules/member-pages/index.js';
import { type AddressClaimEntity, challengeName } from '#modules/sites/index.js';
import type { AddressView } from './addresses-view.types.js';
import { ClaimStateView, DnsRecord, ExpectedAndFound } from './claim-parts.js';
import { claimState } from './claim-state.js';

interface SectionProps {
  here: string;
  view: AddressView;
}

/** The custom domain of a site: the records that it needs, its state, and the way to take it off. */
export function HostnameSection({ here, view }: SectionProps) {
  const { hostname, mayManage } = view;
  if (!hostname)
    return (
      <Section title="Custom domain">
        <Empty>
          <p>
            The site has no custom domain. With one, such as docs.example.com, readers find it there, and its
            other address leads to it.
          </p>
        </Empty>
        {mayManage && <Domain here={here} view={view} label="Use this domain" />}
      </Section>
    );
  return (
    <Section title="Custom domain">
      <ClaimStateView claim={hostname} home={homeOf(view)} />
      <ExpectedAndFound expected={hostname.token} found={hostname.found} />
      {mayManage && (
        <ButtonForm
          action={here}
          does="ask-dns"
          label="Ask DNS again"
          kind={claimState(hostname) === 'proven' ? 'secondary' : 'primary'}
          fields={{ hostname: hostname.address }}
        />
      )}
      <Records hostname={hostname} server={view.server} />
      {mayManage && <Change here={here} view={view} hostname={hostname} />}
    </Section>
  );
}

/** Address at which readers find the site without its domain. */
function homeOf({ row, target }: AddressView): string {
  return row.location.proxy === null ? target : row.location.proxy;
}

function Domain({ here, view: { state }, label }: SectionProps & { label: string }) {
  const typed = state.typed?.get('do') === 'set-hostname' ? state.typed.get('hostname') : null;
  return (
    <PostForm action={here} class="member-form">
      <Field
        name="hostname"
        label="Domain"
        value={typed ?? ''}
        placeholder="docs.example.com"
        hint="One that you own, with at least three parts."
        required
        maxLength={512}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <Submit does="set-hostname" label={label} />
    </PostForm>
  );
}

function Records({
  hostname: { address, token, ...claim },
  server,
}: {
  hostname: AddressClaimEntity;
  server: string;
}) {
  const isNamed = isIP(server) === 0 && server.includes('.') && !server.endsWith('.localhost');
  const isProven = claimState({ address, ...claim }) === 'proven';
  return (
    <details open={!isProven}>
      <summary>Records to set in DNS</summary>
      <p>Set these where the domain is managed, and leave them there: they are looked up each day.</p>
      <DnsRecord
        type="TXT"
        name={challengeName(address)}
        value={token}
        why="It proves that the domain is yours."
      />
      {isNamed ? (
        <DnsRecord
          type="CNAME"
          name={address}
          value={server}
          why="It leads readers to this server. Where a CNAME cannot be, set its A and AAAA records to the addresses of the server."
        />
      ) : (
        <DnsRecord
          type={isIP(server) === 6 ? 'AAAA' : 'A'}
          name={address}
          value={isIP(server) === 0 ? 'the public address of this server' : server}
          why="It leads readers to this server."
        />
      )}
      <p class="member-hint">
        The server in front of this one needs a certificate for the domain; whoever operates it knows whether
        it orders one by itself.
      </p>
    </details>
  );
}

function Change({ here, view, hostname }: SectionProps & { hostname: AddressClaimEntity }) {
  const isRead = hostname.verifiedAt !== null;
  const { address } = hostname;
  const home = homeOf(view);
  return (
    <>
      <details>
        <summary>Use another domain</summary>
        <p>
          {isRead
            ? `${address} stops showing the site at once and leads nowhere. Readers find the site at ${home} until the new domain is proven.`
            : `${address} is given up; readers find the site at ${home} until the new domain is proven.`}
        </p>
        <Domain here={here} view={view} label="Use this domain instead" />
      </details>
      <Danger
        summary="Remove the domain"
        action={here}
        does="remove-hostname"
        label="Remove the domain"
        fields={{ hostname: address }}
      >
        <p>
          {isRead
            ? `Links to ${address} end on a page that says that nothing is here, from the next request on; nobody is led on. The site is read at ${home}.`
            : `Readers notice nothing: they find the site at ${home} now.`}{' '}
          Others may claim the domain then. To take it back you need a new record.
        </p>
      </Danger>
    </>
  );
}
