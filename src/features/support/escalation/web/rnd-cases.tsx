import { Link } from '@tanstack/react-router'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { RndCase, RndIssue } from '../contract.ts'
import { useText } from '../texts.ts'

/** The cases of an R&D issue, and the exact text that each customer reads of it. */
export function RndCases({ issue }: { issue: RndIssue }) {
  const t = useText()
  const columns: readonly PlainColumn<RndCase>[] = [
    {
      id: 'account',
      label: t('page.account'),
      wide: true,
      cell: (row) => (
        <span className="row">
          <Monogram name={row.accountDisplayName} size={18} /> {row.accountDisplayName}
        </span>
      ),
    },
    {
      id: 'case',
      label: t('page.case'),
      width: 7,
      cell: (row) => (
        <Link to={casePath(row)} title={row.subject}>
          <code>{row.key}</code>
        </Link>
      ),
    },
    { id: 'status', label: t('list.status'), wide: true, cell: (row) => <CaseBadge row={{ ...row, type: 'CASE' }} /> },
    {
      id: 'runs',
      label: t('page.runs'),
      wide: true,
      cell: (row) => <code>{row.productVersion ?? t('list.none')}</code>,
    },
    { id: 'by', label: t('page.by'), wide: true, cell: (row) => row.linkedBy.fullName },
    {
      id: 'reads',
      label: t('page.reads'),
      cell: ({ milestone, internal }) =>
        internal ? (
          <Badge colour="purple">{t('page.internal')}</Badge>
        ) : (
          `${t(`milestone.${milestone.name}`)}${milestone.bundle ? ` ${milestone.bundle}` : ''}: ${formatDate(milestone.at)}`
        ),
    },
  ]
  const accounts = t('page.accountCount', { count: issue.accountCount })
  return (
    <Card flush title={t('page.cases')} note={t('page.caseCount', { count: issue.caseCount, accounts })}>
      <PlainTable label={t('page.cases')} columns={columns} rows={issue.cases} id={({ key }) => key} />
    </Card>
  )
}
