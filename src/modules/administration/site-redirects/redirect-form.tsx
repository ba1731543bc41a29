import { Field, PostForm, Submit, textOf, Tick, validBody } from '#modules/member-pages/index.js';
import { CreateSiteRedirectBody } from '#modules/sites/index.js';
import type { SitePageIndex } from '../sites/site-page-index.js';
import type { RedirectTargets } from './redirect-targets.js';

/** Pages that the browser offers as destinations; more would make the page slow. */
const MOST_OFFERED = 500;
const PAGES = 'pages-of-the-site';

/** The fields of a redirect as they are shown. */
export interface RedirectFields {
  source: string;
  destination: string;
  captureWildcard: boolean;
  permanent: boolean;
  draft: boolean;
}

export const NEW_REDIRECT: RedirectFields = {
  source: '',
  destination: '',
  captureWildcard: false,
  permanent: false,
  draft: false,
};

/** The fields as they were typed. */
export function typedRedirect(form: URLSearchParams): RedirectFields {
  return {
    source: textOf(form, 'source'),
    destination: textOf(form, 'destination'),
    captureWildcard: form.has('captureWildcard'),
    permanent: form.has('permanent'),
    draft: form.has('draft'),
  };
}

/** The body of the API that the fields stand for. @throws BadRequest that says which of them is wrong. */
export function bodyOf(
  targets: RedirectTargets,
  index: SitePageIndex,
  { source, destination, ...choices }: RedirectFields,
): Promise<CreateSiteRedirectBody> {
  return validBody(CreateSiteRedirectBody, {
    source: targets.sourceOf(index, source),
    destination: targets.destinationOf(index, destination),
    ...choices,
  });
}

/** The form of a redirect, a new one or one that there is. */
export function RedirectForm({
  action,
  fields,
  index,
  does,
  label,
  isFocused = false,
}: {
  action: string;
  fields: RedirectFields;
  index: SitePageIndex;
  does: string;
  label: string;
  isFocused?: boolean;
}) {
  return (
    <PostForm action={action} class="member-form">
      <Addresses fields={fields} index={index} isFocused={isFocused} />
      <Choices fields={fields} />
      <Submit does={does} label={label} kind="primary" />
    </PostForm>
  );
}

function Addresses({
  fields,
  index,
  isFocused,
}: {
  fields: RedirectFields;
  index: SitePageIndex;
  isFocused: boolean;
}) {
  return (
    <>
      <Field
        name="source"
        label="Old address"
        hint="A path below the root of the site, such as /old/start. An asterisk at its end stands for anything: /old/*"
        value={fields.source}
        required
        maxLength={2048}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
      <Field
        name="destination"
        label="Leads to"
        hint="A path of the site, such as /guides/start, or an address elsewhere with https://. A page is followed wherever it moves."
        value={fields.destination}
        list={PAGES}
        required
        maxLength={2048}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        autofocus={isFocused}
      />
      <datalist id={PAGES}>
        {index.pages
          .filter(({ isVisible }) => isVisible)
          .slice(0, MOST_OFFERED)
          .map(({ path, title }) => (
            <option value={path}>{title}</option>
          ))}
      </datalist>
    </>
  );
}

function Choices({ fields }: { fields: RedirectFields }) {
  return (
    <>
      <Tick
        name="captureWildcard"
        label="Keep what the asterisk stands for"
        hint="/old/* to /new then leads /old/a to /new/a, where there is such a page."
        checked={fields.captureWildcard}
      />
      <Tick
        name="permanent"
        label="Browsers may remember it"
        hint="It is then hard to take back for readers who came by it."
        checked={fields.permanent}
      />
      <Tick
        name="draft"
        label="Only prepare it"
        hint="It has no effect until you clear this."
        checked={fields.draft}
      />
    </>
  );
}
