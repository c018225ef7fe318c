import * as z from 'zod/mini'
import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { permission } from '#kit/contract/permission.ts'
import { topic } from '#kit/contract/topic.ts'

/** See the progress of a new account: for those who onboard it, and its own managers. */
export const readChecklists = permission(
  'onboarding-checklist:read',
  'Read onboarding checklists',
  roles('ADMIN', 'HARMONIC_MANAGER', 'MANAGER'),
  assignedGrants('HARMONIC_CSM'),
)

/** The steps of a new account in their order. None is ticked by hand: the portal computes each. */
export const ChecklistStep = z.enum(['domains', 'signOn', 'plan', 'region', 'firstRelease', 'firstCase'])
export type ChecklistStep = z.output<typeof ChecklistStep>

export const OnboardingChecklist = z.object({
  account: z.string(),
  complete: z.boolean(),
  steps: z.array(z.object({ step: ChecklistStep, done: z.boolean() })),
})
export type OnboardingChecklist = z.output<typeof OnboardingChecklist>

export const readOnboardingChecklist = endpoint({
  tag: 'Accounts',
  guard: readChecklists,
  name: 'readOnboardingChecklist',
  method: 'GET',
  url: '/api/accounts/{account}/onboarding-checklist',
  summary:
    'Read the onboarding checklist of an account: allowed domains, first sign-in, plan, region, first release, first case',
  params: z.strictObject({ account: accountName }),
  reply: OnboardingChecklist,
  problems: [accountProblems['account-not-found']],
})

/** A step may have been reached, or lost. */
export const checklistChanged = topic({
  destination: '/topic/onboarding-checklist/{account}',
  summary: 'The onboarding checklist of the account may have changed; reload it',
  guard: readChecklists,
  message: z.object({ account: z.string() }),
})
