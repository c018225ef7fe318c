import { rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actingAs } from '#test/acting-as.ts'
import { type SoftwareDesk, sha256, softwareApp, until } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

const url = '/api/bundle-releases'
const approve = (name: Parameters<SoftwareDesk['call']>[0], id: string) =>
  desk.call(name, 'POST', `${url}/approve?bundleReleaseId=${id}`)

/** A bundle with one file of these bytes, released to an account. */
async function released(bytes: string, account = 'acme'): Promise<{ bundle: string; release: string; fileId: string }> {
  const bundle = await desk.bundle(`Bundle of ${bytes}`.slice(0, 200))
  const fileId = await desk.upload(bundle, 'core-1.0.0.bin', bytes)
  return { bundle, fileId, release: await desk.release(bundle, account) }
}

test('no user approves by impersonation, or what they created so; the statement names both', async () => {
  const { bundle, release } = await released('one pair of eyes')
  const signInAs = async (name: 'rita' | 'anton') => {
    const call = await actingAs(desk.app, desk.users.ada, desk.users[name])
    return (path: string, json?: object) => call('POST', path, json)
  }
  const anton = await signInAs('anton')
  const approved = await anton(`${url}/approve?bundleReleaseId=${release}`)
  expect([approved.status, approved.body.code]).toEqual([403, 'not-while-impersonating'])
  for (const path of [`${url}/${release}/retry`, `${url}/signature/${release}/retry`])
    expect((await anton(path)).body.code).toBe('not-while-impersonating')
  const rita = await signInAs('rita')
  const made = await rita(`${url}?bundleId=${bundle}`, { name: 'Made by proxy', account: 'acme' })
  expect(made.status).toBe(201)
  // The page disables *Approve* with it.
  expect(made.body.createdByImpersonator).toMatchObject({ id: String(desk.users.ada.id) })
  const own = await approve('ada', String(made.body.id))
  expect([own.status, own.body.code]).toEqual([403, 'self-approval-forbidden'])
  await desk.deliver(String(made.body.id))
  const customer = await desk.call('uma', 'GET', `${url}/${made.body.id}`)
  expect([customer.status, customer.body.createdByImpersonator]).toEqual([200, null])
  const { rows } = await sql<{
    statement: Buffer
  }>`select statement from bundle_releases where id = ${made.body.id}`.execute(desk.portal.db)
  const names = await desk.portal.db.selectFrom('users').select(['id', 'full_name']).execute()
  const nameOf = (id: number) => names.find((user) => user.id === id)!.full_name
  expect(JSON.parse(String(rows[0]!.statement)).predicate.release).toMatchObject({
    createdBy: nameOf(desk.users.rita.id),
    impersonatedBy: nameOf(desk.users.ada.id),
  })
})

