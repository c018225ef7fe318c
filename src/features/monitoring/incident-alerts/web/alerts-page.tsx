import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { IconPlus, IconShieldCheck } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useList } from '#kit/web/table/use-list.ts'
import { formatTime, formatTimestamp } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type Alert, createAlerts, listAlerts } from '../contract.ts'
import { alertPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { AlertPriorityBadge, AlertStateBadge } from './alert-badges.tsx'
import { OpenTime } from './open-time.tsx'

const NewAlert = lazyNamed(() => import('./new-alert.tsx'), 'NewAlert')

const priorities = ['P1', 'P2', 'P3', 'P4', 'P5']

/** The alerts of all accounts or of some, those that are open first. The count in the navigation keeps them live. */
export function AlertsPage() {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const here = useAccount()
  const accounts = useAccounts()
  const mayCreate = useAllows(createAlerts)
  const [creating, setCreating] = useState(false)
  const state = useListState({ filters: ['account', 'state', 'priority'], sort: 'state,ASC' })
  const list = useList(listAlerts, { query: { ...state.query, ...(here ? { account: [here.name] } : {}) } })
  const gridProps = {
    label: t('title'),
    list,
    id: ({ id }: Alert) => id,
    onOpen: ({ id }: Alert) => void navigate({ to: alertPath({ alertId: id }) }),
    empty: (
      <EmptyState colour="green" icon={<IconShieldCheck size={22} aria-hidden />} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    ),
  }
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Page kind="fill">
      <PageHeader title={t('title')} note={t('note')} actions={create} />
      <FilterBar right={<Total list={list} words={(rows) => t('count', { rows })} />}>
        <FilterChip
          state={state}
          name="state"
          label={t('columns.state')}
          options={(['OPEN', 'ACKNOWLEDGED', 'CLOSED'] as const).map((value) => ({
            value,
            label: t(`state.${value}`),
          }))}
        />
        <FilterChip
          state={state}
          name="priority"
          label={t('columns.priority')}
          options={priorities.map((value) => ({ value, label: value }))}
        />
        {!here && (
          <FilterChip
            state={state}
            name="account"
            label={t('columns.account')}
            options={accounts.map(({ name, displayName }) => ({ value: name, label: displayName }))}
          />
        )}
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(one) => ({
              title: `${one.priority} ${one.message}`,
              meta: `${one.accountName} · ${t(`state.${one.state}`)} · ${notifiedText(t, one)}`,
              end: formatTimestamp(one.created),
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columnsOf(t)} name={({ message }) => message} />
        )}
      </GridFrame>
      {phone && create && <BottomBar>{create}</BottomBar>}
      {creating && (
        <Suspense fallback={null}>
          <NewAlert account={here?.name} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </Page>
  )
}

type Texts = ReturnType<typeof useText>

function notifiedText(t: Texts, { notified }: Alert): string {
  return notified.at(-1)?.user.fullName ?? t('noUser')
}

function columnsOf(t: Texts): Column<Alert>[] {
  return [
    { id: 'priority', label: t('columns.priority'), width: 5.5, cell: (one) => <AlertPriorityBadge {...one} /> },
    {
      id: 'message',
      label: t('columns.message'),
      fixed: true,
      minWidth: 14,
      cell: ({ id, message }) => (
        <Link to={alertPath({ alertId: id })} tabIndex={-1}>
          {message}
        </Link>
      ),
    },
    { id: 'account', label: t('columns.account'), width: 10, cell: ({ accountName }) => accountName },
    { id: 'case', label: t('columns.case'), width: 7, cell: ({ caseKey }) => (caseKey ? <code>{caseKey}</code> : '–') },
    { id: 'age', label: t('columns.age'), width: 6.5, align: 'right', cell: (one) => <OpenTime alert={one} /> },
    { id: 'notified', label: t('columns.notified'), width: 9.5, cell: (one) => notifiedText(t, one) },
    {
      id: 'next',
      label: t('columns.next'),
      width: 6,
      cell: ({ nextNotice }) => (nextNotice ? t('at', { time: formatTime(nextNotice) }) : '–'),
    },
    { id: 'state', label: t('columns.state'), width: 10, sort: 'state', cell: (one) => <AlertStateBadge {...one} /> },
  ]
}
