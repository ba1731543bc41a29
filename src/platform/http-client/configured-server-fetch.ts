import { Injectable } from '@nestjs/common';
import { GuardedFetch } from './guarded-fetch.js';

/** The client for servers that the operator chose, which may well stand in a private network. */
@Injectable()
export class ConfiguredServerFetch extends GuardedFetch {
  protected override isAllowed(): boolean {
    return true;
  }
}
