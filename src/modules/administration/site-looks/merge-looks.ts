import { isDeepStrictEqual } from 'node:util';
import { type CustomizationOverrides, settingsByPath, type SiteCustomization } from '#modules/sites/index.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { setAt, settingName } from './looks-fields.js';

/**
 * Stored settings with the changes of a form, which was shown earlier ones. Changes of others to other settings stay.
 * @throws Conflict with the names of settings that somebody else changed to something else meanwhile.
 */
export function mergeLooks(
  shown: SiteCustomization,
  wanted: SiteCustomization,
  stored: SiteCustomization,
): SiteCustomization {
  const [before, now] = [settingsByPath(shown), settingsByPath(stored)];
  const changes = changesBetween(shown, wanted);
  const lost = changes.filter(
    ([path, value]) => !isDeepStrictEqual(now[path], before[path]) && !isDeepStrictEqual(now[path], value),
  );
  if (lost.length > 0) {
    const names = lost.map(([path]) => `“${settingName(path)}”`).join(', ');
    throw new Conflict(
      `Somebody else has changed ${names} since this page was opened. Nothing was saved: note what you wanted, load the page again, and change it there.`,
    );
  }
  const merged = structuredClone(stored);
  for (const [path, value] of changes) setAt(merged, path, value);
  return merged;
}

/**
 * The overrides of a space that make of what its form was shown what it wants. A setting that is again that of the site follows it.
 * @throws Conflict as {@link mergeLooks}; BadRequest for a setting that the space wants to be without, and the site has.
 */
export function overridesOf(
  shown: SiteCustomization,
  wanted: SiteCustomization,
  stored: SiteCustomization,
  site: SiteCustomization,
): CustomizationOverrides {
  mergeLooks(shown, wanted, stored);
  const [ofSite, now] = [settingsByPath(site), settingsByPath(stored)];
  const overrides = {};
  const changes = changesBetween(shown, wanted);
  // Without a value a space follows the site, so nothing would happen where it does that already.
  const stuck = changes.find(
    ([path, value]) =>
      value === undefined && now[path] !== undefined && isDeepStrictEqual(now[path], ofSite[path]),
  );
  if (stuck)
    throw new BadRequest(
      `“${settingName(stuck[0])}”: a space cannot go without what the whole site has. Choose another value for it here, or change the site.`,
    );
  for (const [path, value] of changes)
    setAt(overrides, path, isDeepStrictEqual(ofSite[path], value) || value === undefined ? null : value);
  return overrides;
}

function changesBetween(one: SiteCustomization, other: SiteCustomization): [path: string, value: unknown][] {
  const [before, after] = [settingsByPath(one), settingsByPath(other)];
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths
    .filter((path) => !isDeepStrictEqual(before[path], after[path]))
    .map((path) => [path, after[path]]);
}
