import type { Type as ClassType } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { declaredMembers } from './declared-members.js';
import { BadRequest } from './errors.js';
import { refusalOf } from './validation-sentences.js';

/**
 * The object as an instance of a DTO class, for what comes inside of a body that is not of one class.
 * @param at path of the object in the request, for error messages.
 * @throws BadRequest that names the members that are wrong.
 */
export function readAs<Dto extends object>(type: ClassType<Dto>, value: unknown, at: string): Dto {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadRequest(`${at} must be an object.`);
  const dto = plainToInstance(type, declaredMembers(value, type, at));
  const errors = validateSync(dto, { stopAtFirstError: true, whitelist: true });
  if (errors.length > 0) throw refusalOf(errors, `${at}.`);
  return dto;
}
