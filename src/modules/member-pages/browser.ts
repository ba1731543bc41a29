// Scripts of pages load this part of the module: functions of data, without anything of Node.js.
export { filesProgress, folderProgress, type RunProgress } from './imports/run-progress.js';
