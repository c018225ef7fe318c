import { findAccountIn } from '#features/access/scope/server/index.ts'
import { seatsOf } from '#features/accounts/accounts/server/index.ts'
import { managedUserProblems, readUsers } from '#features/users/managed-users/contract.ts'
import { type UserScope, userScopeOf } from '#features/users/managed-users/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halRawPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { listUsers, readUser, type User } from '../contract.ts'
import { findPage } from './find-page.ts'
import { findUser, findUserIds, usersText, type Window } from './find-users.ts'
import { rememberCounts } from './remembered-counts.ts'
import { aclOf } from './user-acl.ts'
import { userColumns } from './user-columns.ts'
import type { UserFilters } from './user-conditions.ts'
import { countFigures } from './user-stats.ts'

/** The list of users with its figures, and single users. */
export function serveLists(portal: AppContext): void {
  const { db } = portal
  const countedAsOf = rememberCounts()

  serve(portal, listUsers, async (call) => {
    const { page, size, sort, ...filters } = call.query
    const scope = userScopeOf(call.session)
    const order = readSort(sort, { field: 'fullName', descending: false })
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'users.csv', userColumns, everyone(portal, scope, filters, order))
    const [userPage, seats] = await Promise.all([
      findPage(portal, countedAsOf, { sight: scope, filters, window: { page, size, order } }),
      seatsFor(db, call.session, filters.account),
    ])
    const { rows, shown: shownCount, newest, version, total } = userPage
    const { figures } = await countedAsOf(
      version,
      `figures ${JSON.stringify(scope.accounts)} ${filters.account ?? ''}`,
      () => countFigures(db, scope, filters.account),
    )
    const list = { rows, count: shownCount, total, lastUpdateTime: newest }
    return halRawPage(call, 'users', { ...list, more: { ...figures, seats } })
  })

  serve(portal, readUser, async (call) => {
    const scope = userScopeOf(call.session)
    const user = await findUser(db, scope, Number(call.params.id))
    if (!user) throwProblem(managedUserProblems['user-not-found'])
    return respond({ ...user, userAcl: aclOf(user.roles) }, { etag: etagOf(user.version) })
  })
}

/** The seats of the one requested account; nothing when it is not one, or not visible. */
async function seatsFor(db: Database, session: Session, names: readonly string[] | undefined) {
  if (names?.length !== 1) return null
  const account = await findAccountIn(db, session, { name: names[0]!, permission: readUsers })
  return account ? seatsOf(db, account.id) : null
}

async function* everyone(
  portal: AppContext,
  scope: UserScope,
  filters: UserFilters,
  order: Window['order'],
): AsyncIterable<User> {
  const size = 500
  for (let page = 0; ; page += 1) {
    const ids = await findUserIds(portal.db, scope, filters, { page, size, order })
    const { rows } = await usersText(portal, scope, ids)
    yield* JSON.parse(rows) as User[]
    if (ids.length < size) return
  }
}
