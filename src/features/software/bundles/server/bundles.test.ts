import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'
import { bundleMoved } from '../contract/bundle-events.ts'

let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
})
afterAll(() => desk.close())

const named = (names: readonly { readonly name: unknown }[]) => names.map(({ name }) => name)

describe('bundles', () => {
  test('a release manager creates one, and patches of it; others may not', async () => {
    const made = await desk.call('rita', 'POST', '/api/bundles', { name: 'cOS 1.0', deploymentType: 'DOCSIS' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'cOS 1.0',
      isContainerized: false,
      status: 'ACTIVE',
      parentId: null,
      figures: { components: 0, releases: 0, patches: 0 },
      version: 1,
    })
    const { id } = made.body
    const patch = await desk.call('rita', 'POST', `/api/bundles?parentId=${id}`, {
      name: 'cOS 1.0.1',
      deploymentType: 'DOCSIS',
      isContainerized: true,
    })
    expect(patch.body).toMatchObject({ parentId: id, parentName: 'cOS 1.0', isContainerized: true })
    expect((await desk.call('vera', 'GET', `/api/bundles/${id}`)).body.figures).toMatchObject({ patches: 1 })
    expect(
      (await desk.call('rita', 'POST', '/api/bundles?parentId=999999', { name: 'x', deploymentType: 'DOCSIS' })).status,
    ).toBe(404)
    for (const name of ['vera', 'anton', 'mia'] as const)
      expect((await desk.call(name, 'POST', '/api/bundles', { name: 'x', deploymentType: 'DOCSIS' })).status).toBe(403)
    expect((await desk.call('nora', 'GET', '/api/bundles')).status).toBe(403)
  })

  test.each([
    [{ name: '', deploymentType: 'DOCSIS' }, 'name'],
    [{ name: ' '.repeat(5), deploymentType: 'DOCSIS' }, 'name'],
    [{ name: 'x'.repeat(251), deploymentType: 'DOCSIS' }, 'name'],
    [{ name: 'turned\u202e', deploymentType: 'DOCSIS' }, 'name'],
    [{ name: 'two\nlines', deploymentType: 'DOCSIS' }, 'name'],
    [{ name: 'x', deploymentType: 'CABLE' }, 'deploymentType'],
    [{ name: 'x', deploymentType: 'DOCSIS', status: 'ACTIVE' }, 'status'],
  ])('%j is rejected, naming %s', async (body, field) => {
    const { status, body: problem } = await desk.call('rita', 'POST', '/api/bundles', body)
    expect([status, JSON.stringify(problem.fields)]).toEqual([400, expect.stringContaining(field)])
  })

  test('the list is sorted, filtered, counted and exported', async () => {
    for (const name of ['Zeta 100%', 'alpha', 'Beta_2'])
      await desk.bundle(name, { deploymentType: 'CN-PON', isContainerized: name === 'alpha' })
    const list = async (query: string) => {
      const reply = await desk.call('vera', 'GET', `/api/bundles?deploymentType=CN-PON&${query}`)
      expect(reply.status, reply.text).toBe(200)
      return named(rowsOf(reply, 'bundles') as never)
    }
    expect(await list('')).toEqual(['Beta_2', 'alpha', 'Zeta 100%'])
    expect(await list('sort=name,ASC')).toHaveLength(3)
    expect(await list('nameContains=%25')).toEqual(['Zeta 100%'])
    expect(await list('nameContains=ETA')).toEqual(['Beta_2', 'Zeta 100%'])
    expect(await list('isContainerized=true')).toEqual(['alpha'])
    expect(await list('status=ON_HOLD,END_OF_LIFE')).toEqual([])
    expect(await list('isPatch=true')).toEqual([])
    expect(await list('size=1&page=1')).toEqual(['alpha'])
    const withHistory = await desk.call('vera', 'GET', '/api/bundles?nameContains=alpha&fetchHistory=true')
    expect(rowsOf(withHistory, 'bundles')[0]?.history).toMatchObject([{ name: 'bundle.created' }])
    const csv = await desk.call('vera', 'GET', '/api/bundles?deploymentType=CN-PON', undefined, { accept: 'text/csv' })
    expect(csv.text.split('\r\n')).toHaveLength(5)
    expect((await desk.call('vera', 'GET', '/api/bundles?sort=digest')).status).toBe(400)
  })

  test('name and type change, with If-Match; the history has the previous values', async () => {
    const id = await desk.bundle('Old name')
    const path = `/api/bundles/${id}/details`
    const changed = await desk.call('rita', 'PATCH', path, { name: 'New name' }, { 'if-match': '"1"' })
    expect(changed.body).toMatchObject({ name: 'New name', deploymentType: 'DOCSIS', version: 2 })
    expect((await desk.call('rita', 'PATCH', path, { name: 'Lost' }, { 'if-match': '"1"' })).status).toBe(412)
    const history = await desk.call('vera', 'GET', `/api/bundles/${id}/history`)
    expect(rowsOf(history, 'entries').map(({ name, changes }) => [name, changes])).toEqual([
      ['bundle.updated', { name: ['Old name', 'New name'] }],
      ['bundle.created', {}],
    ])
    expect((await desk.call('mia', 'GET', `/api/bundles/${id}/history`)).status).toBe(403)
  })

  test('hold, unhold, end of life: each from its allowed states, with its reason', async () => {
    const id = await desk.bundle()
    expect((await desk.call('rita', 'POST', `/api/bundles/${id}/unhold`)).body.code).toBe(
      'bundle-transition-not-allowed',
    )
    const held = await desk.call('rita', 'POST', `/api/bundles/${id}/hold`, {
      reason: 'A modem stops responding',
      withdrawDownloads: true,
    })
    expect(held.body).toMatchObject({ status: 'ON_HOLD', reason: 'A modem stops responding', downloadsWithdrawn: true })
    expect((await desk.call('rita', 'POST', `/api/bundles/${id}/hold`)).status).toBe(409)
    expect((await desk.call('rita', 'POST', `/api/bundles/${id}/unhold`)).body).toMatchObject({
      status: 'ACTIVE',
      reason: null,
      downloadsWithdrawn: false,
    })
    const ended = await desk.call('rita', 'POST', `/api/bundles/move-to-eol?bundleId=${id}`)
    expect(ended.body.status).toBe('END_OF_LIFE')
    const events = desk.portal.db.selectFrom('events').select('data').where('name', '=', bundleMoved.name)
    expect(await events.where('subject_id', '=', id).orderBy('id').execute()).toMatchObject([
      { data: { changes: { status: ['ACTIVE', 'ON_HOLD'], reason: [null, 'A modem stops responding'] } } },
      { data: { changes: { status: ['ON_HOLD', 'ACTIVE'] } } },
      { data: { changes: { status: ['ACTIVE', 'END_OF_LIFE'] } } },
    ])
    expect((await desk.call('rita', 'PATCH', `/api/bundles/${id}/details`, { name: 'x' })).body.code).toBe(
      'bundle-end-of-life',
    )
    expect((await desk.call('rita', 'POST', `/api/bundles/${id}/hold`)).body.code).toBe('bundle-transition-not-allowed')
    expect(
      (await desk.call('rita', 'POST', `/api/bundles?parentId=${id}`, { name: 'x', deploymentType: 'DOCSIS' })).status,
    ).toBe(409)
    expect((await desk.call('vera', 'POST', `/api/bundles/${id}/hold`)).status).toBe(403)
  })

  test('one with releases or patches is not deleted, an empty one is', async () => {
    const id = await desk.bundle()
    const patch = await desk.call('rita', 'POST', `/api/bundles?parentId=${id}`, {
      name: 'Patch',
      deploymentType: 'DOCSIS',
    })
    expect((await desk.call('rita', 'DELETE', `/api/bundles/${id}`)).body.code).toBe('bundle-has-patches')
    await desk.upload(String(patch.body.id), 'a.bin', 'a')
    await desk.release(String(patch.body.id))
    expect((await desk.call('rita', 'DELETE', `/api/bundles/${patch.body.id}`)).body.code).toBe('bundle-has-releases')
    const empty = await desk.bundle()
    await desk.upload(empty, 'a.bin', 'a')
    expect((await desk.call('rita', 'DELETE', `/api/bundles/${empty}`)).status).toBe(204)
    expect((await desk.call('rita', 'GET', `/api/bundles/${empty}`)).status).toBe(404)
  })

  test('a customer sees what was delivered to them, without its content', async () => {
    const id = await desk.bundle('For acme')
    await desk.upload(id, 'core.bin', 'core')
    await desk.call('rita', 'POST', `/api/notes?bundleId=${id}`, { text: 'Secret plan' })
    const release = await desk.release(id)
    expect((await desk.call('mia', 'GET', `/api/bundles/${id}`)).status).toBe(404)
    await desk.deliver(release)
    const seen = await desk.call('mia', 'GET', `/api/bundles/${id}`)
    expect(seen.body).toMatchObject({ name: 'For acme', figures: null, createdBy: null, cases: [] })
    expect(seen.body.history).toBe(undefined)
    expect(named(rowsOf(await desk.call('mia', 'GET', '/api/bundles'), 'bundles') as never)).toContain('For acme')
    expect((await desk.call('bob', 'GET', `/api/bundles/${id}`)).status).toBe(404)
    expect((await desk.call('mia', 'GET', `/api/bundle-component-files?bundleId=${id}`)).status).toBe(403)
    expect((await desk.call('finn', 'GET', '/api/bundles')).status).toBe(403)

    const requested = await desk.call(
      'mia',
      'POST',
      `/api/bundles/ask-question?bundleId=${id}&accountId=${desk.accounts.acme.id}`,
      { text: 'Does it need a reboot?' },
    )
    expect(requested.status, requested.text).toBe(201)
    expect(requested.body).toMatchObject({
      subject: 'Question about For acme',
      description: 'Does it need a reboot?',
      account: 'acme',
    })
    expect((await desk.call('vera', 'GET', `/api/bundles/${id}`)).body.cases).toMatchObject([
      { key: requested.body.key, account: 'acme' },
    ])
    const foreign = await desk.call(
      'bob',
      'POST',
      `/api/bundles/ask-question?bundleId=${id}&accountId=${desk.accounts.acme.id}`,
      { text: 'x' },
    )
    expect(foreign.status).toBe(404)
  })
})

