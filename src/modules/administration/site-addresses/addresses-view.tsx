import {
  Copyable,
  Field,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import { siteFrame, sitePath } from '../sites/site-frame.js';
import type { AddressView } from './addresses-view.types.js';
import { HostnameSection } from './hostname-section.js';
import { ProxySection } from './proxy-section.js';

/** The page about the addresses of a site: on this server, at a custom domain, and below another website. */
export function addressesPage(base: string, view: AddressView): ShownPage {
  const { row, state, mayManage } = view;
  const here = sitePath(base, row.site, 'addresses');
  return shownPage(
    siteFrame(base, row, 'addresses', { bundles: ['forms'] }),
    <>
      <Outcome {...state} />
      <Readers view={view} />
      {mayManage && <Basename here={here} view={view} />}
      <HostnameSection here={here} view={view} />
      <ProxySection here={here} view={view} />
      {!mayManage && (
        <p class="member-hint">
          People with the role “create” or a stronger one on the site change its addresses.
        </p>
      )}
    </>,
  );
}

function Readers({ view: { row, address, target } }: { view: AddressView }) {
  const { location, site } = row;
  return (
    <Section title="For readers">
      <Copyable label="Address of the site" value={address} />
      {!site.published && <p class="member-hint">Nobody reads the site there before it is published.</p>}
      {location.customHostname !== null && location.proxy === null && (
        <p>
          Its other addresses lead there, with path and query: <code>{target}</code>
        </p>
      )}
      {location.proxy !== null && (
        <p>
          At <code>{target}</code> readers see the site too, with the links that it has at{' '}
          <code>{location.proxy}</code>: requests that the other website hands on look the same as theirs.
        </p>
      )}
    </Section>
  );
}

function Basename({ here, view: { row, target, root, state } }: { here: string; view: AddressView }) {
  const typed = state.typed?.get('do') === 'set-basename' ? state.typed.get('basename') : null;
  const { published, basename } = row.site;
  return (
    <Section title="Address on this server">
      <p>
        Every site has one: <code>{target}</code>
      </p>
      <details open={typed !== null}>
        <summary>Change its last part</summary>
        <PostForm action={here} class="member-form">
          <Field
            name="basename"
            label="Last part of the address"
            value={typed ?? basename}
            hint={`It is behind ${root}, in lower case letters and digits with single hyphens between them.`}
            required
            maxLength={100}
            autocomplete="off"
            spellcheck={false}
            dir="ltr"
          />
          <p class="member-hint">
            {published ? 'From the next request on, nothing' : 'Nothing'} is at the old address: links to it
            end on a page that says so, and nobody is led on. The site itself stays as it is.
            {row.proxy !== null && ' The other website has to hand requests on to the new address then.'}
          </p>
          <Submit does="set-basename" label="Change the address" />
        </PostForm>
      </details>
    </Section>
  );
}
