// Scripts of pages load this part of the module: functions of data, without anything of Node.js.
export { contrastWarnings } from './site-looks/contrast-warnings.js';
export { type LooksPreset, withPreset } from './site-looks/presets.js';
export { readLooks } from './site-looks/read-looks.js';
