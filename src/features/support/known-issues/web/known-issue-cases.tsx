import { Link } from '@tanstack/react-router'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { listKnownIssueCases } from '../contract.ts'
import { useText } from '../texts.ts'

const SHOWN = 50

/** The cases that have a known issue, as far as the user may read them. */
export function KnownIssueCases({ issueKey }: { issueKey: string }) {
  const t = useText()
  const query = useQueryOf(listKnownIssueCases, {
    params: { key: issueKey },
    query: { size: SHOWN },
  })
  const rows = query.data?._embedded.cases
  const total = query.data?.page.totalElements ?? 0
  return (
    <Card
      title={t('cases')}
      note={total > SHOWN ? t('casesTruncated', { shown: SHOWN, total }) : String(total)}
      flush={rows !== undefined && rows.length > 0}
    >
      <QueryView query={query} rows={3} empty={<p>{t('casesNone')}</p>}>
        {({ _embedded: { cases: rows } }) => (
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
      </QueryView>
    </Card>
  )
}
