import type { Feature } from '#kit/server/portal.ts'
import { purgeLinks } from './purge-links.ts'

export {
  type ExternalProvider,
  enabledProviderFor,
  findExternalProvider,
  listExternalProviders,
  providerForDomain,
} from './external-provider.ts'
export { notifyUser, sentFrom } from './notify-user.ts'
export { deleteLinksOf, makeLink, readLink, useLink, voidLinks } from './one-time-links.ts'
export { passwordLink, sendSignInInstructions, signInUrl } from './send-sign-in-instructions.ts'

/** The mails with which users learn how they sign in, and the one-time links in them. */
export const signInMailFeature: Feature = {
  name: 'sign-in-mail',
  tasks: (portal) => [purgeLinks(portal)],
}
