/** Every TypeORM entity, for the data source. */
export const entities: (new () => object)[] = [];
