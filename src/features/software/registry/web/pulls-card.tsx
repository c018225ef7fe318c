import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { listRegistryPulls, type RegistryPull } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './registry-page.module.css'

/** The latest pulls of the account; a denied one with its reason. */
export function PullsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listRegistryPulls, { query: { account, size: 50 } })
  const columns: readonly PlainColumn<RegistryPull>[] = [
    { id: 'at', label: t('pulls.at'), width: 10, cell: ({ at }) => formatDateTime(at) },
    { id: 'image', label: t('image.image'), cell: ({ repository }) => <code>{repository}</code> },
    { id: 'by', label: t('pulls.by'), width: 9, wide: true, cell: ({ by }) => by },
    {
      id: 'credential',
      label: t('pulls.credential'),
      width: 10,
      wide: true,
      cell: ({ credential, withPreviousSecret }) => (
        <>
          <code>{credential}</code> {withPreviousSecret && <Badge colour="light-blue">{t('pulls.oldSecret')}</Badge>}
        </>
      ),
    },
    {
      id: 'address',
      label: t('pulls.address'),
      width: 9,
      wide: true,
      cell: ({ address }) => <code>{address ?? '–'}</code>,
    },
    {
      id: 'state',
      label: t('image.state'),
      width: 10,
      cell: ({ denied }) => (
        <Badge colour={denied ? 'red' : 'green'}>{t(denied ? `pulls.${denied}` : 'pulls.pulled')}</Badge>
      ),
    },
  ]
  return (
    <Card title={t('pulls.title')} flush>
      <QueryView query={query} rows={4} empty={<p className={classes.empty}>{t('pulls.empty')}</p>}>
        {({ _embedded: { pulls } }) => (
          <PlainTable label={t('pulls.title')} columns={columns} rows={pulls} id={({ id }) => id} />
        )}
      </QueryView>
    </Card>
  )
}
