import * as z from 'zod/mini'
import { caseOrigin } from '#features/support/case-access/contract.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'

export const outageQueued = defineEvent('case.outage-queued', {
  audience: 'vendor',
  text: 'requested the conversion of {subject} to an outage',
  data: { caseId: z.int() },
})
export const outageConverted = defineEvent('case.converted-to-outage', {
  audience: 'account',
  text: 'converted {subject} to an outage',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    changes: changesTo({ correction: z.string(), status: z.string(), type: z.string(), priority: z.string() }),
  },
})
export const outageEdited = defineEvent('case.outage-edited', {
  audience: 'account',
  text: 'changed the outage {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    changes: changesTo({
      correction: z.string(),
      subject: z.string(),
      assignee: z.strictObject({ id: z.string(), username: z.string(), fullName: z.string() }),
      deployment: z.string(),
      updateDue: z.string(),
      reportBy: z.string(),
      started: z.string(),
      ended: z.string(),
      totalCmsAffected: z.int(),
      byFamily: z.strictObject({ cn: z.int(), cnD31: z.int(), nonCn: z.int(), d31: z.int(), onu: z.int() }),
      reason: z.enum([
        'certificate',
        'change',
        'cin',
        'core',
        'fibre',
        'hardware',
        'modem-firmware',
        'power',
        'provisioning',
        'ptp',
        'rf-ingress',
        'rpd-restart',
        'unknown',
      ]),
      isVendorIssue: z.boolean(),
      cmtsVersion: z.string(),
      rpdVersion: z.string(),
      planOfAction: z.string(),
    }),
  },
})
export const outageUpdated = defineEvent('case.outage-updated', {
  audience: 'account',
  text: 'added an update to the outage {subject}',
  data: { caseId: z.int(), entryId: z.int(), byVendor: z.boolean(), changes: changesTo({ comment: z.string() }) },
})
export const outageUpdateMissed = defineEvent('case.outage-update-missed', {
  audience: 'vendor',
  text: 'recorded that the next update of the outage {subject} is overdue',
  data: { caseId: z.int() },
})
/** A user recorded how many modems are missing. */
export const outageCounted = defineEvent('case.outage-counted', {
  audience: 'account',
  text: 'counted the missing modems of the outage {subject}',
  data: { caseId: z.int(), changes: changesTo({ missingModems: z.int() }) },
})
export const outageNoted = defineEvent('case.outage-noted', {
  audience: 'vendor',
  text: 'added an internal entry to the outage {subject}',
  data: { caseId: z.int(), entryId: z.int(), changes: changesTo({ internalComment: z.string() }) },
})

factsForAccounts('case', [
  ...['entryId', 'started', 'ended', 'correction', 'totalCmsAffected', 'missingModems', 'byFamily', 'reason'],
  ...['isVendorIssue', 'cmtsVersion', 'rpdVersion'],
])
