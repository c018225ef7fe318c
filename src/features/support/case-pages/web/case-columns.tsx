import { useMemo } from 'react'
import type { ListedCase } from '#features/support/cases/contract.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Avatar, Monogram } from '#kit/web/look/face.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { Age } from '#kit/web/time/age.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { CaseBadge, CaseBars } from './case-badge.tsx'
import type { CaseScope } from './case-scope.ts'

/** The ids of columns whose values a summary of a case does not have; hidden until they are chosen. */
export const columnsBeyondSummary: readonly string[] = [
  'due',
  'reporter',
  'created',
  'product',
  'version',
  'labels',
  'comments',
]

/** The columns of a list of cases: all of them, those shown, and the choice. */
export type CaseColumns = ReturnType<typeof useCaseColumns>

/**
 * Makes the columns of a list of cases. Beside an open case there is no width for account and assignee: the subject
 * then shows the account's monogram.
 */
export function useCaseColumns(scope: CaseScope, narrow: boolean) {
  const t = useText()
  const lead = scope.account === null
  // The same array while their texts are the same: a row is rendered again when its columns change.
  const all = useMemo(() => columnsOf(t, lead, narrow), [t, lead, narrow])
  return { all, ...useColumns('cases', all) }
}

function columnsOf(t: ReturnType<typeof useText>, lead: boolean, narrow: boolean): readonly Column<ListedCase>[] {
  return [
    {
      id: 'key',
      label: t('column.key'),
      sort: 'key',
      width: 6.125,
      fixed: true,
      cell: (row) => <code>{row.key}</code>,
    },
    {
      id: 'subject',
      label: t('column.subject'),
      minWidth: 14,
      fixed: true,
      cell: (row) => (
        <TitleCell
          {...(lead && narrow ? { lead: <Monogram name={row.accountDisplayName} size={18} /> } : {})}
          unread={row.unread}
        >
          {row.subject}
        </TitleCell>
      ),
    },
    {
      id: 'account',
      label: t('column.account'),
      sort: 'account',
      width: 11,
      hidden: narrow || !lead,
      cell: (row) => (
        <span className="row">
          <Monogram name={row.accountDisplayName} size={18} />
          <span className="el">{row.accountDisplayName}</span>
        </span>
      ),
    },
    {
      id: 'status',
      label: t('column.status'),
      sort: 'status',
      width: 10.5,
      cell: (row) => <CaseBadge row={row} />,
    },
    {
      id: 'priority',
      label: t('column.priority'),
      sort: 'priority',
      width: 2.75,
      cell: (row) => <CaseBars row={row} />,
    },
    {
      id: 'assignee',
      label: t('column.assignee'),
      width: 10,
      hidden: narrow,
      cell: (row) => <UserCell name={row.assignee?.fullName} />,
    },
    {
      id: 'updated',
      label: t('column.updated'),
      sort: 'updatedAt',
      width: 5.25,
      align: 'right',
      cell: (row) => <Age at={row.updated} />,
    },
    {
      id: 'due',
      label: t('column.due'),
      sort: 'due',
      width: 8.5,
      hidden: true,
      cell: (row) => <DueCell due={row.due} />,
    },
    {
      id: 'reporter',
      label: t('column.reporter'),
      width: 10,
      hidden: true,
      cell: (row) => <UserCell name={row.reporter?.fullName} />,
    },
    {
      id: 'created',
      label: t('column.created'),
      sort: 'createdAt',
      width: 5.5,
      align: 'right',
      hidden: true,
      cell: (row) => (row.created ? <Age at={row.created} /> : '–'),
    },
    { id: 'product', label: t('column.product'), width: 8, hidden: true, cell: (row) => row.product ?? '–' },
    {
      id: 'version',
      label: t('column.version'),
      width: 6,
      hidden: true,
      cell: (row) => (row.productVersion ? <code>{row.productVersion}</code> : '–'),
    },
    { id: 'labels', label: t('column.labels'), width: 10, hidden: true, cell: (row) => row.labels?.join(', ') || '–' },
    {
      id: 'comments',
      label: t('column.comments'),
      width: 6,
      align: 'right',
      hidden: true,
      cell: (row) => row.commentCount || '–',
    },
  ]
}

function DueCell({ due }: { due: string | null | undefined }) {
  if (!due) return '–'
  if (Date.parse(due) > Date.now()) return formatDateTime(due)
  return (
    <Badge plain colour="red">
      {formatDateTime(due)}
    </Badge>
  )
}

function UserCell({ name }: { name: string | undefined }) {
  if (!name) return '–'
  return (
    <span className="row">
      <Avatar name={name} size={20} />
      <span className="el">{name}</span>
    </span>
  )
}
