/** The fields of a form as a page of this session would send it: with the token that such pages carry. */
export async function ownForm(
  baseUrl: string,
  Cookie: string,
  form: Record<string, string> | [string, string][] = {},
): Promise<URLSearchParams> {
  const fields = new URLSearchParams(form);
  const page =
    Cookie === '' ? '' : await (await fetch(`${baseUrl}/app/sign-in`, { headers: { Cookie } })).text();
  const token = /name="form-token" value="([^"]+)"/.exec(page)?.[1];
  if (token !== undefined) fields.set('form-token', token);
  return fields;
}
