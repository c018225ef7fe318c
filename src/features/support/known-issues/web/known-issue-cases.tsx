import { Link } from '@tanstack/react-router'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { listKnownIssueCases } from '../contract.ts'
import { useText } from '../texts.ts'

const SHOWN = 50

/** The cases that have a known issue, as far as the user may read them. */
export function KnownIssueCases({ issueKey }: { issueKey: string }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(listKnownIssueCases, {
    params: { key: issueKey },
    query: { size: SHOWN },
  })
  const rows = data?._embedded.cases
  const total = data?.page.totalElements ?? 0
  return (
    <Card
      title={t('cases')}
      note={total > SHOWN ? t('casesTruncated', { shown: SHOWN, total }) : String(total)}
      flush={rows !== undefined && rows.length > 0}
    >
      {error && !rows && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !rows && <LoadingRows rows={3} />}
      {rows?.length === 0 && <p>{t('casesNone')}</p>}
      {rows && rows.length > 0 && (
        <PlainTable
          label={t('cases')}
          rows={rows}
          id={({ key }) => key}
          columns={[
            {
              id: 'case',
              label: t('cases'),
              cell: (one) => (
                <Link to={casePath(one)} translate="no">
                  <code>{one.key}</code> {one.subject}
                </Link>
              ),
            },
            { id: 'state', label: t('state'), width: 9, cell: (one) => <CaseBadge row={one} /> },
            { id: 'updated', label: t('updated'), width: 5, wide: true, cell: ({ updated }) => <Age at={updated} /> },
          ]}
        />
      )}
    </Card>
  )
}
