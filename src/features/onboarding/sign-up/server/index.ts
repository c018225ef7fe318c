import type { Feature } from '#kit/server/portal.ts'
import { serveSignUpPages } from './page-routes.ts'
import { serveOnboarding } from './routes.ts'
import { joinHandlers, resendTask, signUpTask } from './sign-up.ts'

export { dropUnconfirmedSignUp } from './sign-up.ts'

/** Sign-up, and the first visit. */
export const onboardingFeature: Feature = {
  name: 'onboarding',
  async serve(portal) {
    serveOnboarding(portal)
    await serveSignUpPages(portal)
  },
  eventHandlers: joinHandlers,
  tasks: (portal) => [signUpTask(portal), resendTask(portal)],
}
