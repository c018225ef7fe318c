import type { UserScope } from '#features/users/managed-users/server/index.ts'
import type { Total } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import {
  countUsers,
  findSmallResult,
  findUserIds,
  findUsersAlike,
  firstPageOfAll,
  SORT_IN_MEMORY_LIMIT,
  type UsersText,
  usersText,
  type Window,
} from './find-users.ts'
import type { VersionedCount } from './remembered-counts.ts'
import { asksDetails, type UserFilters } from './user-conditions.ts'

/** The requested page and its filters. */
export type ListRequest = { readonly sight: UserScope; readonly filters: UserFilters; readonly window: Window }

type Page = UsersText & { readonly total: Total }

/** A page and its total; when no name matches, of users with similar names. */
export async function findPage(portal: AppContext, countedAsOf: VersionedCount, request: ListRequest): Promise<Page> {
  const userPage =
    (await pageOfRemembered(portal, countedAsOf, request)) ?? (await pageAsked(portal, countedAsOf, request))
  const { sight, filters, window } = request
  if (userPage.total.count > 0 || !filters.q) return userPage
  const alike = await findUsersAlike(portal.db, sight, filters, window)
  return { ...(await usersText(portal, sight, alike.ids)), total: { count: alike.count } }
}

/**
 * Where filters leave few users, the ordered ids of them all are cached, and a page of them is one statement that reads
 * the users. Only for filters whose changes all raise the version of users and roles: not the second factor, say.
 */
async function pageOfRemembered(
  portal: AppContext,
  countedAsOf: VersionedCount,
  { sight, filters, window: { page, size, order } }: ListRequest,
): Promise<Page | undefined> {
  if (!isNarrowed(filters) || asksDetails(filters) || order.some(({ field }) => field === 'lastLogin')) return undefined
  const key = `few ${keyOf(sight, filters)} ${JSON.stringify(order)}`
  const fewAsOf = (version: number) =>
    countedAsOf(version, key, () => findSmallResult(portal.db, sight, filters, order))
  const pageOf = async (ids: readonly string[]) => ({
    ...(await usersText(portal, sight, ids.slice(page * size, (page + 1) * size))),
    total: { count: ids.length },
  })

  const few = await fewAsOf(0)
  if (!few.ids) return undefined
  const userPage = await pageOf(few.ids)
  if (few.version >= userPage.version) return userPage
  const again = await fewAsOf(userPage.version)
  return again.ids ? pageOf(again.ids) : undefined
}

async function pageAsked(
  portal: AppContext,
  countedAsOf: VersionedCount,
  { sight, filters, window }: ListRequest,
): Promise<Page> {
  const { db } = portal
  const countAsOf = (version: number) =>
    countedAsOf(version, keyOf(sight, filters), () => countUsers(db, sight, filters))
  const first = isNarrowed(filters) || window.page > 0 ? undefined : firstPageOfAll(sight, window)
  const few = (filters.q ?? filters.provider) !== undefined && (await countAsOf(0)).count <= SORT_IN_MEMORY_LIMIT
  const text = await usersText(portal, sight, first ?? (await findUserIds(db, sight, filters, { ...window, few })))
  return { ...text, total: await countAsOf(text.version) }
}

function isNarrowed(filters: UserFilters): boolean {
  return Object.values(filters).some((filter) => filter !== undefined)
}

function keyOf({ accounts }: UserScope, filters: UserFilters): string {
  return `${JSON.stringify(accounts)} ${JSON.stringify(filters)}`
}
