import { beforeAll, describe, expect, test } from 'vitest'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import type { CrmRecord } from '#features/subscriptions/crm/contract.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { TestApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { emptyRecord, fullRecord, otherRecord } from './crm-records.ts'

/** In what CRMs differ. */
export type CrmCapabilities = {
  /** Records are edited in the portal. */
  readonly editsRecords: boolean
  /** It holds the value, the currency and the quote of a contract. */
  readonly holdsMoney: boolean
  /** The sentence for an account of which it has no data; null where there is nothing to tell. */
  readonly unknownAccount: string | null
}

/** A portal whose accounts have their data in a CRM, and direct access to that CRM. */
export type CrmWorld = CrmCapabilities & {
  readonly app: TestApp
  /** An account that the CRM may know. */
  account(name: string): Promise<MadeAccount>
  /** Makes this what the CRM has of the account. */
  put(account: MadeAccount, record: CrmRecord): Promise<void>
  /** As if the data had been read so long ago that the next request reads it again. */
  age(account: MadeAccount): Promise<void>
}

/** What users can expect of any CRM, tested through the portal's endpoints. */
export function crmSuite(name: string, open: () => Promise<CrmWorld>): void {
  describe(`the CRM ${name}`, () => {
    let world: CrmWorld
    let admin: TestUser
    beforeAll(async () => {
      world = await open()
      admin = await userWith(world.app, 'ADMIN')
    })

    const path = (account: MadeAccount) => `${world.app.url}/api/plugins/salesforce/customer-data/${account.name}`
    const ask = async (account: MadeAccount, as = admin) => {
      const response = await fetch(path(account), { headers: as.headers })
      return { status: response.status, body: await response.json() }
    }
    /** The data once nothing newer is being read. */
    const read = async (account: MadeAccount) => {
      await expect.poll(async () => (await ask(account)).body.reading).toBe(false)
      return (await ask(account)).body
    }
    const held = (record: CrmRecord) =>
      world.holdsMoney ? record : { ...record, contractValue: null, currency: null, quoteUrl: null }

    test('returns of each account its own record, field by field', async () => {
      const [one, other] = [await world.account('full'), await world.account('other')]
      await world.put(one, fullRecord)
      await world.put(other, otherRecord)
      expect(await read(one)).toMatchObject({ account: one.name, record: held(fullRecord), failure: null })
      expect(await read(other)).toMatchObject({ account: other.name, record: held(otherRecord), failure: null })
    })

    test('returns what is empty as empty', async () => {
      const account = await world.account('empty')
      await world.put(account, emptyRecord)
      expect(await read(account)).toMatchObject({ record: emptyRecord, failure: null })
    })

    test('has no record of an account that it does not know', async () => {
      expect(await read(await world.account('unknown'))).toMatchObject({
        record: null,
        asOf: null,
        failure: world.unknownAccount,
      })
    })

    test('returns a changed record with its new time', async () => {
      const account = await world.account('changed')
      await world.put(account, fullRecord)
      const { asOf } = await read(account)
      await world.put(account, otherRecord)
      await world.age(account)
      const changed = await read(account)
      expect(changed.record).toEqual(held(otherRecord))
      expect(Date.parse(changed.asOf)).toBeGreaterThan(Date.parse(asOf))
    })

    test('proposes its owner as the customer success manager, and assigns nobody by itself', async () => {
      const account = await world.account('proposed')
      const csm = await userWith(world.app, 'HARMONIC_CSM')
      await world.put(account, { ...fullRecord, ownerEmail: csm.email.toUpperCase() })
      expect((await read(account)).proposedCsm).toMatchObject({ id: String(csm.id), username: csm.email })
      const assign = `${world.app.url}/api/accounts/${account.name}/csm/${csm.id}`
      expect((await fetch(assign, { method: 'POST', headers: admin.headers })).ok).toBe(true)
      expect((await read(account)).proposedCsm).toBeNull()
    })

    test('is edited in the portal where it is kept there, and is read-only elsewhere', async () => {
      const account = await world.account('edited')
      await world.put(account, fullRecord)
      const { version } = await read(account)
      const response = await fetch(path(account), {
        method: 'PUT',
        headers: { ...admin.headers, 'content-type': 'application/json', 'if-match': `"${version}"` },
        body: JSON.stringify(otherRecord),
      })
      expect([response.status, (await response.json()).code]).toEqual(
        world.editsRecords ? [200, undefined] : [409, 'crm-read-only'],
      )
      expect((await read(account)).record).toEqual(held(world.editsRecords ? otherRecord : fullRecord))
    })

    test('shows nothing to users of the account itself', async () => {
      const account = await world.account('closed')
      await world.put(account, fullRecord)
      expect((await ask(account, await userWith(world.app, 'MANAGER', account))).status).toBe(403)
      expect((await ask(account, await userWith(world.app, 'HARMONIC_CSM'))).status).toBe(403)
    })

    test('leaves nothing in the portal of an account that is erased', async () => {
      const account = await world.account('erased')
      await world.put(account, fullRecord)
      await read(account)
      const { db, pool } = world.app.portal
      const stored = () =>
        pool.query(
          'select account_id from crm_records where account_id = $1 union all select account_id from crm_copies where account_id = $1',
          [account.id],
        )
      expect((await stored()).rowCount).toBe(1)
      await recordEvent(
        db,
        accountEvents.erased,
        { userName: 'nightly run' },
        { account: account.id, subject: account.id },
      )
      await expect.poll(async () => (await stored()).rowCount, { timeout: 10_000 }).toBe(0)
    })
  })
}

/** An account of the world with this CRM ID. */
export async function accountWithId(app: TestApp, name: string, crmId: string | null): Promise<MadeAccount> {
  const account = await makeAccount(app, name)
  await app.portal.db.updateTable('accounts').set({ crm_id: crmId }).where('id', '=', account.id).execute()
  return account
}
