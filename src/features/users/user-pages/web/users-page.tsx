import { useNavigate } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { type Role, roleNames } from '#features/access/roles/contract.ts'
import { accountChanged } from '#features/accounts/accounts/contract.ts'
import { readUserDetails } from '#features/users/managed-users/contract.ts'
import { deleteUsers } from '#features/users/user-deletion/contract.ts'
import { listUsers, type User, userChanged } from '#features/users/user-management/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconUsers } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { FilteredEmpty } from '#kit/web/states/filtered-empty.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { type ListState, useListState } from '#kit/web/table/list-state.ts'
import { PhoneList, type PhoneRow } from '#kit/web/table/phone-list.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { useList } from '#kit/web/table/use-list.ts'
import { useSelection } from '#kit/web/table/use-selection.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { usersActions } from './places.ts'
import { useAccountScope } from './use-account-scope.ts'
import { useUserColumns } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'
import { UserFigures } from './user-stats.tsx'

const UserBulkBar = lazyNamed(() => import('./user-bulk-bar.tsx'), 'UserBulkBar')

/** The visible users: of all accounts, or of one. */
export function UsersPage() {
  const t = useText()
  const phone = useIsMobile()
  const navigate = useNavigate()
  const { within, pathOf } = useAccountScope()
  const { vendor } = useMe()
  const whole = useAllows(readUserDetails, within?.name)
  const mayDelete = useAllows(deleteUsers)
  const { state, query, list, figures, selection, ticked: tickedUsers } = useUserList()
  const all = useUserColumns(whole, within?.name)
  const columns = useColumns('users', all)
  useTopic(userChanged, {}, () => void refresh(listUsers))
  // Its plan may allow more, or fewer.
  useTopic(accountChanged, within ? {} : undefined, (events) => {
    if (!events || events.id === within?.id) void refresh(listUsers)
  })
  const open = ({ id }: User) => void navigate({ to: pathOf(id) })
  const gridProps = {
    label: t('list.grid'),
    list,
    id: ({ id }: User) => id,
    ...(whole ? { onOpen: open } : {}),
    empty: <NoUsers state={state} />,
  }
  const count = (figure = 0) => formatCount(figure)
  const note =
    figures &&
    (within
      ? t('list.noteAccount', { customers: count(figures.customerUsersCount), account: within.displayName })
      : t('list.note', {
          customers: count(figures.customerUsersCount),
          staff: count(figures.harmonicUsersCount),
          vendor: vendor.name,
        }))
  const { sort: _, ...filters } = query as Record<string, unknown>
  return (
    <Page kind="fill">
      <PageHeader
        title={t('list.title')}
        note={note}
        actions={
          <>
            {whole && <CsvButton endpoint={listUsers} input={{ query: filters }} name="users" />}
            <Parts place={usersActions} account={within} />
          </>
        }
      />
      {whole && <UserFigures figures={figures} account={within?.displayName} />}
      <UserFilters state={state} list={list} columns={columns} all={all} whole={whole} staff={within === null} />
      <GridFrame>
        {phone ? (
          <PhoneList {...gridProps} phone={userRow} />
        ) : (
          <Grid
            {...gridProps}
            state={state}
            columns={columns.shown}
            name={({ fullName }) => fullName}
            rowHeight={2.5}
            {...(mayDelete ? { selection } : {})}
          />
        )}
        {mayDelete && selection.ids.size > 0 && (
          <Suspense>
            <UserBulkBar selection={selection} users={tickedUsers} />
          </Suspense>
        )}
      </GridFrame>
      {phone && (
        <BottomBar>
          <Parts place={usersActions} account={within} />
        </BottomBar>
      )}
    </Page>
  )
}

/** A user in the phone list: name, state, role, and last sign-in. */
function userRow({ fullName, userState, roles, lastLogin }: User): PhoneRow {
  const [first] = roles
  return {
    lead: <Avatar name={fullName} size={32} />,
    title: fullName,
    meta: (
      <>
        <StateBadge kind="user" state={userState} />
        <span className="el">{first ? (roleNames[first.role as Role] ?? first.role) : '–'}</span>
      </>
    ),
    end: lastLogin && <Age at={lastLogin} />,
  }
}

/** Explains why the list of users is empty, and the next step. */
function NoUsers({ state }: { state: ListState }) {
  const t = useText()
  if (Object.keys(state.filters).length === 0) {
    return (
      <EmptyState colour="blue" icon={<IconUsers size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    )
  }
  return (
    <FilteredEmpty title={t('list.none')} clear={{ label: t('list.clear'), run: state.clear }}>
      {t('list.noneText')}
    </FilteredEmpty>
  )
}

const filters = ['q', 'account', 'side', 'state', 'role', 'provider', 'mfa', 'inUse'] as const

/** The list of users of the page: its rows, its figures, and the ticked users. */
function useUserList() {
  const { within } = useAccountScope()
  const state: ListState = useListState({ filters, sort: 'fullName,ASC' })
  const query = { ...state.query, ...(within ? { account: [within.name] } : {}) }
  const list = useList(listUsers, { query })
  const account = within ? [within.name] : (state.filters.account ?? [])
  const about = { size: 1, ...(account.length > 0 ? { account: [...account] } : {}) }
  const figures = useQueryOf(listUsers, { query: about }, { keep: true }).data
  const selection = useSelection((index) => list.rowAt(index)?.id, query)
  return { state, query, list, figures, selection, ticked: useTicked(list, selection.ids) }
}

/** The ticked users, also when scrolled out of sight. */
function useTicked(
  { length, rowAt }: { length: number; rowAt: (index: number) => User | undefined },
  ids: ReadonlySet<string>,
): User[] {
  const seen = useRef(new Map<string, User>())
  for (let index = 0; index < length; index++) {
    const user = rowAt(index)
    if (user) seen.current.set(user.id, user)
  }
  return [...ids].flatMap((id) => seen.current.get(id) ?? [])
}
