import { sql } from 'kysely'
import { deleteExpiredOidcRecords } from '#features/access/sessions/server/index.ts'
import { userEvents } from '#features/users/user-management/contract.ts'
import { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { on } from '#kit/server/events/event-handler.ts'
import { defineJob, taskOf } from '#kit/server/job.ts'
import { countOpenRequests } from '#kit/server/open-requests.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { attemptsChanged } from '../contract.ts'
import { moveAttempts } from './attempts/attempt-rows.ts'
import { serveBackChannelLogout } from './back-channel-logout.ts'
import { serveInteraction } from './embedded/interaction-routes.ts'
import { mountProvider } from './embedded/mount.ts'
import { embeddedProvider, MOUNT } from './embedded/open-provider.ts'
import { serveAuthorization } from './external/authorization-routes.ts'
import { acceptFormPosts } from './form-posts.ts'
import { serveLinks } from './link-routes.ts'
import { serveAssets } from './pages/assets.ts'
import { providerSecrets } from './providers.ts'
import { relyingParty } from './relying-party.ts'
import { samlKeys } from './saml/saml-key-pair.ts'
import { serveSaml } from './saml/saml-routes.ts'
import { checkServiceStatus } from './service-state.ts'
import type { SignInNotices } from './sign-in-notice.ts'
import { serveSignIn } from './sign-in-routes.ts'

/** Sign-in steps processed at once: a burst of sign-ins must not slow down users who are signed in. */
const SIGN_INS_AT_ONCE = 1
/** The paths that a browser requests during sign-in. */
const signIns = new RegExp(`^(${MOUNT}|/signin|/oauth2|/login)\\b`)

export { deleteAttemptsOf, insertTest, removeUserFromAttempts } from './attempts/attempt-rows.ts'
export { pageTheme, safeRedirectPath } from './browser-cookies.ts'
export { diagnoseDiscovery } from './external/oidc-finding.ts'
export { problemOfUs } from './external/oidc-flow.ts'
export { acceptFormPosts, type Form, sendPage } from './form-posts.ts'
export { type Look, notice, page } from './pages/layout.ts'
export { externalProviderPage } from './pages/password-link-pages.ts'
export {
  embeddedId,
  everyProvider,
  type OpenIdSettings,
  type Provider,
  providerFor,
  providersOf,
  secretOf,
} from './providers.ts'
export { discover } from './relying-party.ts'
export { serviceProviderSettings } from './saml/service-provider.ts'
export type { SignInNotice } from './sign-in-notice.ts'

/**
 * Sign-in: the pages, the embedded OpenID provider, and the portal as a client of it and of any external one. `notices`
 * are shown on the first page.
 */
export const identityProviders = (notices: SignInNotices): Feature => ({
  name: 'identity-providers',
  async serve(portal: AppContext) {
    const encrypt = encryptorFor(portal.config)
    const openEmbedded = embeddedProvider(portal, encrypt)
    const configurationOf = relyingParty(portal, openEmbedded)
    const inTurn = limitConcurrency(SIGN_INS_AT_ONCE, countOpenRequests(portal.http.server, signIns))
    serveAssets(portal)
    await mountProvider(portal, openEmbedded, inTurn)
    await portal.http.register(async (scope) => {
      acceptFormPosts(scope, portal)
      checkServiceStatus(scope, portal)
      serveSignIn(scope, portal, { encrypt, notices })
      serveAuthorization(scope, portal, encrypt, configurationOf)
      serveInteraction(scope, portal, encrypt, openEmbedded, inTurn)
      serveLinks(scope, portal)
      serveBackChannelLogout(scope, portal, encrypt, configurationOf)
    })
    await portal.http.register(async (scope) => serveSaml(scope, portal, encrypt))
  },
  topics: [attemptsChanged],
  eventHandlers: () => [
    on(userEvents.userEdited, 'sign-in.attempts', async ({ data }, tx) => {
      const { email } = (data.changes ?? {}) as { email?: readonly [string, string] }
      if (email) await moveAttempts(tx, ...email)
    }),
  ],
  encryptedColumns: [samlKeys, ...providerSecrets],
  tasks: ({ db }) => [
    taskOf(defineJob('identity-providers.purge'), {
      cron: '*/15 * * * *',
      async run() {
        await deleteExpiredOidcRecords(db)
        await sql`delete from sign_in_attempts where at < now() - interval '30 days'`.execute(db)
        await sql`delete from saml_requests where expires_at < now()`.execute(db)
      },
    }),
  ],
})
