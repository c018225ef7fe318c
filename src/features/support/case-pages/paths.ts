import { pagePath } from '#kit/contract/page-path.ts'

const filters = ['reporter', 'status', 'type', 'priority', 'product', 'account'] as const

/** The queue of all customer cases. */
export const caseQueuePath = pagePath('/support', ['id', ...filters])

/** The customer cases of an account. */
export const customerCasesPath = pagePath('/$account/$accountId/support/customerCases', [
  'id',
  'tab',
  'view',
  ...filters,
])

/** The internal cases of an account. */
export const internalCasesPath = pagePath('/$account/$accountId/internal/support/customerCases', ['id', 'tab'])

/** A case. */
export const casePath = pagePath('/$account/$accountId/support/case/$key')

/** A case on paper. */
export const casePrintPath = pagePath('/$account/$accountId/support/case/$key/print')

/** A new case, with a choice of the account. */
export const newCasePath = pagePath('/support/new', ['side'])

/** A new case of an account. */
export const accountNewCasePath = pagePath('/$account/$accountId/support/new', [
  'side',
  'subject',
  'description',
  'deployment',
  'priority',
])
