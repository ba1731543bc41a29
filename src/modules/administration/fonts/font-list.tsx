import {
  counted,
  Choice,
  Danger,
  Empty,
  Field,
  type FormState,
  Hidden,
  Outcome,
  PostForm,
  Section,
  Submit,
} from '#modules/member-pages/index.js';
import type { FontView, SiteRow } from '#modules/sites/index.js';
import { sitePath } from '../sites/site-frame.js';
import { WEIGHTS, weightTitle } from './font-weights.js';

const SAMPLE = 'The quick brown fox jumps over the lazy dog. 0123456789';

/** The fonts of an organization, with the sites that use each. */
export interface FontListView {
  base: string;
  /** Address of the page. */
  here: string;
  fonts: readonly { view: FontView; sites: readonly SiteRow[]; hiddenSites: number }[];
  mayEdit: boolean;
  state: FormState;
}

/** The fonts with samples, and a form for a new one. */
export function FontList(props: FontListView) {
  const { here, fonts, mayEdit, state } = props;
  return (
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      <p>
        Fonts of your own for the pages of sites. Whoever reads such a site downloads them, so take fonts
        whose licence allows that. The looks of a site choose one.
      </p>
      {mayEdit && <NewFont here={here} name={state.typed?.get('fontFamily') ?? ''} />}
      {fonts.length === 0 && (
        <Empty>
          <p>
            There is no font yet.{' '}
            {mayEdit ? 'Upload one above' : 'People with the role “create” can upload one'}; sites can be set
            in many free fonts without it.
          </p>
        </Empty>
      )}
      {fonts.map((font) => (
        <Font {...props} {...font} />
      ))}
    </>
  );
}

function NewFont({ here, name }: { here: string; name: string }) {
  return (
    <Section title="New font">
      <PostForm action={here} class="member-form" hasFiles>
        <Field name="fontFamily" label="Name" value={name} required maxLength={50} autocomplete="off" />
        <Files id="new" />
        <Submit does="create" label="Upload the font" kind="primary" />
      </PostForm>
    </Section>
  );
}

/** The weight stands before the files: a form is read in its order. */
function Files({ id }: { id: string }) {
  return (
    <>
      <Choice
        name="weight"
        id={`weight-${id}`}
        label="Weight"
        hint="Several files are told apart by their names, such as Own-Bold.woff2."
        chosen=""
        options={[
          ['', 'As the name of the file says'],
          ...WEIGHTS.map(([weight]) => [String(weight), weightTitle(weight)] as const),
        ]}
      />
      <label for={`files-${id}`}>Files (WOFF2 or WOFF, at most 5 MB each)</label>
      <input id={`files-${id}`} name="files" type="file" accept=".woff2,.woff" multiple required />
    </>
  );
}

function Font({
  base,
  here,
  view: { font, canEdit },
  sites,
  hiddenSites,
}: FontListView & FontListView['fonts'][number]) {
  const { id, family, faces } = font;
  const uses = sites.length + hiddenSites;
  return (
    <Section title={family}>
      <link rel="stylesheet" href={`${here}/${encodeURIComponent(id)}/sample`} />
      <ul class="font-faces">
        {faces.map(({ weight }) => (
          <li>
            <p class="font-sample" style={`font-family: 'sample-${id}'; font-weight: ${weight}`}>
              {SAMPLE}
            </p>
            <span class="member-hint">{weightTitle(weight)}</span>
            {canEdit && faces.length > 1 && (
              <Danger
                summary="Remove"
                action={here}
                does="remove-weight"
                label="Remove the weight"
                whom={`${family}, ${weightTitle(weight)}`}
                fields={{ font: id, weight: String(weight) }}
              >
                <p>
                  Its file is deleted.{' '}
                  {uses > 0 && `${counted(uses, 'site')} set in the font show the nearest weight instead. `}To
                  have it again, upload it again.
                </p>
              </Danger>
            )}
          </li>
        ))}
      </ul>
      <Uses base={base} sites={sites} hiddenSites={hiddenSites} />
      {canEdit && <Changes here={here} id={id} family={family} isUsed={uses > 0} />}
    </Section>
  );
}

function Uses({
  base,
  sites,
  hiddenSites,
}: Pick<FontListView, 'base'> & Pick<FontListView['fonts'][number], 'sites' | 'hiddenSites'>) {
  const uses = sites.length + hiddenSites;
  return (
    <p>
      {uses === 0 ? (
        'No site uses it.'
      ) : (
        <>
          Used by{' '}
          {sites.map(({ site }, at) => (
            <>
              {at > 0 && ', '}
              <a href={`${sitePath(base, site)}/looks`} dir="auto">
                {site.title}
              </a>
            </>
          ))}
          {hiddenSites > 0 &&
            ` ${sites.length > 0 ? 'and ' : ''}${counted(hiddenSites, 'site')} that you do not see`}
          .
        </>
      )}
    </p>
  );
}

function Changes({
  here,
  id,
  family,
  isUsed,
}: {
  here: string;
  id: string;
  family: string;
  isUsed: boolean;
}) {
  return (
    <>
      <ChangeForms here={here} id={id} family={family} />
      {isUsed ? (
        <p class="member-hint">It can be deleted once no site uses it.</p>
      ) : (
        <Danger
          summary="Delete the font"
          whom={family}
          action={here}
          does="delete"
          label="Delete the font"
          fields={{ font: id }}
        >
          <p>Its files are deleted. To have it again, you need to upload them again.</p>
        </Danger>
      )}
    </>
  );
}

function ChangeForms({ here, id, family }: { here: string; id: string; family: string }) {
  return (
    <details>
      <summary aria-label={`Change it: ${family}`}>Change it</summary>
      <PostForm action={here} class="member-form">
        <Hidden fields={{ font: id }} />
        <Field
          name="fontFamily"
          id={`name-${id}`}
          label="Name"
          value={family}
          required
          maxLength={50}
          autocomplete="off"
        />
        <Submit does="rename" label="Save the name" whom={family} />
      </PostForm>
      <PostForm action={here} class="member-form" hasFiles>
        <Hidden fields={{ font: id }} />
        <Files id={id} />
        <Submit does="add" label="Add or replace weights" whom={family} />
      </PostForm>
    </details>
  );
}
