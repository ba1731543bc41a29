export { ResolverModule } from './resolver.module.js';
