import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { accountChanged } from '#features/accounts/accounts/contract.ts'
import { readUserDetails } from '#features/users/managed-users/contract.ts'
import { deleteUsers } from '#features/users/user-deletion/contract.ts'
import { listUsers, type User, userChanged } from '#features/users/user-management/contract.ts'
import { refresh } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { Grid } from '#kit/web/table/grid.tsx'
import { GridFrame } from '#kit/web/table/grid-frame.tsx'
import { PhoneList } from '#kit/web/table/phone-list.tsx'
import { useColumns } from '#kit/web/table/use-columns.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { NoUsers } from './no-users.tsx'
import { usersActions } from './places.ts'
import { useAccountScope } from './use-account-scope.ts'
import { useUserList } from './use-user-list.ts'
import { useUserColumns } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'
import { userRow } from './user-phone-row.tsx'
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
  const { state, query, list, figures, selection, ticked } = useUserList()
  const all = useUserColumns(whole, within?.name)
  const columns = useColumns('users', all)
  useTopic(userChanged, {}, () => void refresh(listUsers))
  // Its plan may allow more, or fewer.
  useTopic(accountChanged, within ? {} : undefined, (events) => {
    if (!events || events.id === within?.id) void refresh(listUsers)
  })
  const open = ({ id }: User) => void navigate({ to: pathOf(id) })
  const shared = {
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
          <PhoneList {...shared} phone={userRow} />
        ) : (
          <Grid
            {...shared}
            state={state}
            columns={columns.shown}
            name={({ fullName }) => fullName}
            rowHeight={2.5}
            {...(mayDelete ? { selection } : {})}
          />
        )}
        {mayDelete && selection.ids.size > 0 && (
          <Suspense>
            <UserBulkBar selection={selection} users={ticked} />
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
