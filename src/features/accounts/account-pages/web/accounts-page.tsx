import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Account,
  accountChanged,
  createAccounts,
  deleteAccounts,
  listAccounts,
  listDeletedAccounts,
  listSeats,
  Region,
  restoreAccount,
  Stage,
} from '#features/accounts/accounts/contract.ts'
import { refreshAccountPlugins, refreshPlugins } from '#features/accounts/plugins/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconBuildings, IconPlus, IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { useListState } from '#kit/web/table/list-state.ts'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { useList } from '#kit/web/table/use-list.ts'
import { ViewsMenu } from '#kit/web/table/views-menu.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { IfAllowed, useAllows } from '#kit/web/who/allowed.tsx'
import { accountSettingsPath, newAccountPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useAccountColumns } from './account-columns.tsx'
import classes from './account-page.module.css'
import { useLabel } from './label.ts'

/** All accounts visible to the user, to find, open and manage. */
export function AccountsPage() {
  const t = useText()
  const label = useLabel()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const state = useListState({ filters: ['q', 'stage', 'region', 'active'], sort: 'displayName,ASC' })
  const list = useList(listAccounts, { query: state.query })
  const all = useAccountColumns()
  const columns = useColumns('admin-accounts', all)
  const mayMake = useAllows(createAccounts)
  const mayRestore = useAllows(deleteAccounts)
  useTopic(accountChanged, {}, () => void refresh(listAccounts, listSeats))
  const make = mayMake && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => void navigate({ to: newAccountPath() })}>
      {t('list.new')}
    </Button>
  )
  const gridProps = {
    label: t('list.grid'),
    list,
    id: ({ id }: Account) => id,
    onOpen: (account: Account) => void navigate({ to: accountSettingsPath({ account }) }),
    empty: (
      <EmptyState colour="grey" icon={<IconBuildings size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    ),
  }
  return (
    <Page kind="fill">
      <PageHeader
        title={label('accounts')}
        note={t('list.note')}
        actions={
          <>
            {mayRestore && <DeletedAccounts />}
            <IfAllowed permission={refreshPlugins}>
              <RefreshPlugins />
            </IfAllowed>
            <CsvButton endpoint={listAccounts} input={{ query: state.query }} name="accounts" />
            {make}
          </>
        }
      />
      <FilterBar
        right={
          <>
            <Total list={list} words={(count) => t('list.count', { count })} />
            <ViewsMenu list="admin-accounts" />
            <ColumnMenu columns={all} isShown={columns.isShown} toggle={columns.toggle} />
          </>
        }
      >
        <SearchField state={state} label={t('list.search')} />
        <FilterChip
          state={state}
          name="stage"
          label={t('column.stage')}
          options={Stage.options.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
        <FilterChip
          state={state}
          name="region"
          label={t('column.region')}
          options={Region.options.map((value) => ({ value, label: t(`region.${value}`) }))}
        />
        <FilterChip
          state={state}
          one
          name="active"
          label={t('column.active')}
          options={[
            { value: 'true', label: t('list.active') },
            { value: 'false', label: t('list.quiet') },
          ]}
        />
      </FilterBar>
      <GridFrame>
        {phone ? (
          <PhoneList
            {...gridProps}
            phone={(row) => ({
              lead: <Monogram name={row.displayName} />,
              title: row.displayName,
              meta: <StateBadge kind="stage" state={row.stage} />,
              end: row.csm?.fullName ?? '',
            })}
          />
        ) : (
          <Grid {...gridProps} state={state} columns={columns.shown} name={({ displayName }) => displayName} />
        )}
      </GridFrame>
      {phone && make && <BottomBar>{make}</BottomBar>}
    </Page>
  )
}

/** Refreshes the tools of every account. */
function RefreshPlugins() {
  const t = useText()
  const refreshing = useMutationOf(refreshAccountPlugins, {
    onSuccess: () => toast({ title: t('list.pluginsRefreshed') }),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={refreshing.isPending}
      onClick={() => refreshing.mutate({ query: { force: true } })}
    >
      {t('list.refreshPlugins')}
    </Button>
  )
}

/** Recently deleted accounts, to restore; nothing where there are none. */
function DeletedAccounts() {
  const t = useText()
  const kit = useKitText()
  const [opened, setOpened] = useState(false)
  const { data } = useQueryOf(listDeletedAccounts, {})
  const restore = useMutationOf(restoreAccount, {
    refreshes: [listDeletedAccounts, listAccounts],
    onSuccess: ({ displayName: name }) => toast({ title: t('list.restored', { name }) }),
  })
  const accounts = data?._embedded.accounts ?? []
  if (accounts.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('list.deleted')}
      </Button>
      <Modal
        opened={opened}
        centered
        title={t('list.deleted')}
        onClose={() => setOpened(false)}
        closeButtonProps={{ 'aria-label': kit('close') }}
      >
        <p>{t('list.deletedNote')}</p>
        <ul className={classes.lines}>
          {accounts.map(({ id, displayName, deletedAt }) => (
            <li key={id}>
              <span>
                <strong>{displayName}</strong> {t('list.deletedAt', { date: formatDate(deletedAt) })}
              </span>
              <Button
                size="compact-sm"
                variant="light"
                loading={restore.isPending}
                onClick={() => restore.mutate({ params: { id } })}
              >
                {t('list.restore')}
              </Button>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}
