import {
  counted,
  Ago,
  ButtonForm,
  Copyable,
  Danger,
  Empty,
  Field,
  Hidden,
  MoreLink,
  PostForm,
  Section,
  Submit,
} from '#modules/member-pages/index.js';
import type { AudienceView, ShownLink } from './audience-view.types.js';

/** Share links of a site, and the form that makes one. @param isOpen false to fold it away. */
export function ShareLinkList({ here, view, isOpen }: { here: string; view: AudienceView; isOpen: boolean }) {
  const { row, links, more, openLinks, state } = view;
  const typed = state.typed?.get('do') === 'make-link' ? state.typed.get('name') : null;
  return (
    <Section title="Share links">
      <p>
        A share link is an address with a secret in it. Whoever has it reads the site, and can pass it on.{' '}
        {links.length > 0 &&
          `${counted(openLinks, 'link')} of this site ${openLinks === 1 ? 'is' : 'are'} open.`}
      </p>
      <Now row={row} />
      {links.length === 0 && isOpen && (
        <Empty>
          <p>
            There is no share link yet. Make one for each circle of readers, so that you can close it apart.
          </p>
        </Empty>
      )}
      {links.map((link) => (
        <OneLink here={here} link={link} />
      ))}
      <MoreLink here={here} cursor={more} what="Older links" />
      <details open={isOpen}>
        <summary>New share link</summary>
        <PostForm action={here} class="member-form">
          <Field
            id="new-link"
            name="name"
            label="Name of the new link"
            hint="Whom it is for; readers do not see it."
            value={typed ?? ''}
            required
            maxLength={50}
            autocomplete="off"
          />
          <Submit does="make-link" label="Create the link" />
        </PostForm>
      </details>
    </Section>
  );
}

function Now({ row: { site } }: Pick<AudienceView, 'row'>) {
  if (site.visibility !== 'share-link')
    return (
      <p class="member-hint">
        Links open nothing, because the site has another audience. Their addresses appear once it is “Share
        links”.
      </p>
    );
  if (site.published) return null;
  return <p class="member-hint">The site is not published: the addresses appear once it is.</p>;
}

function OneLink({ here, link: { link, address } }: { here: string; link: ShownLink }) {
  const { id, name, active, createdAt } = link;
  return (
    <article class="share-link" aria-label={name}>
      <h3 dir="auto">{name}</h3>
      <p class="member-hint">
        <span class={active ? 'status status-merged' : 'status'}>{active ? 'Open' : 'Closed'}</span> made{' '}
        <Ago at={createdAt} />
      </p>
      {address !== null && <Copyable label={`Address of ${name}`} value={address} />}
      <div class="share-link-tools">
        {active ? (
          <ButtonForm action={here} does="close-link" label="Close" whom={name} fields={{ link: id }} />
        ) : (
          <ButtonForm action={here} does="open-link" label="Open again" whom={name} fields={{ link: id }} />
        )}
        <details>
          <summary aria-label={`Rename: ${name}`}>Rename</summary>
          <PostForm action={here} class="member-form">
            <Hidden fields={{ link: id }} />
            <Field id={`name-${id}`} name="name" label="Name" value={name} required maxLength={50} />
            <Submit does="rename-link" label="Save the name" whom={name} />
          </PostForm>
        </details>
        <Danger
          summary="Delete"
          whom={name}
          action={here}
          fields={{ link: id }}
          does="delete-link"
          label="Delete the link"
        >
          <p>
            Its address opens nothing from the next request on, and cannot be made again: a new link has
            another secret. Close it instead if you may want it back.
          </p>
        </Danger>
      </div>
    </article>
  );
}
