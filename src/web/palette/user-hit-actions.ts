import { isVendor } from '#features/access/roles/contract.ts'
import { impersonateUsers } from '#features/access/sessions/contract.ts'
import type { SearchHit } from '#features/home/search/contract.ts'
import { openImpersonateDialog } from '#features/sign-in/impersonation/web/index.ts'
import { caseQueuePath, customerCasesPath } from '#features/support/case-pages/paths.ts'
import { readUserDetails } from '#features/users/managed-users/contract.ts'
import { accountUserPath, userPath } from '#features/users/user-pages/paths.ts'
import { allows, type Principal } from '#kit/contract/permission.ts'
import { IconHeadset, IconUserShare } from '#kit/web/icons/icons.generated.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import type { usePaletteText } from '../texts.ts'
import type { PaletteHit } from './palette-hit.ts'

type UserHit = Extract<SearchHit, { kind: 'user' }>

/** The page of a user for those who may read it, else the cases that the user filed. */
export function userHitPath(hit: UserHit, actor: Principal, account: AccountChoice | null): string {
  if (isVendor(actor)) return userPath({ userId: hit.id })
  if (account && allows(actor, readUserDetails, account.name)) return accountUserPath({ account, userId: hit.id })
  return casesPath(hit, actor, account)
}

/** The actions for a user in the results: their cases, and impersonation. */
export function userActions(
  hit: UserHit,
  actor: Principal,
  account: AccountChoice | null,
  t: ReturnType<typeof usePaletteText>,
): PaletteHit[] {
  const name = hit.title
  const mayImpersonate = allows(actor, impersonateUsers) && hit.id !== actor.id
  return [
    {
      id: `user-cases:${hit.id}`,
      title: t('casesOf', { name }),
      icon: IconHeadset,
      run: ({ go }) => go(casesPath(hit, actor, account)),
    },
    ...(mayImpersonate
      ? [
          {
            id: `user-impersonate:${hit.id}`,
            title: t('impersonate', { name }),
            icon: IconUserShare,
            run: () => openImpersonateDialog({ id: hit.id, fullName: name, username: hit.username }),
          },
        ]
      : []),
  ]
}

function casesPath({ username }: UserHit, actor: Principal, account: AccountChoice | null): string {
  const filed = { reporter: username }
  return isVendor(actor) || !account ? caseQueuePath(filed) : customerCasesPath({ account }, filed)
}
