import { afterAll, beforeAll, expect, test } from 'vitest'
import { scheduleScan } from '#kit/server/files/file-scans.ts'
import { addJob, defineJob } from '#kit/server/job.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type ClamdFake, startClamdFake } from '#test/scanners/clamd-fake.ts'
import { EICAR } from '#test/scanners/eicar.ts'
import { type SoftwareDesk, type SoftwareName, softwareApp, until } from '#test/software-app.ts'
import { type Json, type Reply, rowsOf } from '#test/support-app.ts'
import { fileCommands } from './file-commands.ts'

let clamd: ClamdFake
let desk: SoftwareDesk
let key: string

beforeAll(async () => {
  clamd = await startClamdFake()
  desk = await softwareApp({ env: { SCANNER_URL: clamd.url } })
  key = await fileCase(desk)
})
afterAll(async () => {
  await desk.close()
  await clamd.stop()
})

const issues = '/api/plugins/jira/issues'
/** Unique bytes for each call. */
let times = 0
function fresh(text: string): string {
  times += 1
  return `${text} ${times}`
}

async function fileCase({ call }: SoftwareDesk): Promise<string> {
  const body = { subject: 'Files', description: '', priority: 'LOW' }
  return String((await call('uma', 'POST', `${issues}?account=acme`, body)).body.key)
}

async function attach(text: string, name = 'notes.txt', { call } = desk, issue = key): Promise<Json> {
  const data = new FormData()
  data.append('file', new Blob([text]), name)
  const { status, body } = await call('uma', 'POST', `${issues}/attachment?issueKey=${issue}`, data)
  expect(status).toBe(201)
  return body
}

const urlOf = ({ id }: Json, issue = key) => `${issues}/attachment?issueKey=${issue}&attachmentId=${id}`
const download = (file: Json, headers = {}) => desk.call('vera', 'GET', urlOf(file), undefined, headers)
const given = (file: Json) =>
  until(async () => {
    const reply = await download(file)
    return reply.status === 423 ? undefined : reply
  })

async function checkOf({ id }: Json, { call } = desk, issue = key): Promise<unknown> {
  const list = await call('uma', 'GET', `${issues}/attachments?issueKey=${issue}`)
  return rowsOf(list, 'attachments').find((file) => file.id === id)?.check
}

const checks = async (name: SoftwareName = 'vera'): Promise<Reply> => desk.call(name, 'GET', '/api/cluster/file-checks')

test('a clean file is delivered once it was scanned, and pages with its case open are notified', async () => {
  const socket = await desk.live('uma')
  await socket.subscribe('cases', '/topic/jira-issues/updated/customer/acme')
  clamd.hold = () => true
  const text = fresh('clean')
  const file = await attach(text)
  expect(file.check).toEqual({ state: 'WAITING', words: null })
  const waiting = await download(file)
  expect(waiting).toMatchObject({ status: 423, body: { code: 'file-being-checked' } })
  expect(waiting.headers.get('retry-after')).toBe('5')
  expect(waiting.text).toContain('notes.txt')
  clamd.hold = () => false
  expect((await given(file)).text).toBe(text)
  expect(await checkOf(file)).toBeNull()
  await socket.until(({ body }) => body.includes('file.scan-clean'))
  socket.websocket.close()
})

test('a file with malware is withheld from all users, however it is requested, and the response explains what to do', async () => {
  const file = await attach(EICAR, 'invoice.txt')
  const rejected = await given(file)
  expect(rejected).toMatchObject({ status: 409, body: { code: 'file-quarantined' } })
  expect(rejected.body.detail).toMatch(/invoice\.txt .*Eicar-Test-Signature.*another copy/)
  expect((await download(file, { range: 'bytes=0-3' })).status).toBe(409)
  expect((await download(file, { 'if-none-match': `"${file.digest}"` })).status).toBe(409)
  expect((await desk.call('uma', 'GET', `${urlOf(file)}&inline=true`)).status).toBe(409)
  expect((await desk.call('ada', 'HEAD', urlOf(file))).status).toBe(409)
  expect(await checkOf(file)).toEqual({ state: 'QUARANTINED', words: 'Eicar-Test-Signature' })

  const recorded = await until(async () => {
    const history = await desk.call('uma', 'GET', `${issues}/history?issueKey=${key}`)
    return rowsOf(history, 'entries').find(({ name }) => String(name) === 'case.attachment-quarantined')
  })
  expect(recorded.changes).toEqual({ attachment: [null, 'invoice.txt'], found: [null, 'Eicar-Test-Signature'] })
})

