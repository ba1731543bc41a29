import { getMetadataArgsStorage } from 'typeorm';

/**
 * The columns of an entity as a statement selects them, each under the name of its member: `s."space_id" as "spaceId", …`. What an entity
 * declares is said once so.
 * @param entity class with `@Entity`. @param alias of its table in the statement; none where the statement has one table.
 * @throws Error for a class that neither declares nor inherits columns.
 */
export function entityColumns(entity: abstract new () => object, alias = ''): string {
  const columns = getMetadataArgsStorage().columns.filter(
    ({ target }) => typeof target === 'function' && (entity === target || entity.prototype instanceof target),
  );
  if (columns.length === 0) throw new Error(`${entity.name} declares no columns.`);
  const prefix = alias && `${alias}.`;
  return columns
    .map(({ propertyName, options }) => `${prefix}"${options.name ?? propertyName}" as "${propertyName}"`)
    .join(', ');
}
