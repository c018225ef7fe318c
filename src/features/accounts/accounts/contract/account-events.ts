import { defineEvent } from '#kit/contract/event.ts'

export const accountEvents = {
  created: defineEvent('account.created', 'account'),
  edited: defineEvent('account.edited', 'account'),
  deleted: defineEvent('account.deleted', 'account'),
  restored: defineEvent('account.restored', 'account'),
  erased: defineEvent('account.erased', 'vendor'),
  /** The parent was set or removed: `data.changes.parentAccount`. */
  federated: defineEvent('account.federated', 'account'),
  csmChanged: defineEvent('account.csm-changed', 'account'),
  mfaRequired: defineEvent('account.mfa-required', 'account'),
  planChanged: defineEvent('account.plan-limits-changed', 'account'),
  logoChanged: defineEvent('account.logo-changed', 'account'),
} as const
