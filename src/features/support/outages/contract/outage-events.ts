import { defineEvent, factsForAccounts } from '#kit/contract/event.ts'

export const outageQueued = defineEvent('case.outage-queued', 'vendor')
export const outageConverted = defineEvent('case.converted-to-outage', 'account')
export const outageEdited = defineEvent('case.outage-edited', 'account')
export const outageUpdated = defineEvent('case.outage-updated', 'account')
export const outageUpdateMissed = defineEvent('case.outage-update-missed', 'vendor')
/** A user recorded how many modems are missing. */
export const outageCounted = defineEvent('case.outage-counted', 'account')
export const outageNoted = defineEvent('case.outage-noted', 'vendor')

factsForAccounts('case', [
  ...['entryId', 'started', 'ended', 'correction', 'totalCmsAffected', 'missingModems', 'byFamily', 'reason'],
  ...['isVendorIssue', 'cmtsVersion', 'rpdVersion'],
])
