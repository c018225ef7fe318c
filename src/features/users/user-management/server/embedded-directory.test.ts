import { type DirectoryWorld, directorySuite } from '#test/directories/directory-suite.ts'
import { type TestUser, userWith } from '#test/factories.ts'
import { userManagementApp } from '#test/user-management-app.ts'

directorySuite('of the portal', async (): Promise<DirectoryWorld> => {
  const office = await userManagementApp()
  const { db } = office.portal
  return {
    office,
    close: office.close,
    async user(kind) {
      const user = await userWith(office, 'USER', office.acme)
      if (kind === 'active') await giveCredentials(user)
      else await db.updateTable('users').set({ state: 'provisioned' }).where('id', '=', user.id).execute()
      return user
    },
    async look({ id, email }) {
      const password = await db.selectFrom('user_passwords').select('user_id').where('user_id', '=', id).execute()
      const user = await db.selectFrom('users').select('erased_at').where('id', '=', id).executeTakeFirstOrThrow()
      if (user.erased_at !== null && password.length === 0) return undefined
      const mails = await db.selectFrom('mail_outbox').select('body_text').where('recipient', '=', email).execute()
      const factors = await db.selectFrom('user_totps').select('user_id').where('user_id', '=', id).execute()
      const sessions = await db.selectFrom('oidc_records').select('id').where('user_id', '=', id).execute()
      const ways = mails.filter(({ body_text }) => body_text!.includes('token='))
      return { mails: ways.length, factors: factors.length, sessions: sessions.length }
    },
  }

  async function giveCredentials({ id }: TestUser): Promise<void> {
    await db.insertInto('user_passwords').values({ user_id: id, hash: 'kept as it is' }).execute()
    const secret = Buffer.from('kept as it is')
    await db.insertInto('user_totps').values({ user_id: id, secret, confirmed_at: new Date() }).execute()
    await db
      .insertInto('oidc_records')
      .values({ model: 'Session', id: `of ${id}`, payload: '{}', user_id: id })
      .execute()
  }
})
