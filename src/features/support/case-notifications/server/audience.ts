import type * as z from 'zod/mini'
import { readEveryCase, seeInternal } from '#features/support/case-access/contract.ts'
import {
  countReaders,
  findRecipients,
  isVendorIn,
  type Recipient,
  readableCase,
} from '#features/support/case-access/server/index.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { type Audience, readAudience } from '../contract.ts'
import { caseChanged } from './case-kinds.ts'

/** Serves who would read a text of a case: the same rules that notify users once it is sent. */
export function serveAudience(portal: AppContext): void {
  serve(portal, readAudience, async (call) => {
    const { issueKey, internal: note = false } = call.query
    const storedCase = await readableCase(portal.db, call.session, issueKey)
    if (note) requirePermission(call, seeInternal, storedCase.account)
    const internal = note || storedCase.internal
    const [readers, recipients] = await Promise.all([
      countReaders(portal.db, storedCase, { internal }),
      findRecipients(portal.db, storedCase, { staffOnly: internal, except: call.session.userId, noc: false }),
    ])
    const vendor = isVendorIn(call.session, storedCase.account)
    const shownRecipients = recipients.filter((one) => isShown(call.session, storedCase.account, one))
    const mailOf = await mailOutcome(portal, storedCase, shownRecipients)
    return {
      key: storedCase.key,
      internal,
      customers: readers.customers,
      staff: vendor ? readers.staff : null,
      notified: shownRecipients.map((one) => ({
        id: String(one.id),
        username: one.username,
        fullName: one.fullName,
        vendor: one.vendor,
        mail: mailOf(one),
      })),
    }
  })
}

/** Customers see the users of their account; contractors have no list of them. */
function isShown(session: Session, account: string, { vendor }: Recipient): boolean {
  return isVendorIn(session, account) || (!vendor && hasPermission(session, readEveryCase, account))
}

type Outcome = z.output<typeof Audience>['notified'][number]['mail']

/** As `notifyOfCase` sends: mail of an outage waits for nothing. */
async function mailOutcome(
  { db, notifier }: AppContext,
  { type }: { readonly type: string },
  recipients: readonly Recipient[],
): Promise<(recipient: Recipient) => Outcome> {
  const outcomes = await notifier.mailOutcomes(db, caseChanged.kind, {
    userIds: recipients.map(({ id }) => id),
    urgent: type === 'OUTAGE',
  })
  return ({ id, wants }) => (wants.includes('mail') ? (outcomes.get(id) ?? 'NONE') : 'NONE')
}
