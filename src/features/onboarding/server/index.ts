import type { Task } from '#kit/server/jobs.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serveOnboarding } from './routes.ts'
import { resendTask, signUpTask } from './sign-up.ts'

/** Signing up, and beginning. */
export const onboardingFeature: Feature = {
  name: 'onboarding',
  serve: serveOnboarding,
  tasks: (portal) => [signUpTask(portal), resendTask(portal)] as Task[],
}
