import { getMetadataStorage } from 'class-validator';

type Lookup = ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas'];

/**
 * Makes class-validator remember the rules of each class. For every object that it checks, it looks through the rules of all
 * classes for inherited ones, which took longer than the check: 38,000 values of a map blocked the event loop for a second.
 * Rules are declared while modules load, before the first check of their class.
 */
export function rememberRules(): void {
  const storage = getMetadataStorage();
  const lookup: Lookup = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<Function, Map<string, ReturnType<Lookup>>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    let ofClass = known.get(target);
    if (!ofClass) known.set(target, (ofClass = new Map()));
    const key = JSON.stringify([schema, always, strictGroups, groups]);
    let rules = ofClass.get(key);
    if (!rules) ofClass.set(key, (rules = lookup(target, schema, always, strictGroups, groups)));
    return rules;
  };
}
