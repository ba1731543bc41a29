// Scripts of pages load this part of the module: functions of data, without anything of Node.js.
export { contrast, parseColor, toHex } from './theme/colors.js';
export { palette } from './theme/palette.js';
