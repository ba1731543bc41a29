import { Injectable } from '@nestjs/common';
import { Config } from '../config/env.js';

/** Makes the absolute addresses of `urls.*` members and Location headers. */
@Injectable()
export class Urls {
  constructor(private readonly config: Config) {}

  /** Address of an API resource: `api('spaces', id)` is `<PUBLIC_URL>/v1/spaces/<id>`. */
  api(...segments: string[]): string {
    return this.at('v1', ...segments);
  }

  /** Address of a page for signed-in members: `app('s', id)` is `<PUBLIC_URL>/app/s/<id>`. */
  app(...segments: string[]): string {
    return this.at('app', ...segments);
  }

  /** Any address below PUBLIC_URL; segments are escaped. */
  at(...segments: string[]): string {
    let url = this.config.publicUrl;
    for (const segment of segments) url += `/${encodeURIComponent(segment)}`;
    return url;
  }

  /** PUBLIC_URL, without a trailing slash. */
  get base(): string {
    return this.config.publicUrl;
  }
}
