import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { serialFits, warrantyEnd } from '../contract.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const form = {
  partNumber: 'RS-PSU-AC',
  serialNumber: 'PS24W19004410',
  contact: 'Hub operations, +44 1603 555 017',
  shippingAddress: 'Hub Wymondham\nEngland',
  symptomDetails: 'Supply B dead.',
}
function file(who: Name, fields: object, files: readonly [string, string | Buffer][] = [], account = 'acme') {
  const data = new FormData()
  data.append('request', JSON.stringify(fields))
  for (const [name, bytes] of files) data.append('file', new Blob([bytes as BlobPart]), name)
  return desk.call(who, 'POST', `/issues/form?account=${account}`, data)
}
const read = (key: string, who: Name = 'uma') => desk.call(who, 'GET', `/issues/return?issueKey=${key}`)
const advance = (key: string, body: object, who: Name = 'vera', headers = {}) =>
  desk.call(who, 'POST', `/issues/return?issueKey=${key}`, body, headers)

test('a return is filed with its files; a file that fails is named and dropped', async () => {
  const exact = Buffer.alloc(10_485_760)
  const filed = await file('uma', form, [
    ['label.txt', 'PS24W19004410'],
    ['exact.log', exact],
    ['large.log', Buffer.concat([exact, Buffer.from('x')])],
    ['run.exe', 'MZ'],
  ])
  expect(filed.status).toBe(201)
  expect(filed.body).toMatchObject({
    serialFits: true,
    files: ['label.txt', 'exact.log'],
    droppedFiles: [
      { filename: 'large.log', problem: 'attachment-too-large' },
      { filename: 'run.exe', problem: 'attachment-type-not-allowed' },
    ],
  })
  const key = String(filed.body.key)
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body).toMatchObject({
    type: 'RMA',
    status: 'NEW',
    labels: ['rma'],
  })
  expect(rowsOf(await desk.call('uma', 'GET', `/issues/attachments?issueKey=${key}`), 'attachments')).toHaveLength(2)
  expect((await read(key)).body).toMatchObject({
    ...form,
    state: 'requested',
    warrantyEnds: '2026-05-12',
    droppedFiles: [{ filename: 'large.log' }, { filename: 'run.exe' }],
    steps: [{ state: 'requested', by: 'Uma User' }],
  })
  const many = await file(
    'uma',
    form,
    Array.from({ length: 12 }, (_, n) => [`${n}.txt`, String(n)]),
  )
  expect(many.body.files).toHaveLength(10)
  expect(many.body.droppedFiles).toMatchObject([{ problem: 'too-many-files' }, { problem: 'too-many-files' }])
  expect((await read(key, 'bob')).status).toBe(404)
})

test('a serial number that does not fit is filed with a mark; missing fields are named', async () => {
  const other = await file('uma', { ...form, serialNumber: 'RS224W11B00083' })
  expect(other.body.serialFits).toBe(false)
  expect((await read(String(other.body.key))).body).toMatchObject({ serialFits: false, warrantyEnds: null })
  expect((await file('uma', { ...form, partNumber: 'X' })).body).toMatchObject({ fields: [{ path: 'partNumber' }] })
  expect((await file('uma', { ...form, contact: ' ' })).body).toMatchObject({
    status: 400,
    fields: [{ path: 'contact' }],
  })
  expect((await file('uma', form, [], 'blue')).status).toBe(404)
  expect((await file('mia', form, [], 'acme')).status).toBe(201)
  expect((await file('finn', form)).status).toBe(403)
  const plain = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'x',
    description: 'x',
    priority: 'LOW',
  })
  expect((await read(String(plain.body.key))).body.code).toBe('return-not-found')
})

test('a return is approved, shipped and received in this order, each step once', async () => {
  const key = String((await file('uma', form)).body.key)
  const shipped = {
    state: 'shipped',
    carrier: 'DHL Express',
    trackingNumber: 'JD0146',
    replacementSerial: 'PS26W41000087',
  }
  expect((await advance(key, shipped)).body.code).toBe('return-step-not-allowed')
  expect((await advance(key, { state: 'approved' }, 'uma')).status).toBe(403)
  const replies = await Promise.all(Array.from({ length: 5 }, () => advance(key, { state: 'approved' })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await advance(key, { state: 'shipped' })).body).toMatchObject({ fields: [{ path: 'trackingNumber' }] })
  expect((await advance(key, shipped, 'vera', { 'if-match': '"1"' })).status).toBe(412)
  expect((await advance(key, shipped, 'vera', { 'if-match': '"2"' })).status).toBe(200)
  expect((await advance(key, { state: 'received' })).status).toBe(200)
  expect((await read(key)).body).toMatchObject({
    state: 'received',
    steps: [
      {},
      { by: 'Vera Vendor' },
      { carrier: 'DHL Express', replacementSerial: 'PS26W41000087' },
      { state: 'received' },
    ],
  })
  expect((await desk.call('uma', 'GET', `/issues/history?issueKey=${key}`)).text).toContain('returnState')
})

test('a report that service is down is filed as HIGH, and every user of the NOC gets a mail at once', async () => {
  const body = { subject: 'All modems offline', description: 'x', priority: 'LOW', serviceDown: true }
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', body)
  expect(filed.body).toMatchObject({ priority: 'HIGH', labels: ['service-down'], type: 'CASE' })
  const mails = async () =>
    (
      await desk.portal.pool.query<{ recipient: string }>(
        `select recipient from mail_outbox where subject like '%' || $1 || '%'`,
        [filed.body.key],
      )
    ).rows.map(({ recipient }) => recipient)
  await vi.waitFor(async () => expect(await mails()).toContain('victor@desk.example'), {
    timeout: 10_000,
    interval: 100,
  })
  expect(await mails()).not.toContain('tom@desk.example')
})

test('forms of serial numbers and the end of warranty follow from part and week', () => {
  expect(serialFits('RN-120-18-AC', 'RN125W37K00412')).toBe(true)
  expect(serialFits('RN-120-18-AC', 'RN125W37I00412')).toBe(false)
  expect(warrantyEnd('RN-120-18-AC', 'RN125W37K00412')).toBe('2028-09-14')
  expect(warrantyEnd('OP-X1-N2', 'OPX7KQ2M00F4')).toBeNull()
})
