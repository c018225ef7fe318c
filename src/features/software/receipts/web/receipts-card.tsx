import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { listReceipts, type Receipt } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './verification.module.css'

/** The latest receipts of the account. */
export function ReceiptsCard({ account }: { account: string }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(listReceipts, { query: { account, size: 50 } })
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
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  const receipts = data?._embedded.receipts
  return (
    <Card title={t('receipts.title')} flush>
      {!receipts && <LoadingRows rows={4} />}
      {receipts?.length === 0 && <p className={classes.empty}>{t('receipts.empty')}</p>}
      {receipts && receipts.length > 0 && (
        <PlainTable label={t('receipts.title')} columns={columns} rows={receipts} id={({ id }) => id} />
      )}
    </Card>
  )
}
