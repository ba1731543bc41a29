import { Danger, Outcome, PostForm, type ShownPage, shownPage, Submit } from '#modules/member-pages/index.js';
import type { SiteCustomization } from '#modules/sites/index.js';
import { valueAt } from './looks-fields.js';
import { LooksForm } from './looks-form.js';
import type { LooksView } from './looks-view.types.js';
import { PICTURES } from './pictures.js';

/** The looks of a site or of one space on it, with the site itself beside the settings. */
export function looksPage(base: string, view: LooksView): ShownPage {
  const { organizationId, site, notice, problem, preview } = view;
  const sites = `${base}/app/o/${encodeURIComponent(organizationId)}/sites`;
  const root = `${sites}/${encodeURIComponent(site.id)}`;
  return shownPage(
    {
      title: `Looks of ${site.title}`,
      heading: site.title,
      organizationId,
      breadcrumbs: [{ href: sites, title: 'Sites' }],
      tabs: { of: 'site', root, current: 'looks' },
      bundles: ['looks'],
      isWide: true,
      ...(preview ? { frames: [frameRoot(preview.url)] } : {}),
    },
    <>
      <Outcome notice={notice} problem={problem} />
      <Variants root={`${root}/looks`} view={view} />
      <div class="looks">
        <div>
          <LooksForm view={view} />
          <Pictures view={view} />
          {view.variant?.hasOverrides && <Reset view={view} title={view.variant.title} />}
        </div>
        <Preview preview={preview} />
      </div>
    </>,
  );
}

/** All previews of the site, whatever their token: frames may show nothing else. */
function frameRoot(url: string): string {
  return url.replace(/(\/~preview\/).*$/, '$1');
}

function Variants({ root, view: { variants, variant } }: { root: string; view: LooksView }) {
  if (variants.length < 2) return null;
  return (
    <nav class="looks-variants" aria-label="Looks of">
      <a href={root} aria-current={variant === null ? 'page' : undefined}>
        The whole site
      </a>
      {variants.map(({ siteSpaceId, title, isCurrent }) => (
        <a
          href={`${root}?variant=${encodeURIComponent(siteSpaceId)}`}
          aria-current={isCurrent ? 'page' : undefined}
          dir="auto"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

function Preview({ preview }: { preview: LooksView['preview'] }) {
  if (!preview)
    return (
      <section class="looks-preview" aria-label="Preview">
        <p class="app-empty">The site shows no space yet. Add one to see a preview.</p>
      </section>
    );
  return (
    <section class="looks-preview" aria-label="Preview" id="preview">
      <div class="looks-tools">
        <Tools legend="Width" name="preview-width" choices={['Desktop', 'Phone']} />
        <Tools legend="Colours" name="preview-mode" choices={['Light', 'Dark']} />
        <a href={preview.url} target="_blank" rel="noreferrer">
          Open the preview
        </a>
      </div>
      <p class="member-hint" data-looks-state>
        {preview.isDraft ? 'With settings that are not saved.' : 'As it is saved.'} Only you see this.
      </p>
      <iframe
        src={preview.url}
        title="The site as readers would see it"
        sandbox="allow-scripts"
        referrerpolicy="no-referrer"
        data-looks-frame
      />
    </section>
  );
}

/** Buttons that only scripts can serve. */
function Tools({ legend, name, choices }: { legend: string; name: string; choices: readonly string[] }) {
  return (
    <fieldset hidden data-looks-tools>
      <legend>{legend}</legend>
      {choices.map((title, index) => (
        <label>
          <input type="radio" name={name} value={title.toLowerCase()} checked={index === 0} /> {title}
        </label>
      ))}
    </fieldset>
  );
}

function Pictures({ view: { here, shown } }: { view: LooksView }) {
  return (
    <details class="looks-part">
      <summary>Pictures</summary>
      <p>A picture is saved as soon as it is uploaded: save or note other changes first.</p>
      {PICTURES.map(({ path, label, hint, hasModes }) => (
        <section class="looks-picture">
          <h3>{label}</h3>
          <Current shown={shown} path={path} hasModes={hasModes} />
          <PostForm action={here} class="member-form" hasFiles>
            <input type="hidden" name="picture" value={path} />
            {hasModes && (
              <>
                <label for={`${path}-mode`}>For</label>
                <select id={`${path}-mode`} name="mode">
                  <option value="both">Light and dark pages</option>
                  <option value="light">Light pages</option>
                  <option value="dark">Dark pages</option>
                </select>
              </>
            )}
            <label for={`${path}-file`}>File</label>
            <p class="member-hint" id={`${path}-hint`}>
              {hint}
            </p>
            <input
              type="file"
              id={`${path}-file`}
              name="file"
              accept="image/*"
              required
              aria-describedby={`${path}-hint`}
            />
            <Submit does="upload" label="Upload" whom={label} />
          </PostForm>
          {valueAt(shown, path) !== undefined && <PictureRemoval here={here} path={path} label={label} />}
        </section>
      ))}
    </details>
  );
}

function PictureRemoval({ here, path, label }: { here: string; path: string; label: string }) {
  return (
    <Danger
      summary="Remove"
      action={here}
      does="remove-picture"
      label="Remove the picture"
      whom={label}
      fields={{ picture: path }}
    >
      <p>The picture is deleted, and readers do not see it any more. To have it again, upload it again.</p>
    </Danger>
  );
}

function Current({ shown, path, hasModes }: { shown: SiteCustomization; path: string; hasModes: boolean }) {
  const value = valueAt(shown, path) as string | { light: string; dark: string } | undefined;
  if (value === undefined) return <p class="member-hint">None yet.</p>;
  const urls = typeof value === 'string' ? { light: value } : value;
  return (
    <p class="looks-current">
      {Object.entries(urls).map(([mode, url]) => (
        <img src={url} alt={hasModes ? `Now, on ${mode} pages` : 'Now'} data-mode={mode} />
      ))}
    </p>
  );
}

function Reset({ view: { here }, title }: { view: LooksView; title: string }) {
  return (
    <Danger summary="Follow the site again" action={here} does="reset" label="Follow the site again">
      <p>
        All settings that “{title}” has for itself are lost, and it looks like the rest of the site. This
        cannot be taken back.
      </p>
    </Danger>
  );
}
