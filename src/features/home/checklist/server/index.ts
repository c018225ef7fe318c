import type { Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { checklistChanged, readOnboardingChecklist } from '../contract.ts'
import { computeChecklist } from './compute-checklist.ts'
import { publishChecklistChange } from './publish-checklist-change.ts'

/** The progress of a new account. */
export const checklistFeature: Feature = {
  name: 'onboarding-checklist',
  serve(portal) {
    serve(portal, readOnboardingChecklist, ({ session, params: { account } }) =>
      computeChecklist(portal.db, session, account),
    )
  },
  topics: [checklistChanged],
  eventHandlers: publishChecklistChange,
}
