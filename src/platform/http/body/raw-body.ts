import { SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';

const RAW_BODY = 'bindery:raw-body';

/** The route gets its JSON body as bytes in `request.body`, since whoever sent it signed the bytes. */
export function RawBody(): MethodDecorator {
  return SetMetadata(RAW_BODY, true);
}

/** True when the handler's route parses its body itself. */
export function wantsRawBody(reflector: Reflector, handler: Function): boolean {
  return reflector.get<boolean | undefined>(RAW_BODY, handler) ?? false;
}