test('while the scanner is unavailable files wait, and when it is back they are delivered without intervention', async () => {
  await clamd.stop()
  const file = await attach(fresh('later'))
  expect((await download(file)).status).toBe(423)
  const away = await until(async () => {
    const { body } = await checks()
    return body.scanner?.error ? body : undefined
  })
  expect(away).toMatchObject({ waiting: 1, scanner: { away: expect.stringContaining('cannot be reached') } })
  await clamd.start()
  await until(async () => ((await checkOf(file)) === null ? true : undefined))
  expect((await download(file)).status).toBe(200)
  expect((await checks()).body).toMatchObject({ waiting: 0, scanner: { away: null, error: null } })
})

test('a scan whose process died is taken over by another', async () => {
  clamd.hold = () => true
  const text = fresh('taken over')
  const file = await attach(text)
  await until(async () => clamd.scansOf(text) > 0 || undefined)
  const { db } = desk.portal
  // As a killed process leaves it: a claim that expires, and no notification. This one lives, and may renew it.
  const takenOver = async () => {
    await db
      .updateTable('file_scans')
      .set({ leased_until: new Date(0) })
      .where('digest', '=', String(file.digest))
      .execute()
    await scheduleScan(db, 'another')
    return clamd.scansOf(text)
  }
  await expect.poll(takenOver, { interval: 500 }).toBeGreaterThan(1)
  clamd.hold = () => false
  expect((await given(file)).status).toBe(200)
  const { rows } = await desk.portal.pool.query(
    `select count(*)::int as count from events where name = 'file.scan-clean' and subject_id = $1`,
    [file.digest],
  )
  expect(rows).toEqual([{ count: 1 }])
})

test('a file too large for the scanner is delivered, with that mark, and counted', async () => {
  const file = await attach(fresh('x'.repeat(1_200_000)))
  expect((await given(file)).status).toBe(200)
  expect(await checkOf(file)).toEqual({ state: 'UNSCANNABLE', words: 'too-large' })
  expect((await checks()).body.unscannable).toBe(1)
})

test('files from before the scanner are delivered meanwhile and scanned gradually', async () => {
  const file = await attach(fresh('from before'))
  await given(file)
  const { db } = desk.portal
  clamd.signatures.set('from before', 'Old-Trouble')
  clamd.hold = () => true
  await db.deleteFrom('file_scans').where('digest', '=', String(file.digest)).execute()
  await addJob(db, defineJob('files.catch-up'), {})
  await until(async () => ((await checks()).body.earlier === (1 as unknown) ? true : undefined))
  expect(await checkOf(file)).toBeNull()
  expect((await download(file)).status).toBe(200)
  clamd.hold = () => false
  await until(async () => ((await download(file)).status === 409 ? true : undefined))
})

test('the same bytes are scanned once', async () => {
  const text = fresh('twice')
  await given(await attach(text))
  const again = await attach(text)
  expect([again.check, (await download(again)).status, clamd.scansOf(text)]).toEqual([null, 200, 1])
})

test('a bundle accepts and freezes a quarantined file, but it is not delivered and no release with it is approved', async () => {
  const bundleId = await desk.bundle('Infected')
  const fileId = await desk.upload(bundleId, 'firmware.bin', fresh(EICAR))
  const box = `/api/box/file/upload/${fileId}`
  await until(async () => ((await desk.call('rita', 'GET', `${box}/download`)).status === 409 ? true : undefined))
  const { body: link } = await desk.call('rita', 'GET', `${box}/shareable-link`)
  const shared = await fetch(String(link.content))
  expect([shared.status, ((await shared.json()) as Json).code]).toEqual([409, 'file-quarantined'])
  const files = await desk.call('rita', 'GET', `/api/bundle-component-files?bundleId=${bundleId}`)
  expect(rowsOf(files, 'files')[0]?.check).toMatchObject({ state: 'QUARANTINED' })

  const release = await desk.release(bundleId)
  const approved = await desk.call('anton', 'POST', `/api/bundle-releases/approve?bundleReleaseId=${release}`)
  expect(approved).toMatchObject({ status: 409, body: { code: 'file-quarantined' } })
  await until(async () => {
    const history = await desk.call('rita', 'GET', `/api/bundles/${bundleId}/history`)
    return rowsOf(history, 'entries').find(({ name }) => String(name) === 'bundle.file-quarantined')
  })
})

