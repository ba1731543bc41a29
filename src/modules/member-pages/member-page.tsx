import type { ComponentChildren } from 'preact';
import { assetUrl, htmlDocument } from '#modules/publishing/index.js';
import { type Link, Links } from './lists/links.js';
import { PostForm } from './forms.js';

/** A page of the members' area: a bar with the way home and out, and `children`. */
export function memberPage(base: string, title: string, children: ComponentChildren): string {
  return htmlDocument(
    { title: `${title} | Bindery`, indexed: false, assetsBase: base },
    <>
      <MemberBar base={base} />
      <main class="member-page" id="bdy-main">
        <h1>{title}</h1>
        {children}
      </main>
    </>,
  );
}

/** The bar at the top of everything that only members see. */
export function MemberBar({ base, children }: { base: string; children?: ComponentChildren }) {
  return (
    <nav class="member-bar" aria-label="Bindery">
      <link rel="stylesheet" href={assetUrl(base, 'members.css')} />
      <a class="member-bar-home" href={`${base}/app`}>
        Bindery
      </a>
      <div class="member-bar-place">{children}</div>
      <a href={`${base}/app/notifications`}>Notifications</a>
      <a href={`${base}/app/tokens`}>Tokens</a>
      <PostForm action={`${base}/app/sign-out`}>
        <button type="submit" class="button button-secondary">
          Sign out
        </button>
      </PostForm>
    </nav>
  );
}

/** A page for people who may not be signed in, and need not be: without the bar. */
export function openPage(base: string, title: string, children: ComponentChildren): string {
  return htmlDocument(
    { title: `${title} | Bindery`, indexed: false, assetsBase: base },
    <main class="notice notice-alone open-page" id="bdy-main">
      <link rel="stylesheet" href={assetUrl(base, 'members.css')} />
      <h1 dir="auto">{title}</h1>
      {children}
    </main>,
  );
}

/**
 * A page that only says something.
 * @param elsewhere what whoever is signed in may have been looking for; null when nobody is.
 */
export function memberNotice(
  base: string,
  title: string,
  message: string,
  elsewhere: readonly Link[] | null,
): string {
  if (elsewhere === null)
    return openPage(
      base,
      title,
      <>
        <p>{message}</p>
        <p>
          <a href={`${base}/app`}>Your organizations</a>
        </p>
      </>,
    );
  return memberPage(
    base,
    title,
    <>
      <p>{message}</p>
      {elsewhere.length > 0 && <Links title="It may be behind single sign-on" links={elsewhere} />}
    </>,
  );
}
