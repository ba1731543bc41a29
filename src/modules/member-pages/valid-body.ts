import type { Type } from '@nestjs/common';
import { DtoPipe } from '#platform/http/validation.pipe.js';

const pipe = new DtoPipe();

/** The body of an operation, made from a form, by the rules of the API. @throws BadRequest that names the field that is wrong. */
export async function validBody<T extends object>(metatype: Type<T>, body: object): Promise<T> {
  return (await pipe.transform(body, { type: 'body', metatype })) as T;
}