test('malware found in a delivered release is withheld from then on, alone and in the zip', async () => {
  const bundleId = await desk.bundle('Found late')
  const text = fresh('sleeper')
  const fileId = await desk.upload(bundleId, 'late.bin', text)
  await until(async () => {
    const { status } = await desk.call('rita', 'GET', `/api/box/file/upload/${fileId}/download`)
    return status === 200 ? true : undefined
  })
  const id = await desk.release(bundleId)
  expect((await desk.deliver(id)).status).toBe('DELIVERED')
  const zip = () => desk.call('uma', 'GET', `/api/bundle-releases/${id}/archive`)
  expect((await zip()).status).toBe(200)

  clamd.signatures.set('sleeper', 'Late-Trouble')
  await desk.portal.db.deleteFrom('file_scans').where('state', '=', 'CLEAN').execute()
  await addJob(desk.portal.db, defineJob('files.catch-up'), {})
  await until(async () => ((await zip()).status === 409 ? true : undefined))
  expect((await desk.call('uma', 'GET', `/api/box/file/upload/${fileId}/download`)).status).toBe(409)
  const { body } = await desk.call('uma', 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${id}`)
  expect(JSON.stringify(body)).toContain('"words":"Late-Trouble"')
})

test('an approved release is not delivered with malware found since', async () => {
  const bundleId = await desk.bundle('Found between')
  const text = fresh('between')
  const fileId = await desk.upload(bundleId, 'between.bin', text)
  await until(async () => {
    const { status } = await desk.call('rita', 'GET', `/api/box/file/upload/${fileId}/download`)
    return status === 200 ? true : undefined
  })
  const id = await desk.release(bundleId)
  // Malware found while the delivery is under way: only the row changes, after the approval has checked.
  await desk.portal.pool.query(`
    create function found_now() returns trigger language plpgsql as $$ begin
      update file_scans set state = 'QUARANTINED', finding = 'Quick-Trouble' where digest in (select digest from release_components where release_id = ${id});
      return new; end $$;
    create trigger found_now after insert on jobs for each row execute function found_now()`)
  const { status, approval } = await desk.deliver(id)
  expect(status).toBe('RELEASED')
  expect(JSON.stringify(approval)).toContain('between.bin contains Quick-Trouble and is quarantined.')
})

test('without a scanner nothing is scanned, nothing waits, and that is reported', async () => {
  const plain = await softwareApp()
  const issue = await fileCase(plain)
  const file = await attach(EICAR, 'invoice.txt', plain, issue)
  expect(file.check).toBeNull()
  expect((await plain.call('vera', 'GET', urlOf(file, issue))).status).toBe(200)
  expect((await plain.call('vera', 'GET', '/api/cluster/file-checks')).body).toEqual({
    ...{ scanner: null, waiting: 0, earlier: 0, quarantined: 0, unscannable: 0 },
  })
  await plain.portal.db
    .insertInto('file_scans')
    .values({ digest: String(file.digest), state: 'WAITING' })
    .execute()
  await scheduleScan(plain.portal.db)
  await until(async () => {
    const { status } = await plain.call('vera', 'GET', urlOf(file, issue))
    return status === 200 ? true : undefined
  })
  await plain.close()
})

test('an operator has a quarantined file scanned again', async () => {
  const file = await attach(fresh('wrongly'))
  await given(file)
  clamd.signatures.clear()
  const { db } = desk.portal
  const wrong = { state: 'QUARANTINED', finding: 'Wrong-Trouble' }
  await db.updateTable('file_scans').set(wrong).where('digest', '=', String(file.digest)).execute()
  expect((await download(file)).status).toBe(409)
  const command = (digest: string) => inTransaction(db, (tx) => fileCommands.rescan!({ tx, args: [digest] }))
  expect(await command('unknown')).toContain('No file')
  expect(await command(String(file.digest))).toContain('scanned again')
  expect((await given(file)).status).toBe(200)
})

test('the state of the scanner is for staff alone', async () => {
  expect((await checks()).body.scanner).toMatchObject({ engine: 'ClamAV 1.4.3', signatures: '27800', away: null })
  expect((await checks('uma')).status).toBe(403)
})
