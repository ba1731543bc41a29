export { SamlModule } from './saml.module.js';
