import { IconBuilding, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { TitleCell } from '#kit/web/table/subject.tsx'
import { Age } from '#kit/web/time/age.tsx'
import type { AccountRequest } from '../contract.ts'
import { useText } from '../texts.ts'
import { shownState, useRequestName } from './request-text.ts'

/** The columns of the queue. */
export function useRequestColumns(): readonly Column<AccountRequest>[] {
  const t = useText()
  const nameOf = useRequestName()
  return [
    {
      id: 'what',
      label: t('column.what'),
      minWidth: 14,
      fixed: true,
      cell: (row) => <TitleCell lead={<Sign type={row.requestType} />}>{nameOf(row)}</TitleCell>,
    },
    {
      id: 'type',
      label: t('column.type'),
      width: 8,
      sort: 'requestType',
      cell: ({ requestType }) => t(`type.${requestType}`),
    },
    {
      id: 'status',
      label: t('column.status'),
      width: 9,
      sort: 'requestStatus',
      cell: (row) => <StateBadge kind="request" state={shownState(row)} />,
    },
    { id: 'by', label: t('column.by'), width: 11, cell: ({ requestedBy }) => requestedBy.fullName },
    {
      id: 'updated',
      label: t('column.updated'),
      width: 6,
      sort: 'updatedAt',
      align: 'right',
      cell: ({ updatedAt }) => <Age at={updatedAt} />,
    },
  ]
}

function Sign({ type }: { type: AccountRequest['requestType'] }) {
  return type === 'ACCOUNT' ? <IconBuilding size={16} aria-hidden /> : <IconServer2 size={16} aria-hidden />
}
