import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { checklistChanged, readChecklists, readOnboardingChecklist } from '../contract.ts'
import { computeChecklist } from './compute-checklist.ts'
import { publishChecklistChange } from './publish-checklist-change.ts'

/** The progress of a new account. */
export const checklistFeature: Feature = {
  name: 'onboarding-checklist',
  serve(portal) {
    serve(portal, readOnboardingChecklist, async ({ session, params: { account } }) => {
      const checklist = await computeChecklist(portal.db, account, visibleAccounts(session, readChecklists))
      return checklist ?? throwProblem(accountProblems['account-not-found'], { name: account })
    })
  },
  topics: [checklistChanged],
  eventHandlers: publishChecklistChange,
}
