import { Injectable } from '@nestjs/common';

/** A person's input for finding their identity provider, and their target after the sign-in. */
export type SsoQuery = ({ email: string } | { hostname: string }) & {
  /** A path with its query below `/app/`, to be kept through the sign-in; empty for nowhere in particular. */
  next: string;
};

/** An identity provider as a button. */
export interface SsoChoice {
  /** Name given by its administrators. */
  label: string;
  /** Its host, because labels are arbitrary. */
  host: string;
  /** Absolute address that begins the sign-in and afterwards leads to `next`. */
  startURL: string;
}

/** Finds identity providers; answered by the module that has them. */
export interface SsoFinder {
  /** True when any organization of the installation has an identity provider. */
  isOffered(): Promise<boolean>;
  /**
   * Providers of the organization with the hostname, or of organizations that accept the mail domain. Only the domain
   * counts: the answer must not tell strangers who has an account.
   */
  find(query: SsoQuery): Promise<SsoChoice[]>;
}

/** Single sign-on on the sign-in page: not offered, until a module above registers a finder. */
@Injectable()
export class SsoSignIn implements SsoFinder {
  private readonly finders: SsoFinder[] = [];

  /** Call it in `onModuleInit`. */
  register(finder: SsoFinder): void {
    this.finders.push(finder);
  }

  async isOffered(): Promise<boolean> {
    for (const finder of this.finders) if (await finder.isOffered()) return true;
    return false;
  }

  async find(query: SsoQuery): Promise<SsoChoice[]> {
    const found: SsoChoice[] = [];
    for (const finder of this.finders) found.push(...(await finder.find(query)));
    return found;
  }
}
