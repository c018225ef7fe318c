import type { Outage } from '#features/support/outages/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type OutageReport, publishOutageReport, readOutageReport } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './outage-reports.module.css'

/** Asks before a draft is published, and names its readers. */
export function PublishReport(props: { outage: Outage; report: OutageReport; onClose: () => void }) {
  const t = useText()
  const { outage, report, onClose } = props
  const account = outage.accountDisplayName
  const publish = useMutationOf(publishOutageReport, {
    refreshes: [readOutageReport],
    onSuccess: () => {
      toast({ title: t('confirm.done', { account }) })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      colour="blue"
      title={t('confirm.title', { account })}
      action={t('confirm.action', { account })}
      busy={publish.isPending}
      onConfirm={() => publish.mutate({ params: { key: report.key }, version: report.version })}
      onClose={onClose}
    >
      <p className={classes.readers}>{t('confirm.readers', { account, key: report.key })}</p>
      <p>{t('confirm.lasting')}</p>
    </Confirm>
  )
}
