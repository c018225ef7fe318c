import { createDemoUsers, type DemoUsers, demoPassword } from '#features/users/demo-users/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type SignedIn, signIn } from './sign-in.ts'

/** The named users of the demo and the tests. */
export type Users = DemoUsers

/** The accounts that the named users belong to. */
export const usersAccounts = {
  customer: 'nordfeld-kabel',
  second: 'holmewick-media',
  parent: 'vantreight-group',
} as const

/**
 * Makes the named users, and their accounts where they are missing: a parent with a visible and a hidden child among
 * them.
 */
export async function makeUsers({ db }: AppContext): Promise<Users> {
  return db.transaction().execute(async (tx) => {
    for (const [name, key] of [
      [usersAccounts.customer, 'NORD'],
      [usersAccounts.second, 'HOLM'],
      [usersAccounts.parent, 'VANT'],
      ['millbrook-cable', 'MILL'],
      ['dunmore-valley', 'DUNM'],
    ] as const) {
      await tx
        .insertInto('accounts')
        .values({
          name,
          display_name: name,
          project_key: key,
          region: 'EMEA',
          is_parent: key === 'VANT',
          is_federated: ['VANT', 'MILL', 'DUNM'].includes(key),
          view_only: key === 'DUNM',
        })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    }
    const parent = await tx
      .selectFrom('accounts')
      .select('id')
      .where('name', '=', usersAccounts.parent)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('accounts')
      .set({ parent_id: parent.id })
      .where('name', 'in', ['millbrook-cable', 'dunmore-valley'])
      .execute()
    return createDemoUsers(tx, usersAccounts)
  })
}

/** Signs in one of the named users. */
export function signInAs(portalUrl: string, user: { readonly email: string }): Promise<SignedIn> {
  return signIn(portalUrl, user.email, demoPassword)
}
