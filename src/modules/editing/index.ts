export { EditingModule } from './editing.module.js';
