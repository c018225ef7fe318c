import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { listReceipts, type Receipt } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './verification.module.css'

/** The latest receipts of the account. */
export function ReceiptsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listReceipts, { query: { account, size: 50 } })
  const columns: readonly PlainColumn<Receipt>[] = [
    { id: 'release', label: t('receipts.release'), cell: ({ releaseName }) => releaseName },
    {
      id: 'where',
      label: t('receipts.where'),
      width: 11,
      cell: ({ deployment }) => deployment ?? <span className={classes.quiet}>{t('receipts.verifiedOnly')}</span>,
    },
    { id: 'at', label: t('receipts.verified'), width: 10, cell: ({ verified }) => formatDateTime(verified) },
    { id: 'by', label: t('receipts.by'), width: 10, wide: true, cell: ({ receivedBy }) => receivedBy },
    {
      id: 'signature',
      label: t('receipts.signature'),
      width: 9,
      cell: ({ key }) =>
        key ? <Badge colour="green">{key.name}</Badge> : <Badge colour="orange">{t('receipts.unsigned')}</Badge>,
    },
  ]
  return (
    <Card title={t('receipts.title')} flush>
      <QueryView query={query} rows={4} empty={<p className={classes.empty}>{t('receipts.empty')}</p>}>
        {({ _embedded: { receipts } }) => (
          <PlainTable label={t('receipts.title')} columns={columns} rows={receipts} id={({ id }) => id} />
        )}
      </QueryView>
    </Card>
  )
}