describe('creating a release', () => {
  test('the manifest is frozen: later changes of the bundle do not change it', async () => {
    const { bundle, release } = await released('first')
    const manifest = async () => JSON.parse((await desk.call('vera', 'GET', `${url}/${release}/manifest`)).text)
    const frozen = await manifest()
    expect(frozen).toMatchObject({
      account: 'acme',
      release: { id: release, name: 'Upgrade' },
      components: [{ name: 'core-1.0.0.bin', sha256: sha256('first'), size: 5, type: 'product' }],
    })
    await desk.upload(bundle, 'core-1.0.0.bin', 'second', { uploadOptions: { clobber: true } })
    await desk.upload(bundle, 'more.bin', 'more')
    expect(await manifest()).toEqual(frozen)
    const delivered = await desk.deliver(release)
    expect(delivered).toMatchObject({ status: 'DELIVERED', components: 1, size: 5 })
    const [file] = rowsOf(
      await desk.call('mia', 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${release}`),
      'fileReleases',
    )
    expect((await desk.call('mia', 'GET', String(file?.fileUrl))).text).toBe('first')
  })

  test('a note can be given with it; the accounts it can be released to list what they have of that type', async () => {
    const { bundle, release } = await released('what they have')
    await desk.deliver(release)
    const made = await desk.call('rita', 'POST', `${url}?bundleId=${bundle}`, {
      name: 'Next',
      account: 'acme',
      note: 'Needs **1.21**',
    })
    expect([made.status, made.body.note]).toEqual([201, 'Needs **1.21**'])
    const blank = await desk.call('rita', 'POST', `${url}?bundleId=${bundle}`, {
      name: 'x',
      account: 'acme',
      note: ' ',
    })
    expect([blank.status, (blank.body.fields as unknown as { path: string }[])[0]?.path]).toEqual([400, 'note'])
    const accounts = await desk.call('rita', 'GET', `${url}/accounts?bundleId=${bundle}&q=acm`)
    expect(rowsOf(accounts, 'accounts')).toMatchObject([
      {
        account: 'acme',
        deploymentTypes: ['DOCSIS'],
        current: { id: release, name: 'Upgrade' },
        waiting: { id: made.body.id, name: 'Next' },
      },
    ])
    const blue = await desk.call('rita', 'GET', `${url}/accounts?bundleId=${bundle}&q=blue&sort=account,DESC`)
    expect(rowsOf(blue, 'accounts')).toMatchObject([{ account: 'blue', current: null, waiting: null }])
    expect((await desk.call('vera', 'GET', `${url}/accounts?bundleId=${bundle}`)).status).toBe(403)
    expect((await desk.call('rita', 'GET', `${url}/accounts?bundleId=999999`)).body.code).toBe('bundle-not-found')
  })

  test('an empty bundle, one with a file not in storage, and one on hold are not released', async () => {
    const id = await desk.bundle('Nothing in it')
    const make = () => desk.call('rita', 'POST', `${url}?bundleId=${id}`, { name: 'x', account: 'acme' })
    expect((await make()).body.code).toBe('release-bundle-empty')
    await desk.call('rita', 'POST', `/api/bundle-component-files?bundleId=${id}&componentType=product`, {
      fileName: 'later.bin',
    })
    await desk.upload(id, 'there.bin', 'there')
    const rejected = await make()
    expect([rejected.status, rejected.body.code, rejected.body.error]).toEqual([
      409,
      'release-component-not-in-storage',
      expect.stringContaining('later.bin'),
    ])
    await desk.upload(id, 'later.bin', 'later')
    await desk.call('rita', 'POST', `/api/bundles/${id}/hold`, { reason: 'Wait for the fix' })
    const held = await make()
    expect([held.body.code, held.body.error]).toEqual(['bundle-on-hold', expect.stringContaining('Wait for the fix')])
    await desk.call('rita', 'POST', `/api/bundles/${id}/unhold`)
    expect((await make()).status).toBe(201)
    for (const [name, status] of [
      ['vera', 403],
      ['anton', 403],
      ['mia', 403],
    ] as const)
      expect((await desk.call(name, 'POST', `${url}?bundleId=${id}`, { name: 'x', account: 'acme' })).status).toBe(
        status,
      )
    expect((await desk.call('rita', 'POST', `${url}?bundleId=${id}`, { name: 'x', account: 'nobody' })).status).toBe(
      404,
    )
    expect(
      (await desk.call('rita', 'POST', `${url}?bundleId=${id}`, { name: 'bad\u202e', account: 'acme' })).status,
    ).toBe(400)
  })
})

describe('approval', () => {
  test('never by its creator, not even an administrator', async () => {
    const bundle = await desk.bundle('Made by an administrator')
    await desk.upload(bundle, 'a.bin', 'a')
    const made = await desk.call('ada', 'POST', `${url}?bundleId=${bundle}`, { name: 'Mine', account: 'acme' })
    const own = await approve('ada', String(made.body.id))
    expect([own.status, own.body.code]).toEqual([403, 'self-approval-forbidden'])
    for (const name of ['rita', 'vera', 'mia'] as const)
      expect((await approve(name, String(made.body.id))).status).toBe(403)
    expect((await approve('abel', String(made.body.id))).status).toBe(200)
  })

  test('rejected with a note: its creator is notified, and it can never be approved', async () => {
    const { release } = await released('to be rejected')
    const reject = (name: Parameters<SoftwareDesk['call']>[0], note: string) =>
      desk.call(name, 'POST', `${url}/${release}/reject`, { note })
    for (const name of ['rita', 'vera', 'mia'] as const) expect((await reject(name, 'No')).status).toBe(403)
    const empty = await reject('anton', '  ')
    expect([empty.status, (empty.body.fields as unknown as { path: string }[])[0]?.path]).toEqual([400, 'note'])
    const rejected = await reject('anton', 'The hot fix is missing')
    expect(rejected.body).toMatchObject({
      status: 'RELEASED',
      approval: null,
      rejection: { by: 'User With RELEASE_APPROVER', note: 'The hot fix is missing', at: expect.any(String) },
    })
    for (const again of [await reject('abel', 'Again'), await approve('abel', release)])
      expect([again.status, again.body.code]).toEqual([409, 'release-rejected'])
    const list = async (query: string) =>
      rowsOf(await desk.call('anton', 'GET', `${url}?isApproved=false&${query}`), 'releases').map(({ id }) => id)
    expect(await list('isRejected=false')).not.toContain(release)
    expect(await list('isRejected=true')).toContain(release)
    const mail = await until(async () => {
      const { rows } = await sql<{ recipient: string; subject: string; body_text: string }>`
        select recipient, subject, body_text from mail_outbox where key = ${`release.rejected ${release} ${desk.users.rita.id}`}`.execute(
        desk.portal.db,
      )
      return rows[0]
    })
    expect(mail.recipient).toBe(desk.users.rita.email)
    expect(mail.body_text).toContain('The hot fix is missing')

    const delivered = (await released('delivered before it is rejected')).release
    await desk.deliver(delivered)
    const late = await desk.call('anton', 'POST', `${url}/${delivered}/reject`, { note: 'Too late' })
    expect([late.status, late.body.code]).toEqual([409, 'release-already-approved'])
  })

  test('fifty at once: one takes effect, the others get an error that names the first', async () => {
    const { release } = await released('fifty')
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => approve(index % 2 ? 'anton' : 'abel', release)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      new Set(responses.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)),
    ).toEqual(new Set(['409 release-already-approved']))
    const delivered = await until(async () => {
      const { body } = await desk.call('vera', 'GET', `${url}/${release}`)
      return String(body.status) === 'DELIVERED' && String(body.approval?.state) === 'DONE' ? body : undefined
    })
    expect(delivered.approval?.steps).toMatchObject(
      ['check', 'sign', 'deliver'].map((name) => ({ name, state: 'DONE', attempts: 1 })),
    )
    const { rows } = await sql<{ jobs: number; delivered: number; mails: number }>`
      select (select count(*) from jobs where input->>'releaseId' = ${release}) as jobs,
        (select count(*) from events where name = 'bundle.release-delivered' and data->>'releaseId' = ${release}) as delivered,
        (select count(*) from mail_outbox where key like ${`release.delivered ${release} %`}) as mails`.execute(
      desk.portal.db,
    )
    expect(rows).toEqual([{ jobs: 1, delivered: 1, mails: 2 }])
    expect((await approve('anton', release)).body.code).toBe('release-already-approved')
  })

  test('a customer sees it when it is delivered and signed, and no other account ever', async () => {
    const { release } = await released('for acme alone')
    for (const path of ['', '/manifest', '/signature', '/checksums', '/verification-kit', '/changes'])
      for (const name of ['mia', 'bob'] as const)
        expect([path, (await desk.call(name, 'GET', `${url}/${release}${path}`)).status]).toEqual([path, 404])
    expect((await desk.call('vera', 'GET', `${url}/${release}/signature`)).body.code).toBe('release-not-signed')
    await desk.deliver(release)
    const seen = await desk.call('mia', 'GET', `${url}/${release}`)
    expect(seen.body).toMatchObject({
      status: 'DELIVERED',
      account: 'acme',
      signature: { algorithm: 'Ed25519' },
      approval: { by: 'User With RELEASE_APPROVER', steps: [] },
    })
    for (const path of ['', '/manifest', '/signature', '/checksums', '/verification-kit', '/changes'])
      expect([path, (await desk.call('bob', 'GET', `${url}/${release}${path}`)).status]).toEqual([path, 404])
    const list = async (name: 'mia' | 'bob' | 'vera', query = '') =>
      rowsOf(await desk.call(name, 'GET', `${url}?${query}`), 'releases').map(({ id }) => id)
    expect(await list('mia')).toContain(release)
    expect(await list('mia', 'isApproved=false')).toEqual([])
    expect(await list('bob')).toEqual([])
    expect(await list('bob', 'account=acme')).toEqual([])
    expect(
      await list('vera', `account=acme,blue&nameContains=UPGR&deploymentType=DOCSIS&sort=delivered,DESC`),
    ).toContain(release)
    const csv = await desk.call('mia', 'GET', url, undefined, { accept: 'text/csv' })
    expect(csv.text).toContain('Upgrade')
    expect((await desk.call('finn', 'GET', url)).status).toBe(403)
    const foreign = await desk.call('bob', 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${release}`)
    expect(rowsOf(foreign, 'fileReleases')).toEqual([])
  })

  test('the changes from the previous release are listed by file', async () => {
    const bundle = await desk.bundle('Next', { deploymentType: 'CN-PON' })
    await desk.upload(bundle, 'core-1.0.0.bin', 'one')
    await desk.upload(bundle, 'same.bin', 'same')
    await desk.upload(bundle, 'gone.bin', 'gone')
    const before = await desk.release(bundle, 'blue', 'Before')
    await desk.deliver(before)
    const next = await desk.bundle('After', { deploymentType: 'CN-PON' })
    await desk.upload(next, 'core-1.0.1.bin', 'two')
    await desk.upload(next, 'same.bin', 'same')
    await desk.upload(next, 'new.bin', 'new')
    const { body } = await desk.call('anton', 'GET', `${url}/${await desk.release(next, 'blue')}/changes`)
    expect(body.against).toMatchObject({ id: before, name: 'Before' })
    expect(body.changes).toMatchObject([
      { kind: 'CHANGED', fileName: 'core-1.0.1.bin', before: 'core-1.0.0.bin', size: 3, digest: sha256('two') },
      { kind: 'ADDED', fileName: 'new.bin', before: null, size: 3, digestBefore: null },
      { kind: 'SAME', fileName: 'same.bin', before: null, size: 4, digest: sha256('same') },
      { kind: 'REMOVED', fileName: 'gone.bin', before: null, size: 4, digest: null },
    ])
  })
})

describe('a delivery that fails', () => {
  const stored = (bytes: string) =>
    join(desk.portal.config.dataDirectory, 'files', sha256(bytes).slice(0, 2), sha256(bytes))

  test('missing or changed stored bytes stop it, by name; restored, it continues from there', async () => {
    const bytes = 'to be damaged'
    const { release, bundle } = await released(bytes)
    await truncate(stored(bytes), 5)
    const failed = await desk.deliver(release)
    expect(failed).toMatchObject({
      status: 'RELEASED',
      approval: {
        state: 'FAILED',
        error: expect.stringContaining('core-1.0.0.bin is not what was released'),
        steps: [{ name: 'check', state: 'FAILED' }, { state: 'QUEUED' }, { state: 'QUEUED' }],
      },
    })
    const [file] = rowsOf(await desk.call('vera', 'GET', `/api/bundle-component-files?bundleId=${bundle}`), 'files')
    expect(file?.fileStatus).toBe('MISSING')
    expect((await desk.call('rita', 'POST', `${url}/signature/${release}/retry`)).body.code).toBe(
      'release-step-not-failed',
    )
    expect((await desk.call('vera', 'POST', `${url}/${release}/retry`)).status).toBe(403)
    await rm(stored(bytes))
    const gone = await retried(release)
    expect(gone.approval?.error).toContain('is not in storage any more')
    await writeFile(stored(bytes), bytes)
    expect(await retried(release)).toMatchObject({ status: 'DELIVERED', approval: { state: 'DONE', error: null } })
    expect((await desk.call('rita', 'POST', `${url}/${release}/retry`)).body.code).toBe('release-not-failed')
    const [back] = rowsOf(await desk.call('vera', 'GET', `/api/bundle-component-files?bundleId=${bundle}`), 'files')
    expect(back?.fileStatus).toBe('IN_STORAGE')
  })

  test('the whole store missing after approval: nothing is signed, and it continues when it is back', async () => {
    const { release } = await released('in a store that goes away')
    const store = join(desk.portal.config.dataDirectory, 'files')
    await rename(store, `${store}.away`)
    try {
      const failed = await desk.deliver(release)
      expect(failed).toMatchObject({ status: 'RELEASED', signature: null, approval: { state: 'FAILED' } })
      expect((await desk.call('mia', 'GET', `${url}/${release}`)).status).toBe(404)
    } finally {
      await rm(store, { recursive: true, force: true })
      await rename(`${store}.away`, store)
    }
    expect(await retried(release)).toMatchObject({ status: 'DELIVERED', approval: { state: 'DONE' } })
  })

  test('a failed signature is made again', async () => {
    const { release } = await released('sign me')
    const { db } = desk.portal
    await sql`alter table bundle_releases add constraint no_signature check (id <> ${sql.lit(Number(release))} or signature is null)`.execute(
      db,
    )
    const failed = await desk.deliver(release)
    expect(failed).toMatchObject({
      status: 'RELEASED',
      signature: null,
      approval: { state: 'FAILED', steps: [{ state: 'DONE' }, { name: 'sign', state: 'FAILED' }, {}] },
    })
    expect(JSON.stringify(failed)).not.toContain('no_signature')
    await sql`alter table bundle_releases drop constraint no_signature`.execute(db)
    const retry = await desk.call('rita', 'POST', `${url}/signature/${release}/retry`)
    expect(retry.status, retry.text).toBe(200)
    expect(await settled(release)).toMatchObject({
      status: 'DELIVERED',
      approval: { steps: [{ attempts: 1 }, { attempts: 2 }, { attempts: 1 }] },
    })
  })

  test('a bundle put on hold stops approval, signing and retrying', async () => {
    const { release, bundle } = await released('stopped')
    await desk.call('rita', 'POST', `/api/bundles/${bundle}/hold`, { reason: 'Recalled' })
    expect((await approve('anton', release)).body.code).toBe('bundle-on-hold')
    await desk.call('rita', 'POST', `/api/bundles/${bundle}/unhold`)
    await truncate(stored('stopped'), 1)
    await desk.deliver(release)
    await desk.call('rita', 'POST', `/api/bundles/${bundle}/hold`, { reason: 'Recalled' })
    for (const path of [`${url}/${release}/retry`, `${url}/signature/${release}/retry`])
      expect((await desk.call('rita', 'POST', path)).body.code).toBe('bundle-on-hold')
    // The detour by the jobs feature meets the same rule in the step itself.
    const { body } = await desk.call('vera', 'GET', `${url}/${release}`)
    await desk.call('anton', 'POST', `/api/jobs/${body.approval?.jobId}/retry`)
    expect((await settled(release)).approval?.error).toContain('Recalled')
    expect((await desk.call('rita', 'POST', `${url}/${await desk.release(await withFile('x'))}/retry`)).body.code).toBe(
      'release-not-approved',
    )
  })

  test('an administrator removes a release; no other user does', async () => {
    const { release, bundle } = await released('removed')
    await desk.deliver(release)
    const papers = ['/manifest', '/manifest?form=statement', '/signature', '/signature?form=raw', '/checksums']
    const texts = async (name: 'mia' | 'vera') =>
      Promise.all(papers.map(async (path) => (await desk.call(name, 'GET', `${url}/${release}${path}`)).text))
    const before = await texts('mia')
    const files = `/api/bundle-component-file-releases?bundleReleaseIds=${release}`
    const [file] = rowsOf(await desk.call('mia', 'GET', files), 'fileReleases')
    for (const name of ['rita', 'anton', 'mia'] as const)
      expect((await desk.call(name, 'DELETE', `${url}/${release}`)).status).toBe(403)
    expect((await desk.call('ada', 'DELETE', `${url}/${release}`)).status).toBe(204)
    // Downloads end, for staff too; the proofs of the delivery stay.
    for (const path of [
      `${url}/${release}`,
      `${url}/${release}/archive`,
      String(file?.fileUrl),
      `${url}/${release}/changes`,
    ])
      for (const name of ['mia', 'ada'] as const)
        expect([path, name, (await desk.call(name, 'GET', path)).status]).toEqual([path, name, 404])
    expect((await desk.call('mia', 'GET', `/api/box/file/upload/${file?.fileId}/download`)).status).toBe(404)
    expect(rowsOf(await desk.call('mia', 'GET', files), 'fileReleases')).toEqual([])
    expect(rowsOf(await desk.call('ada', 'GET', `${url}?bundleId=${bundle}`), 'releases')).toEqual([])
    expect(await texts('mia')).toEqual(before)
    expect(await texts('vera')).toEqual(before)
    expect((await desk.call('bob', 'GET', `${url}/${release}/manifest`)).status).toBe(404)
    expect((await desk.call('ada', 'DELETE', `${url}/${release}`)).status).toBe(404)
    const undelivered = (await released('never delivered')).release
    expect((await desk.call('ada', 'DELETE', `${url}/${undelivered}`)).status).toBe(204)
    expect((await desk.call('vera', 'GET', `${url}/${undelivered}/manifest`)).status).toBe(404)
    const history = rowsOf(await desk.call('vera', 'GET', `/api/bundles/${bundle}/history`), 'entries').map(
      ({ name }) => name,
    )
    expect(history).toEqual([
      'bundle.release-deleted',
      'bundle.release-delivered',
      'bundle.release-approved',
      'bundle.release-created',
      'bundle.file-added',
      'bundle.created',
    ])
    // With its releases gone the bundle can be deleted, and still the proofs stay.
    expect((await desk.call('rita', 'DELETE', `/api/bundles/${bundle}`)).status).toBe(204)
    expect((await desk.call('rita', 'GET', `/api/bundles/${bundle}`)).status).toBe(404)
    expect(await texts('mia')).toEqual(before)
  })

  const retried = async (release: string) => {
    const response = await desk.call('rita', 'POST', `${url}/${release}/retry`)
    expect(response.status, response.text).toBe(200)
    return settled(release)
  }
  const settled = (release: string) =>
    until(async () => {
      const { body } = await desk.call('vera', 'GET', `${url}/${release}`)
      return ['DONE', 'FAILED'].includes(String(body.approval?.state)) ? body : undefined
    })
  const withFile = async (bytes: string) => {
    const bundle = await desk.bundle()
    await desk.upload(bundle, 'a.bin', bytes)
    return bundle
  }
})

describe('notes', () => {
  test('of a bundle are for vendor staff, of a release for its account once delivered', async () => {
    const { bundle, release } = await released('noted')
    const add = (query: string, text: string) => desk.call('rita', 'POST', `/api/notes?${query}`, { text })
    const internal = await add(`bundleId=${bundle}`, 'We know of a leak')
    expect(internal.body).toMatchObject({ text: 'We know of a leak', bundleId: bundle, version: 1, edited: null })
    const shown = await add(`bundleReleaseId=${release}`, '<script>alert(1)</script> Needs **1.21**')
    expect(shown.body).toMatchObject({ bundleReleaseId: release })
    const list = (name: 'mia' | 'bob' | 'vera', query: string) => desk.call(name, 'GET', `/api/notes?${query}`)
    expect((await list('mia', `bundleReleaseId=${release}`)).status).toBe(404)
    await desk.deliver(release)
    expect(rowsOf(await list('mia', `bundleReleaseId=${release}`), 'notes')).toMatchObject([{ id: shown.body.id }])
    expect((await list('mia', `bundleId=${bundle}`)).status).toBe(403)
    expect((await list('bob', `bundleReleaseId=${release}`)).status).toBe(404)
    expect(rowsOf(await list('vera', `bundleId=${bundle}`), 'notes')).toMatchObject([{ id: internal.body.id }])
    for (const query of ['', `bundleId=${bundle}&bundleReleaseId=${release}`])
      expect((await list('vera', query)).body.code).toBe('note-owner-needed')
    expect((await add(`bundleId=${bundle}`, '   ')).status).toBe(400)
    expect((await desk.call('mia', 'POST', `/api/notes?bundleReleaseId=${release}`, { text: 'x' })).status).toBe(403)

    const path = `/api/notes/${shown.body.id}`
    expect((await desk.call('rita', 'PATCH', path, { text: 'Needs 1.22' }, { 'if-match': '"1"' })).body).toMatchObject({
      text: 'Needs 1.22',
      version: 2,
    })
    expect((await desk.call('rita', 'PATCH', path, { text: 'x' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await desk.call('mia', 'GET', `${url}/${release}`)).body.note).toBe('Needs 1.22')
    expect((await desk.call('rita', 'DELETE', path)).status).toBe(204)
    expect((await desk.call('rita', 'DELETE', path)).body.code).toBe('note-not-found')
    expect((await desk.call('rita', 'PATCH', '/api/notes/x1', { text: 'x' })).status).toBe(404)
  })
})
