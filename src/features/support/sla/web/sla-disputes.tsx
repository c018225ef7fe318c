import { Link } from '@tanstack/react-router'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { SlaDispute, SlaReceipt } from '../contract.ts'
import { useDisputeText } from '../texts.ts'
import classes from './sla.module.css'

/** The disputes of a line, each with the status and the outcome of its case. */
export function SlaDisputes({ receipt, disputes }: { receipt: SlaReceipt; disputes: readonly SlaDispute[] }) {
  const t = useDisputeText()
  return disputes.map(({ key, status, issueReason, reason, openedAt, by }) => (
    <li key={key} className={classes.dispute}>
      <Link to={casePath({ account: receipt.account, accountId: receipt.accountId, key })}>{t('case', { key })}</Link>
      <CaseBadge row={{ status, type: 'CASE' }} />
      {issueReason && <span>{t(`outcome.${issueReason}`)}</span>}
      <span>{t('opened', { by: by ?? t('former'), at: formatDateTime(openedAt), reason })}</span>
    </li>
  ))
}
