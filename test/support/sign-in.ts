import { ownForm } from './form-token.js';

/** A browser without scripts that keeps its cookies. */
export class FormBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async open(path: string): Promise<Response> {
    return this.kept(
      await fetch(this.baseUrl + path, {
        redirect: 'manual',
        headers: { ...this.headers, Cookie: this.cookie },
      }),
    );
  }

  async text(path: string): Promise<string> {
    return (await this.open(path)).text();
  }

  async post(
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.kept(
      await fetch(this.baseUrl + path, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          ...this.headers,
          ...headers,
          Cookie: this.cookie,
        },
        body: (await ownForm(this.baseUrl, this.cookie, form)).toString(),
      }),
    );
  }

  /** Options for a passkey that a page holds. */
  async passkeyOptions(path: string): Promise<{ challenge: string }> {
    const text = /data-options="([^"]*)"/.exec(await this.text(path))?.[1] ?? '{}';
    return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { challenge: string };
  }

  private kept(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

/** The address that an answer leads to. */
export const location = (response: Response): string | null => response.headers.get('location');
