export { InvitesModule } from './invites.module.js';
