import { useParams } from '@tanstack/react-router'
import { IconEye } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { type Impersonation, listImpersonations } from '../contract.ts'
import { useText } from '../texts.ts'

/** Which vendor users impersonated a user of the account, when and why; for staff of all accounts too. */
export function RecordPage() {
  const t = useText()
  const phone = useIsMobile()
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const account = useAccount()
  const within = accountId === undefined ? null : account
  const state = useListState({ filters: [], sort: 'startedAt,DESC' })
  const list = useList(listImpersonations, { query: { ...state.query, ...(within ? { account: within.name } : {}) } })
  const columns = useRecordColumns(within === null)
  const gridProps = {
    label: t('record.title'),
    list,
    id: ({ id }: Impersonation) => id,
    empty: (
      <EmptyState colour="green" icon={<IconEye size={22} aria-hidden />} title={t('record.empty')}>
        {t('record.emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader title={t('record.title')} note={t(within ? 'record.note' : 'record.noteAll')} />
      <FilterBar right={<Total list={list} words={(count) => t('record.total', { count })} />}>{null}</FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList {...gridProps} phone={(row) => phoneRow(row)} />
        ) : (
          <Grid
            {...gridProps}
            state={state}
            columns={columns}
            name={({ impersonator, user }) => `${impersonator.fullName}, ${user.fullName}`}
          />
        )}
      </GridFrame>
    </Page>
  )
}

function useRecordColumns(accounts: boolean): readonly Column<Impersonation>[] {
  const t = useText()
  const knownAccounts = useAccounts()
  const nameOf = (account: string | null) =>
    knownAccounts.find(({ name }) => name === account)?.displayName ?? account ?? '–'
  return [
    {
      id: 'when',
      label: t('record.when'),
      sort: 'startedAt',
      width: 8,
      cell: ({ startedAt }) => formatDateTime(startedAt),
    },
    {
      id: 'who',
      label: t('record.who'),
      width: 11,
      cell: ({ impersonator }) => <Face name={impersonator.fullName} />,
    },
    { id: 'as', label: t('record.as'), width: 11, cell: ({ user }) => <Face name={user.fullName} /> },
    ...(accounts
      ? [
          {
            id: 'account',
            label: t('record.account'),
            width: 10,
            cell: ({ account }: Impersonation) => nameOf(account),
          },
        ]
      : []),
    {
      id: 'reason',
      label: t('record.reason'),
      minWidth: 14,
      cell: ({ reason }) => <span title={reason}>{reason}</span>,
    },
    { id: 'span', label: t('record.span'), width: 5.5, align: 'right', cell: (row) => <Span row={row} /> },
    { id: 'how', label: t('record.how'), width: 7, cell: (row) => <How row={row} /> },
    { id: 'changes', label: t('record.changes'), width: 5.5, align: 'right', cell: ({ changes }) => changes || '–' },
  ]
}

function phoneRow(row: Impersonation) {
  return {
    lead: <Avatar name={row.impersonator.fullName} size={32} />,
    title: `${row.impersonator.fullName} → ${row.user.fullName}`,
    meta: (
      <>
        <How row={row} />
        <span className="el">{row.reason}</span>
      </>
    ),
    end: formatDateTime(row.startedAt),
  }
}

function Face({ name }: { name: string }) {
  return (
    <span className="row">
      <Avatar name={name} size={24} />
      <span className="el">{name}</span>
    </span>
  )
}

function Span({ row: { active, startedAt, endsAt } }: { row: Impersonation }) {
  const t = useText()
  if (active) return <Badge colour="purple">{t('record.now')}</Badge>
  const minutes = Math.max(1, Math.round((new Date(endsAt).getTime() - new Date(startedAt).getTime()) / 60_000))
  return t('record.minutes', { count: minutes })
}

function How({ row: { writingAt } }: { row: Impersonation }) {
  const t = useText()
  return (
    <Badge colour={writingAt ? 'orange' : 'light-grey'}>{t(writingAt ? 'record.writing' : 'record.reading')}</Badge>
  )
}