describe('files of a bundle', () => {
  test.each([
    ['../../etc/passwd'],
    ['a\\b.bin'],
    ['evil\u202egpj.bin'],
    ['line\nbreak.bin'],
    ['nul\u0007.bin'],
    ['.hidden.bin'],
    ['SHA256SUMS'],
    ['VERIFY.sh'],
    [`${'x'.repeat(200)}.bin`],
  ])('the name %j is rejected as a field', async (fileName) => {
    const id = await desk.bundle()
    const announced = await desk.call(
      'rita',
      'POST',
      `/api/bundle-component-files?bundleId=${id}&componentType=product`,
      { fileName },
    )
    expect([announced.status, announced.body.fields?.[0]?.path]).toEqual([400, 'fileName'])
    const reserved = await desk.call('rita', 'POST', '/api/box/file/upload/reservation', { bundleId: id, fileName })
    expect([reserved.status, reserved.body.fields?.[0]?.path]).toEqual([400, 'fileName'])
  })

  test('a file is announced, arrives, is renamed, replaced and removed', async () => {
    const id = await desk.bundle()
    const files = `/api/bundle-component-files`
    const announced = await desk.call('rita', 'POST', `${files}?bundleId=${id}&componentType=product`, {
      fileName: 'core.bin',
    })
    expect(announced.body).toMatchObject({
      fileName: 'core.bin',
      fileStatus: 'PENDING',
      fileUrl: null,
      digest: null,
      bundleComponent: { componentType: 'product' },
    })
    const again = await desk.call('rita', 'POST', `${files}?bundleId=${id}&componentType=product`, {
      fileName: 'CORE.bin',
    })
    expect([again.status, again.body.code]).toEqual([409, 'component-file-exists'])
    expect(again.body.fields).toMatchObject([{ path: 'fileName' }])

    const fileId = await desk.upload(id, 'core.bin', 'the core')
    const list = async () => rowsOf(await desk.call('vera', 'GET', `${files}?bundleId=${id}`), 'files')
    expect(await list()).toMatchObject([
      { id: announced.body.id, fileStatus: 'IN_STORAGE', fileId, size: 8, sourceType: 'CLIENT_FILE' },
    ])

    const path = `${files}/${announced.body.id}`
    const renamed = await desk.call('rita', 'PATCH', path, { fileName: 'core-1.bin' }, { 'if-match': '"2"' })
    expect(renamed.body).toMatchObject({ fileName: 'core-1.bin', version: 3 })
    expect((await desk.call('rita', 'PATCH', path, { fileName: 'lost.bin' }, { 'if-match': '"2"' })).status).toBe(412)
    expect((await desk.call('vera', 'PATCH', path, { fileName: 'x.bin' })).status).toBe(403)
    expect((await desk.call('rita', 'DELETE', path)).status).toBe(204)
    expect((await desk.call('rita', 'DELETE', path)).body.code).toBe('component-file-not-found')
    expect(await list()).toEqual([])

    const taken = await desk.call('rita', 'POST', `${files}?bundleId=${id}&componentType=document`, {
      fileName: 'again.bin',
      fileUrl: `/api/box/file/upload/${fileId}/download`,
      fileStatus: 'IN_STORAGE',
    })
    expect(taken.body).toMatchObject({ fileName: 'again.bin', fileStatus: 'IN_STORAGE', size: 8 })
  })

  test.each([
    ['http://169.254.169.254/latest'],
    ['file:///etc/passwd'],
    ['/api/box/file/upload/00000000-0000-0000-0000-000000000000/download'],
    ['/api/box/file/upload/../../x/download'],
  ])('the address %s is not one of an upload', async (fileUrl) => {
    const id = await desk.bundle()
    const { status, body } = await desk.call(
      'rita',
      'POST',
      `/api/bundle-component-files?bundleId=${id}&componentType=product`,
      { fileName: 'a.bin', fileUrl },
    )
    expect([status, body.code]).toEqual([400, 'upload-not-usable'])
  })

  test('at its end of life a bundle cannot change', async () => {
    const id = await desk.bundle()
    await desk.upload(id, 'a.bin', 'a')
    const [file] = rowsOf(await desk.call('vera', 'GET', `/api/bundle-component-files?bundleId=${id}`), 'files')
    await desk.call('rita', 'POST', `/api/bundles/move-to-eol?bundleId=${id}`, { reason: 'Replaced' })
    for (const [method, path, body] of [
      ['POST', `/api/bundle-component-files?bundleId=${id}&componentType=product`, { fileName: 'b.bin' }],
      ['PATCH', `/api/bundle-component-files/${file?.id}`, { fileName: 'b.bin' }],
      ['DELETE', `/api/bundle-component-files/${file?.id}`, undefined],
      ['POST', '/api/box/file/upload/reservation', { bundleId: id, fileName: 'b.bin' }],
      ['POST', `/api/notes?bundleId=${id}`, { text: 'x' }],
      ['POST', `/api/bundle-releases?bundleId=${id}`, { name: 'x', account: 'acme' }],
    ] as const)
      expect([path, (await desk.call('rita', method, path, body)).body.code]).toEqual([path, 'bundle-end-of-life'])
  })
})
