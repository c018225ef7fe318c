import { accountCasesUpdated, casesUpdated } from '#features/support/cases/contract.ts'
import type { Outage } from '#features/support/outages/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { readOutageReport } from '../contract.ts'
import { useText } from '../texts.ts'
import { ReportCard } from './report-card.tsx'

/** The report of an outage that is over; nothing while there is none to read. */
export function ReportSection({ outage, staff }: { outage: Outage; staff: boolean }) {
  const t = useText()
  const { vendor } = useMe()
  const over = !outage.open
  const query = useQueryOf(readOutageReport, { params: { key: outage.key } }, { enabled: over })
  const onMessage = () => void refresh(readOutageReport)
  useTopic(casesUpdated, over && staff ? { vendor: vendor.id } : undefined, onMessage)
  useTopic(accountCasesUpdated, over && !staff ? { account: outage.account } : undefined, onMessage)
  if (!over) return null
  const coming = (
    <Card title={t('title')}>
      <LoadingRows rows={3} />
    </Card>
  )
  return (
    <QueryView query={query} loading={staff && coming} notFound={null}>
      {(report) => <ReportCard outage={outage} report={report} />}
    </QueryView>
  )
}
