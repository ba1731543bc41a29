import type { ComponentChildren } from 'preact';
import { Choice, Field, Hidden, type Option, PostForm, Submit, Tick } from '#modules/member-pages/index.js';
import type { FontDefinition, SiteCustomization } from '#modules/sites/index.js';
import { contrastWarnings } from './contrast-warnings.js';
import { targetText } from './link-lines.js';
import {
  ANNOUNCEMENT_STYLES,
  CODE_FONTS,
  HEADER_CHOICES,
  MAIN_COLORS,
  OPTIONAL_COLORS,
  PAGE_CHOICES,
  PAGE_FLAGS,
  SHAPE_CHOICES,
  TEXT_FONTS,
  THEME_CHOICES,
  THEME_FLAGS,
} from './looks-fields.js';
import { Choices, Colors, Flags, OptionalText } from './looks-fields-view.js';
import { FooterGroups, HeaderLinks, SocialAccounts } from './looks-lists.js';
import type { LooksView } from './looks-view.types.js';
import { PRESETS } from './presets.js';
import { CUSTOM_FONT } from './read-looks.js';

/** All settings of how a site looks, in parts that fold. Scripts show them in the frame beside the form while they change. */
export function LooksForm({ view }: { view: LooksView }) {
  const { organizationId, site, variant, looks, shown, fonts, here } = view;
  const data = {
    organization: organizationId,
    site: site.id,
    variant: variant?.siteSpaceId ?? '',
    fonts: JSON.stringify(fonts),
  };
  return (
    <PostForm action={here} class="looks-form" data={data}>
      <Hidden fields={{ shown: JSON.stringify(shown) }} />
      <Colours here={here} looks={looks} />
      <Part title="Text and shapes">
        <Fonts looks={looks} fonts={fonts} />
        <Choices looks={looks} fields={SHAPE_CHOICES} />
      </Part>
      <Header looks={looks} />
      <Footer looks={looks} />
      <Announcement announcement={looks.announcement} />
      <Part title="Pages">
        <Flags looks={looks} fields={PAGE_FLAGS} />
        <Choices looks={looks} fields={PAGE_CHOICES} />
      </Part>
      <div class="looks-save">
        <Submit does="save" label="Save" kind="primary" />
        <Submit does="preview" label="Show in the preview" />
        <p class="member-hint" data-looks-status role="status" />
      </div>
    </PostForm>
  );
}

function Header({ looks }: { looks: SiteCustomization }) {
  return (
    <Part title="Header">
      <OptionalText
        looks={looks}
        path="title"
        label="Title"
        hint="Empty for the name of the site."
        most={128}
      />
      <Field
        name="favicon.emoji"
        label="Emoji as the icon of the site"
        value={looks.favicon.emoji ?? ''}
        maxLength={50}
        hint="It takes the place of an uploaded icon."
      />
      <Choices looks={looks} fields={HEADER_CHOICES} />
      <Colors looks={looks} fields={OPTIONAL_COLORS.slice(1)} warnings={contrastWarnings(looks)} />
      <h3>Links</h3>
      <HeaderLinks links={looks.header.links} />
    </Part>
  );
}

function Footer({ looks }: { looks: SiteCustomization }) {
  return (
    <Part title="Footer">
      <FooterGroups groups={looks.footer.groups} />
      <OptionalText looks={looks} path="footer.copyright" label="Copyright" most={300} />
      <OptionalText
        looks={looks}
        path="privacyPolicy.url"
        label="Address of the privacy policy"
        most={2048}
      />
      <h3>Social accounts</h3>
      <SocialAccounts accounts={looks.socialAccounts} />
    </Part>
  );
}

function Colours({ here, looks }: { here: string; looks: SiteCustomization }) {
  const warnings = contrastWarnings(looks);
  const separator = here.includes('?') ? '&' : '?';
  return (
    <Part title="Colours" isOpen>
      <p>Begin with one of these; nothing is saved until you press “Save”.</p>
      <ul class="looks-presets">
        {PRESETS.map((preset) => (
          <li>
            <a href={`${here}${separator}preset=${preset.name}`} data-preset={JSON.stringify(preset)}>
              <svg viewBox="0 0 32 20" aria-hidden="true">
                <rect width="16" height="20" fill={preset.styling.primaryColor?.light} />
                <rect x="16" width="16" height="20" fill={preset.styling.primaryColor?.dark} />
              </svg>
              {preset.title}
            </a>
          </li>
        ))}
      </ul>
      <Choices looks={looks} fields={THEME_CHOICES} />
      <Flags looks={looks} fields={THEME_FLAGS} />
      <Colors looks={looks} fields={MAIN_COLORS.slice(0, 1)} warnings={warnings} />
      <Colors looks={looks} fields={OPTIONAL_COLORS.slice(0, 1)} warnings={warnings} />
      <Colors looks={looks} fields={MAIN_COLORS.slice(1)} warnings={warnings} />
    </Part>
  );
}

function Fonts({ looks, fonts }: { looks: SiteCustomization; fonts: readonly FontDefinition[] }) {
  const own = fonts.map(({ id, fontFamily }): Option => [`${CUSTOM_FONT}${id}`, `${fontFamily} (uploaded)`]);
  const chosen = (name: 'font' | 'monospaceFont'): string => {
    const font = looks.styling[name];
    return typeof font === 'string' ? font : `${CUSTOM_FONT}${font.id}`;
  };
  const options = (names: readonly string[]): Option[] => [
    ...names.map((name): Option => [name, name]),
    ...own,
  ];
  return (
    <>
      <Choice
        name="styling.font"
        label="Font of texts"
        chosen={chosen('font')}
        options={options(TEXT_FONTS)}
      />
      <Choice
        name="styling.monospaceFont"
        label="Font of code"
        chosen={chosen('monospaceFont')}
        options={options(CODE_FONTS)}
      />
    </>
  );
}

function Announcement({ announcement }: { announcement: SiteCustomization['announcement'] }) {
  return (
    <Part title="Announcement">
      <Tick
        name="announcement.enabled"
        label="Show it above all pages"
        hint="Readers can close it; it comes back when its words change."
        checked={announcement?.enabled ?? false}
      />
      <Field name="announcement.message" label="Words" value={announcement?.message ?? ''} maxLength={128} />
      <Choice
        name="announcement.style"
        label="Kind"
        chosen={announcement?.style ?? 'info'}
        options={ANNOUNCEMENT_STYLES}
      />
      <Field
        name="announcement.link.title"
        label="Words of its link"
        value={announcement?.link?.title ?? ''}
        maxLength={64}
      />
      <Field
        name="announcement.link.to"
        label="Its link leads to"
        value={targetText(announcement?.link?.to ?? null)}
        hint="Empty for no link."
      />
    </Part>
  );
}

function Part({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ComponentChildren }) {
  return (
    <details class="looks-part" open={isOpen}>
      <summary>{title}</summary>
      <div class="member-form">{children}</div>
    </details>
  );
}
