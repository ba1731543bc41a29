import {
  counted,
  ButtonForm,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { PublishingAuth, SiteVisibility } from '#modules/sites/index.js';
import { sitePath } from '../sites/site-frame.js';
import { AudienceChoice } from '../sites/site-parts.js';
import { AUDIENCES } from '../sites/site-words.js';
import { audienceChange } from './audience-change.js';
import { audienceFrame, AudienceParts } from './audience-frame.js';
import type { AudienceView } from './audience-view.types.js';
import { ShareLinkList } from './share-link-list.js';

/** The page about the readers of a site: its audience, its share links, and the way to the sign-in of its visitors. */
export function audiencePage(base: string, view: AudienceView): ShownPage {
  const { row, state, wanted } = view;
  const here = sitePath(base, row.site, 'audience');
  const isShared = row.site.visibility === 'share-link' || wanted === 'share-link';
  const links = <ShareLinkList here={here} view={view} isOpen={isShared || view.links.length > 0} />;
  return shownPage(
    audienceFrame(base, row, 'audience'),
    <>
      <AudienceParts base={base} row={row} current="audience" />
      <Outcome {...state} />
      {wanted !== null && <Confirm here={here} view={view} wanted={wanted} />}
      <Audience here={here} view={view} />
      {links}
      <Visitors base={base} view={view} />
    </>,
  );
}

function Audience({ here, view: { row, wanted } }: { here: string; view: AudienceView }) {
  const { published, visibility } = row.site;
  return (
    <Section title="Audience">
      <PostForm action={here} class="member-form site-audience">
        <AudienceChoice chosen={wanted ?? visibility} hasOthers />
        <p class="member-hint">
          {published
            ? 'Before it counts, the next page says who loses and who gains access.'
            : 'The site is not published, so nobody reads it yet.'}{' '}
          Members of the organization who see the site always see a preview of it.
        </p>
        <Submit does="choose" label={published ? 'Go on' : 'Save the audience'} kind="primary" />
      </PostForm>
    </Section>
  );
}

function Confirm({ here, view, wanted }: { here: string; view: AudienceView; wanted: SiteVisibility }) {
  const { row, openLinks, auth } = view;
  const from = row.site.visibility;
  const { loses, gains, notes } = audienceChange(from, wanted, {
    openLinks,
    signInUrl: auth?.fallbackUrl,
  });
  return (
    <section class="member-section site-change" aria-labelledby="change-title">
      <h2 id="change-title">
        From “{AUDIENCES[from].title}” to “{AUDIENCES[wanted].title}”
      </h2>
      <dl class="member-facts">
        <dt>Loses access</dt>
        <dd>{loses}</dd>
        <dt>Gains access</dt>
        <dd>{gains}</dd>
      </dl>
      <ul>
        {notes.map((note) => (
          <li>{note}</li>
        ))}
      </ul>
      <div class="member-actions">
        <ButtonForm
          action={here}
          does="change"
          label="Change the audience"
          kind="primary"
          fields={{ visibility: wanted, from }}
        />
        <a href={here}>Leave it as it is</a>
      </div>
    </section>
  );
}

function Visitors({ base, view: { row, auth, claims } }: { base: string; view: AudienceView }) {
  const { site } = row;
  return (
    <Section title="Visitors">
      <dl class="member-facts">
        <dt>Sign-in</dt>
        <dd>
          {auth && `${signInWords(auth)} `}
          <a href={sitePath(base, site, 'audience/sign-in')}>Set up the sign-in of visitors</a>
        </dd>
        <dt>Claims</dt>
        <dd>
          {site.adaptiveContent
            ? 'Visitors see what their claims allow.'
            : 'All visitors see the same: claims do not count.'}{' '}
          {claims !== null && `The site knows ${counted(claims, 'claim')}. `}
          <a href={sitePath(base, site, 'audience/claims')}>Say what visitors may claim</a>
        </dd>
      </dl>
    </Section>
  );
}

function signInWords({ backend, integration, fallbackUrl, isByMembers }: PublishingAuth): string {
  if (isByMembers) return 'Members who may see the site sign in with their account here.';
  if (backend === 'integration') return `The integration ${integration ?? ''} signs visitors in.`;
  return fallbackUrl === null
    ? 'No address is set at which visitors sign in; a page tells them to.'
    : `Visitors sign in at ${fallbackUrl}.`;
}
