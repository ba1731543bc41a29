import { type Link, Links } from './lists/links.js';

/**
 * Says what went wrong, and leads on: the frame around it belongs to no organization.
 * @param base path of PUBLIC_URL.
 * @param elsewhere organizations that single sign-on may show.
 */
export function ErrorNotice({
  text,
  base,
  elsewhere = [],
}: {
  text: string;
  base: string;
  elsewhere?: readonly Link[];
}) {
  return (
    <>
      <p>{text}</p>
      <p>
        <a href={`${base}/app`}>Your organizations</a>
      </p>
      {elsewhere.length > 0 && <Links title="It may be behind single sign-on" links={elsewhere} />}
    </>
  );
}
