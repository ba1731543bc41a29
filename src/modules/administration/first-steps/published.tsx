import { Copyable } from '#modules/member-pages/index.js';

/** Shows the address of a site that was just published, and the next steps. */
export function Published({
  address,
  base,
  root,
  site,
  space,
}: {
  address: string;
  /** Path of PUBLIC_URL. */
  base: string;
  /** Address of the organization. */
  root: string;
  site: string;
  /** Id of the space that it shows. */
  space: string | null;
}) {
  const siteRoot = `${root}/sites/${encodeURIComponent(site)}`;
  return (
    <>
      <p>Readers find it at this address:</p>
      <Copyable label="Address of the site" value={address} />
      <p class="member-actions">
        <a class="button button-primary button-medium" href={address}>
          Open the published page
        </a>
        {space && (
          <a
            class="button button-secondary button-medium"
            href={`${base}/app/s/${encodeURIComponent(space)}`}
          >
            Write
          </a>
        )}
      </p>
      <h2>Next</h2>
      <ul class="app-list">
        <NextStep href={`${root}/people`} title="Invite people" text="Writers, reviewers and readers." />
        <NextStep href={siteRoot} title="Set up the site" text="Its looks, its address, its readers." />
        <NextStep
          href={`${base}/app/profile`}
          title="Your profile"
          text="Your picture, and how you sign in."
        />
      </ul>
    </>
  );
}

function NextStep({ href, title, text }: { href: string; title: string; text: string }) {
  return (
    <li>
      <div class="app-list-main">
        <a href={href}>{title}</a>
        <p class="app-list-facts">{text}</p>
      </div>
    </li>
  );
}
