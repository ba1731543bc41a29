import { Injectable } from '@nestjs/common';

/** The only source of "now" for domain code, so that tests can move time. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
