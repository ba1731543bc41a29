export { SamlModule } from './saml.module.js';
export { SamlSignIn, type SignedIn, type SignInForm } from './sign-in/saml-sign-in.service.js';
export { SignInRefused } from './saml.errors.js';
export { SignInCodes } from './codes/sign-in-codes.service.js';
