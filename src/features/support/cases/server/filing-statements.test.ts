import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { clocksSettled } from '#test/clocks-settled.ts'
import { type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => desk.close())

/** Follows the statements of each transaction from now on, in this process. */
function watchTransactions(): readonly string[][] {
  const transactions: string[][] = []
  const open = new Map<unknown, string[]>()
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
    if (/^begin/.test(text)) {
      open.set(this, [])
      transactions.push(open.get(this)!)
    }
    open.get(this)?.push(text.trim())
    if (/^(commit|rollback)$/.test(text)) open.delete(this)
    return Reflect.apply(query, this, given)
  })
  return transactions
}

async function file(): Promise<void> {
  const body = { subject: 'Counted', description: 'Since noon.', priority: 'LOW' }
  const filed = await desk.call('vera', 'POST', '/issues?account=acme', body)
  expect(filed.status).toBe(201)
  await clocksSettled(desk.portal.pool)
}

test('to file a case and to handle its event are as few statements as before', async () => {
  await file()
  const transactions = watchTransactions()
  await file()
  const found = (part: string) => transactions.filter((one) => one.some((text) => text.includes(part)))
  const [filing, ...otherFilings] = found('insert into cases ')
  const [handling, ...otherHandlings] = found('update event_chain set')
  expect([otherFilings, otherHandlings]).toEqual([[], []])
  expect(filing!.length).toBe(8)
  expect(handling!.length).toBe(19)
})
