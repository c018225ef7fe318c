import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachmentAdded } from '#features/support/attachments/contract.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { addressOf, type Reply, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

type Entry = { readonly name: string; readonly by: string; readonly internal: boolean }
type Action = { readonly what: keyof typeof actions; readonly who: 'uma' | 'vera' | 'mia' }

const fullNames = { uma: 'Uma User', vera: 'Vera Vendor', mia: 'Mia Manager' } as const
const issues = '/issues'
let counter = 0
/** The call of each action, and the event that it must record when it took effect. */
const actions = {
  comment: {
    event: 'case.commented',
    call: (who, key) => desk.call(who, 'POST', `${issues}/comment?issueKey=${key}`, { body: `Word ${++counter}` }),
  },
  aside: {
    event: 'case.internally-commented',
    call: (who, key) =>
      desk.call(who, 'POST', `${issues}/comment/internal?issueKey=${key}`, { body: `Aside ${++counter}` }),
  },
  rename: {
    event: 'case.edited',
    call: (who, key) => desk.call(who, 'PATCH', `${issues}/${key}`, { subject: `Name ${++counter}` }),
  },
  resolve: {
    event: 'case.status-changed',
    call: (who, key) => desk.call(who, 'POST', `${issues}/fire/resolve?issueKey=${key}`),
  },
  close: {
    event: 'case.status-changed',
    call: (who, key) => desk.call(who, 'POST', `${issues}/fire/close?issueKey=${key}`, { comment: 'Enough.' }),
  },
  activate: {
    event: 'case.status-changed',
    call: (who, key) => desk.call(who, 'POST', `${issues}/fire/activate?issueKey=${key}`),
  },
  decline: {
    event: 'case.status-changed',
    call: (who, key) => desk.call(who, 'POST', `${issues}/fire/decline?issueKey=${key}`),
  },
  attach: {
    event: 'case.attachment-added',
    call: (who, key) => desk.call(who, 'POST', `${issues}/attachment?issueKey=${key}`, attachment()),
  },
} as const satisfies Record<string, { event: string; call: (who: Action['who'], key: string) => Promise<Reply> }>

test('after any actions the history has exactly the effective ones, and for customers no internal one', async () => {
  const action = fc.record({
    what: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    who: fc.constantFrom('uma' as const, 'vera' as const, 'mia' as const),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (run) => {
      const key = await file()
      const done: Entry[] = [{ name: 'case.created', by: fullNames.uma, internal: false }]
      for (const { what, who } of run) {
        const { status } = await actions[what].call(who, key)
        expect([200, 201, 403, 409]).toContain(status)
        if (status < 300) done.push({ name: actions[what].event, by: fullNames[who], internal: what === 'aside' })
      }
      done.reverse()
      expect(await history('vera', key)).toEqual(done)
      expect(await history('uma', key)).toEqual(done.filter(({ internal }) => !internal))
    }),
    { numRuns: 12 },
  )
})

test('the statuses in the history lead from one to the next and end in the status of the case', async () => {
  const key = await file()
  await actions.comment.call('vera', key)
  await actions.resolve.call('vera', key)
  await actions.comment.call('uma', key)
  await desk.call('vera', 'PATCH', `${issues}/${key}`, { status: 'WAITING_FOR_CUSTOMER', assignee: addressOf('vera') })
  await actions.comment.call('uma', key)
  await actions.close.call('uma', key)
  const history = await desk.call('uma', 'GET', `${issues}/history?issueKey=${key}&sort=at,asc`)
  const steps = rowsOf(history, 'entries').flatMap((entry) => (entry.changes?.status ? [entry.changes.status] : []))
  expect(steps).toEqual([
    ['NEW', 'OPEN'],
    ['OPEN', 'RESOLVED'],
    ['RESOLVED', 'OPEN'],
    ['OPEN', 'WAITING_FOR_CUSTOMER'],
    ['WAITING_FOR_CUSTOMER', 'WAITING_FOR_VENDOR'],
    ['WAITING_FOR_VENDOR', 'CLOSED'],
  ])
})

test('imported events are at the time when they happened, in the history and in the logbook', async () => {
  const key = await file()
  const at = new Date('2020-02-03T04:05:06Z')
  const uma = { id: desk.ids.uma, fullName: fullNames.uma }
  await inTransaction(desk.portal.db, (tx) =>
    recordHistoricalEvent(tx, attachmentAdded, uma, {
      at,
      account: 1,
      subject: key,
      data: { caseId: 1, attachmentId: 1, digest: '', changes: { attachment: [null, 'old.log'] } },
    }),
  )
  const [created, past] = ['case.created', 'case.attachment-added']
  expect((await history('uma', key)).map(({ name }) => name)).toEqual([created, past])
  const reply = await fetch(`${desk.url}/api/logbook/entries/search?sort=at,asc&size=1`, {
    headers: desk.headersOf('uma'),
  })
  const { _embedded } = (await reply.json()) as { _embedded: { entries: { name: string; at: string }[] } }
  expect(_embedded.entries[0]).toMatchObject({ name: past, at: '2020-02-03T04:05:06.000Z' })
})

async function file(): Promise<string> {
  const { body } = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'History',
    description: '',
    priority: 'LOW',
  })
  return String(body.key)
}

async function history(who: Action['who'], key: string): Promise<Entry[]> {
  const reply = await desk.call(who, 'GET', `${issues}/history?issueKey=${key}&size=200`)
  return rowsOf(reply, 'entries').map(({ name, by, internal }) => ({ name, by, internal }) as unknown as Entry)
}

function attachment(): FormData {
  const data = new FormData()
  data.append('file', new Blob([`file ${++counter}`]), 'note.txt')
  return data
}
