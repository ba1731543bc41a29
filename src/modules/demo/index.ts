export { DemoModule } from './demo.module.js';
export { Demo } from './demo.js';
