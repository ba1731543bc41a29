import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * A cookie that lets somebody in. Other hosts below the same domain can set cookies of any name for all of that domain, and browsers
 * do not say who set one. So where the server has its host for itself and speaks https the name says that only this host may have set
 * it (`__Host-`, which browsers see to), and where a name comes twice the server believes neither.
 */
export class OwnCookie {
  private readonly name: string;
  private readonly path: string;

  /**
   * @param publicUrl PUBLIC_URL.
   * @param path below PUBLIC_URL, that it is sent to; all of the host where the prefix wants that.
   */
  constructor(
    publicUrl: string,
    name: string,
    path: string,
    private readonly sameSite: 'lax' | 'none',
  ) {
    const { protocol, pathname } = new URL(publicUrl);
    const prefix = pathname.replace(/\/$/, '');
    this.isSecure = protocol === 'https:';
    // Below a path of a host, what is beside it is not ours, and is to get no session.
    const isAlone = this.isSecure && prefix === '';
    this.name = isAlone ? `__Host-${name}` : name;
    this.path = isAlone ? '/' : prefix + path;
  }

  /** True when PUBLIC_URL begins with https. */
  readonly isSecure: boolean;

  /** Its value in a Cookie header; undefined where it is missing, or there twice. */
  read(header: string | undefined): string | undefined {
    return header === undefined || this.isDoubled(header) ? undefined : parseCookie(header)[this.name];
  }

  /** True when the header has the cookie more than once: another origin has set one too. */
  isDoubled(header: string | undefined): boolean {
    const names = header?.split(';').map((pair) => pair.split('=', 1)[0]?.trim()) ?? [];
    return names.filter((name) => name === this.name).length > 1;
  }

  /** The Set-Cookie header; with an end in the past it is taken away. */
  write(value: string, end: { expires: Date } | { maxAge: number }): string {
    const { name, path, isSecure: secure, sameSite } = this;
    return stringifySetCookie({ name, value, ...end, path, httpOnly: true, secure, sameSite });
  }
}
