export { default as products } from './assets/products.json' with { type: 'json' }
export { accountFor } from './case-account.ts'
export { type CaseScope, caseScope, isVendorIn, scopeCondition } from './case-scope.ts'
export { casesOfUser } from './cases-of-user.ts'
export { casesSeenIn } from './cases-seen-in.ts'
export { closedMonths } from './closed-months.ts'
export { eventTypeFor } from './event-type.ts'
export {
  addressable,
  countReaders,
  findAddressable,
  findRecipients,
  mayReadCasesOf,
  type Recipient,
  readersAmong,
  requireRecipients,
} from './possible-recipients.ts'
export { milestoneJson, userRefJson } from './ref-json.ts'
export { findByKey, lockCaseById, lockedCase, readableCase, type StoredCase } from './stored-case.ts'
