import { renderToString } from 'preact-render-to-string';
import type { ComponentChildren } from 'preact';
import { assetUrl, memberFontUrl, SCRIPT_MODULES, scriptUrl } from '../assets.js';
import { bundleFiles, type BundleName } from '../bundle-assets.js';
import { type PageNeeds, policyName, THEME_SCRIPT } from '../content-security-policy.js';
import type { LanguageAlternate } from '../language-alternates.js';
import { wordsLanguage } from '#modules/words/index.js';
import type { LookView } from './frame-view.js';
import { Favicon } from './favicon.js';
import { MachineLinks, type MachineView } from './machine-links.js';

/** Data for the head of a page. */
export interface HeadView {
  title: string;
  description?: string;
  language?: string;
  indexed: boolean;
  canonicalUrl?: string;
  alternates?: LanguageAlternate[];
  siteTitle?: string;
  machines?: MachineView;
  previousHref?: string;
  nextHref?: string;
  hasMath?: boolean;
  /** Path of the site's root; absent on pages without a site. */
  siteBase?: string;
  /** True if only members see the page: the browser loads it in full, because scripts may not fetch it. */
  isForMembers?: boolean;
  needs?: PageNeeds;
  /** Addresses of scripts from integrations of the site. */
  scripts?: string[];
  /** The look by the site's settings; absent on pages without a site. */
  look?: LookView;
  assetsBase: string;
  /** True for pages of the members' area, which have a style sheet and a font of their own. */
  isApp?: boolean;
  /** Seconds after which browsers that run no scripts load the page again. */
  refreshSeconds?: number;
  /** Bundles that the page loads, and what they need to call the API in the session of the browser. */
  bundles?: { names: readonly BundleName[]; base: string; pageToken: string };
}

const RIGHT_TO_LEFT = new Set(['ar', 'he', 'fa', 'ur']);

/** A whole HTML page: the head from `head`, `body` inside. */
export function htmlDocument(head: HeadView, body: ComponentChildren): string {
  const language = head.language ?? 'en';
  const direction = RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : 'ltr';
  const theme = head.look?.theme;
  const page = (
    <html
      lang={language}
      dir={direction}
      data-site={head.siteBase}
      data-whole={head.isForMembers ? '' : undefined}
      data-words={wordsLanguage(language)}
      data-policy={policyName(head.needs)}
      data-look={head.look?.words.join(' ')}
      data-counted={head.look?.isCounted ? '' : undefined}
      data-theme={theme && theme.first !== 'system' ? theme.first : undefined}
      data-theme-first={theme?.first}
      data-theme-fixed={theme?.isFixed ? '' : undefined}
    >
      <Head head={head} />
      <body>{body}</body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}

function Head({ head }: { head: HeadView }) {
  const url = (name: Parameters<typeof assetUrl>[1]) => assetUrl(head.assetsBase, name);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {!head.indexed && <meta name="robots" content="noindex" />}
      <meta name="generator" content="Bindery" />
      {head.refreshSeconds !== undefined && (
        <noscript>
          <meta http-equiv="refresh" content={String(head.refreshSeconds)} />
        </noscript>
      )}
      <meta name="color-scheme" content="light dark" />
      {head.look && <BrowserColors look={head.look} />}
      {head.canonicalUrl && <link rel="canonical" href={head.canonicalUrl} />}
      {head.canonicalUrl &&
        head.alternates?.map(({ language, url: href }) => (
          <link rel="alternate" hreflang={language} href={href} />
        ))}
      {head.previousHref && <link rel="prev" href={head.previousHref} />}
      {head.nextHref && <link rel="next" href={head.nextHref} />}
      <OpenGraph head={head} />
      {head.machines && <MachineLinks view={head.machines} title={head.title} />}
      {/* The script sets the theme before the first paint; its hash is in the content security policy. */}
      <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      {[...(head.isApp ? [memberFontUrl(head.assetsBase)] : []), ...(head.look?.fonts ?? [])].map((href) => (
        <link rel="preload" as="font" type="font/woff2" href={href} crossorigin="anonymous" />
      ))}
      <link rel="stylesheet" href={url('site.css')} />
      {head.isApp && <link rel="stylesheet" href={url('members.css')} />}
      {head.look?.styles && <link rel="stylesheet" href={head.look.styles} />}
      {head.hasMath && <link rel="stylesheet" href={url('katex.css')} />}
      <Favicon favicon={head.look?.favicon ?? null} fallback={url('favicon.svg')} />
      {SCRIPT_MODULES.map((name) => (
        <link rel="modulepreload" href={scriptUrl(head.assetsBase, name)} />
      ))}
      <script type="module" src={url('site.js')} />
      {head.scripts?.map((address) => (
        <script async data-integration="" src={address} />
      ))}
      {head.bundles && <Bundles {...head.bundles} assetsBase={head.assetsBase} />}
    </head>
  );
}

function Bundles({
  names,
  base,
  pageToken,
  assetsBase,
}: NonNullable<HeadView['bundles']> & { assetsBase: string }) {
  const files = names.map((name) => bundleFiles(assetsBase, name));
  return (
    <>
      <meta name="bindery-base" content={base} />
      <meta name="bindery-page-token" content={pageToken} />
      {[...new Set(files.flatMap(({ imports }) => imports))].map((href) => (
        <link rel="modulepreload" href={href} />
      ))}
      {[...new Set(files.flatMap(({ styles }) => styles))].map((href) => (
        <link rel="stylesheet" href={href} />
      ))}
      {files.map(({ script }) => (
        <script type="module" src={script} />
      ))}
    </>
  );
}

/** Colours of the browser's interface around the page. */
function BrowserColors({ look: { colors, theme } }: { look: LookView }) {
  if (theme.isFixed && theme.first !== 'system')
    return <meta name="theme-color" content={colors[theme.first]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={colors.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colors.dark} />
    </>
  );
}

function OpenGraph({ head }: { head: HeadView }) {
  const image = head.machines?.image;
  return (
    <>
      <meta property="og:type" content="article" />
      <meta property="og:title" content={head.title} />
      {head.description && <meta property="og:description" content={head.description} />}
      {head.siteTitle && <meta property="og:site_name" content={head.siteTitle} />}
      {head.canonicalUrl && <meta property="og:url" content={head.canonicalUrl} />}
      {image && <meta property="og:image" content={image.url} />}
      {image?.width && <meta property="og:image:width" content={String(image.width)} />}
      {image?.height && <meta property="og:image:height" content={String(image.height)} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}
