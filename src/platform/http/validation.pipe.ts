import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  type Type,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import { declaredMembers } from './declared-members.js';
import { BadRequest } from './errors.js';
import { FROM_TEXT } from './field.js';
import { IgnoredMembers, noteIgnoredMembers } from './ignored-members.js';
import { rememberRules } from './rules-by-class.js';
import { refusalOf } from './validation-sentences.js';

rememberRules();

const OPTIONS = {
  whitelist: true,
  transform: true,
  stopAtFirstError: true,
  exceptionFactory: (errors: ValidationError[]) => refusalOf(errors),
};

/** The members that the class declares; of a body, the others are told to the client. */
function declare(input: object, metatype: Type<unknown>, isBody: boolean): object {
  if (!isBody) return declaredMembers(input, metatype);
  const ignored = new IgnoredMembers();
  const declared = declaredMembers(input, metatype, '', ignored);
  noteIgnoredMembers(input, ignored);
  return declared;
}

/** Types of parameters that take what comes: their handlers check it. */
const WITHOUT_RULES: readonly unknown[] = [Object, Array, String, Number, Boolean];

/**
 * Turns plain input into DTOs and refuses what does not fit. Unknown members are dropped, not refused: clients of newer
 * contract versions send more than we know.
 */
@Injectable()
export class DtoPipe implements PipeTransform {
  private readonly json = new ValidationPipe(OPTIONS);
  /** For paths and queries, where everything is text. */
  private readonly text = new ValidationPipe({ ...OPTIONS, transformOptions: { groups: [FROM_TEXT] } });

  /** @throws BadRequest that names the fields that are wrong. */
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const isBody = type === 'body';
    if (isBody && Array.isArray(value) && metatype !== Array)
      throw new BadRequest('The body must be a JSON object, not an array.');
    const input = isBody && value === undefined ? {} : value;
    const isPlain = typeof input === 'object' && input !== null && !Array.isArray(input);
    const declared =
      isPlain && metatype && !WITHOUT_RULES.includes(metatype) ? declare(input, metatype, isBody) : input;
    return (await (isBody ? this.json : this.text).transform(declared, metadata)) as unknown;
  }
}
