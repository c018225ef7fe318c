import { execFile } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { imageOf, indexOf, layoutOf, type MadeImage, tarOf } from '#test/image-archives.ts'
import { type SoftwareDesk, type SoftwareName, sha256, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'
import { remindExpiring } from './expiring-credentials.ts'

const run = promisify(execFile)

let desk: SoftwareDesk
let host: string
const amd = imageOf('acme amd64')
const acmeImage = indexOf([amd, imageOf('acme arm64', 'arm64')])
const blueImage = imageOf('blue')
const undelivered = imageOf('not delivered')
let acme: { id: string; username: string; secret: string }
let bundleId: string
let releaseId: string

beforeAll(async () => {
  desk = await softwareApp()
  host = new URL(desk.url).host
  bundleId = await bundleWith('cos/us-scheduler:3.25.1', acmeImage)
  releaseId = await desk.release(bundleId)
  await desk.deliver(releaseId)
  const other = await bundleWith('cos/us-scheduler:3.25.1', blueImage)
  await desk.deliver(await desk.release(other, 'blue'))
  await desk.release(await bundleWith('cos/secret:1', undelivered))
  acme = await credential('uma', 'acme', 'kiel-k8s')
})
afterAll(() => desk.close())

async function bundleWith(name: string, image: MadeImage): Promise<string> {
  const id = await desk.bundle()
  await desk.upload(id, 'images.tar', await tarOf(layoutOf({ [name]: image })), { componentType: 'container' })
  return id
}

async function credential(user: SoftwareName, account: string, name: string) {
  const made = await desk.call(user, 'POST', '/api/registry/credentials', { account, name, days: 90 })
  expect(made.status, made.text).toBe(201)
  const id = String(made.body.id)
  return { id, ...(await secretOf(user, account, id)) }
}

async function secretOf(user: SoftwareName, account: string, id: string) {
  const query = `account=${account}&credential=${id}&decodeKey=true`
  const { status, body, text } = await desk.call(user, 'GET', `/api/ecr/credentials?${query}`)
  expect(status, text).toBe(200)
  return { username: String(body.username), secret: String(body.secret) }
}

async function tokenOf(username: string, secret: string): Promise<{ status: number; token: string }> {
  const authorization = `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
  const response = await fetch(`${desk.url}/api/registry/token?service=${host}&scope=repository:a/b:pull,push`, {
    headers: { authorization },
  })
  const body = (await response.json()) as { token: string }
  return { status: response.status, token: body.token }
}

async function v2(path: string, { username, secret }: { username: string; secret: string }, init: RequestInit = {}) {
  const { token } = await tokenOf(username, secret)
  return ask(path, token, init)
}

function ask(path: string, token: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${desk.url}/v2/${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
}

const manifest = (reference: string) => `cos/us-scheduler/manifests/${reference}`
const blob = (digest: string) => `cos/us-scheduler/blobs/sha256:${digest}`
const layerOf = (image: MadeImage) => [...image.blobs.keys()][0]!

describe('pulls', () => {
  test('without a token the registry names its token server and its scope', async () => {
    const response = await fetch(`${desk.url}/v2/${manifest('3.25.1')}`)
    expect([response.status, response.headers.get('docker-distribution-api-version')]).toEqual([401, 'registry/2.0'])
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="${desk.url}/api/registry/token",service="${host}",scope="repository:cos/us-scheduler:pull"`,
    )
    expect(await response.json()).toMatchObject({ errors: [{ code: 'UNAUTHORIZED' }] })
    expect((await tokenOf(acme.username, 'wrong')).status).toBe(401)
  })

  test('an account pulls manifests by tag and digest, and blobs whole and in ranges, of its delivered releases', async () => {
    const byTag = await v2(manifest('3.25.1'), acme)
    expect([byTag.status, byTag.headers.get('docker-content-digest'), byTag.headers.get('content-type')]).toEqual([
      200,
      `sha256:${acmeImage.digest}`,
      'application/vnd.oci.image.index.v1+json',
    ])
    expect(sha256(await byTag.text())).toBe(acmeImage.digest)
    expect((await v2(manifest(`sha256:${amd.digest}`), acme)).status).toBe(200)
    const layer = layerOf(amd)
    const bytes = amd.blobs.get(layer)!
    const whole = await v2(blob(layer), acme)
    expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(layer)
    const part = await v2(blob(layer), acme, { headers: { range: 'bytes=2-5' } })
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(2, 6)])
    const head = await v2(blob(layer), acme, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await v2(blob(layer), acme, { headers: { range: 'bytes=99999-' } })).status).toBe(416)
  })

  test('not one manifest or blob of another account, or of a release that is not delivered, is found', async () => {
    for (const path of [
      manifest(`sha256:${blueImage.digest}`),
      blob(layerOf(blueImage)),
      blob(blueImage.digest),
      'cos/secret/manifests/1',
      `cos/secret/manifests/sha256:${undelivered.digest}`,
      `cos/us-scheduler/blobs/sha256:${layerOf(undelivered)}`,
      `other/repository/blobs/sha256:${layerOf(amd)}`,
    ])
      expect([path, (await v2(path, acme)).status]).toEqual([path, 404])
    expect(await (await v2('_catalog', acme)).json()).toEqual({ repositories: ['cos/us-scheduler'] })
    expect(await (await v2('cos/us-scheduler/tags/list', acme)).json()).toEqual({
      name: 'cos/us-scheduler',
      tags: ['3.25.1'],
    })
    expect((await v2('cos/secret/tags/list', acme)).status).toBe(404)
    const blue = await credential('bob', 'blue', 'site')
    expect((await v2(manifest('3.25.1'), blue)).headers.get('docker-content-digest')).toBe(`sha256:${blueImage.digest}`)
  })

  test('a token that was changed, unsigned, expired or for another host is rejected', async () => {
    const { token } = await tokenOf(acme.username, acme.secret)
    const [header, payload, signature] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(300)
    const later = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9 })).toString('base64url')
    for (const forged of [
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${later}.${signature}`,
      'x',
      'a.b.c',
    ])
      expect((await ask('', forged)).status).toBe(401)
    expect((await ask('', token)).status).toBe(200)
  })

  test.each([
    'UPPER/x/manifests/1',
    'a/../b/manifests/1',
    `${'a'.repeat(300)}/manifests/1`,
    'a/manifests/.bad',
    'a/blobs/md5:1',
    'nothing',
  ])('%s is a clean rejection', async (path) => {
    expect([400, 404]).toContain((await v2(path, acme)).status)
  })

  test('a pull is recorded with credential and address, and the image counts as downloaded; a denied one says why', async () => {
    await (await v2(manifest('3.25.1'), acme)).text()
    await v2('cos/unknown/manifests/7', acme)
    const listed = await desk.call('uma', 'GET', '/api/registry/pulls?account=acme')
    expect(listed.status, listed.text).toBe(200)
    const pulls = rowsOf(listed, 'pulls')
    expect(pulls).toContainEqual(
      expect.objectContaining({
        repository: 'cos/us-scheduler',
        credential: 'kiel-k8s',
        address: '127.0.0.1',
        denied: null,
        release: { id: releaseId, name: 'Upgrade' },
      }),
    )
    expect(pulls).toContainEqual(
      expect.objectContaining({ repository: 'cos/unknown', reference: '7', denied: 'NOT_DELIVERED' }),
    )
    const details = await desk.call(
      'uma',
      'GET',
      `/api/bundle-releases/${releaseId}/registry-details?detailsType=PODMAN`,
    )
    expect(details.body).toMatchObject({
      host,
      images: [
        {
          repository: 'cos/us-scheduler',
          digest: `sha256:${acmeImage.digest}`,
          state: 'DOWNLOADED',
          pullCommand: `podman pull ${host}/cos/us-scheduler@sha256:${acmeImage.digest}`,
        },
      ],
    })
    expect((await desk.call('bob', 'GET', `/api/bundle-releases/${releaseId}/registry-details`)).status).toBe(404)
    expect((await desk.call('bob', 'GET', '/api/registry/pulls?account=acme')).status).toBe(404)
    const csv = await desk.call('uma', 'GET', '/api/registry/pulls?account=acme', undefined, { accept: 'text/csv' })
    expect(csv.text).toContain('cos/us-scheduler')
  })

  test('a pull is a download of the plan: at the limit it is rejected in the form of the registry, except of a security release', async () => {
    const { db } = desk.portal
    const limit = (more: number) =>
      sql`insert into facet_overrides (account_id, facet_id, number_value)
        select a.id, f.id, ${more} + coalesce((select sum(used)::int from facet_uses u where u.account_id = a.id and u.facet = f.name), 0)
        from accounts a, facets f where a.name = 'acme' and f.name = 'facet-downloads-max-month'
        on conflict (account_id, facet_id) do update set number_value = excluded.number_value`.execute(db)
    const used = async () => {
      const { rows } = await sql<{ used: number }>`
        select coalesce(sum(used), 0)::int as used from facet_uses where facet = 'facet-downloads-max-month'`.execute(
        db,
      )
      return rows[0]!.used
    }
    // As if an hour had passed since the pulls before.
    const later = async () => {
      await sql`delete from registry_pulls`.execute(db)
      await sql`delete from downloads`.execute(db)
    }
    const security = (isSecurity: boolean) =>
      sql`update bundle_releases set is_security = ${isSecurity} where id = ${releaseId}`.execute(db)
    const own = await credential('uma', 'acme', 'limited')
    await later()
    await limit(0)
    const before = await used()
    const rejected = await v2(manifest('3.25.1'), own)
    expect([rejected.status, Number(rejected.headers.get('retry-after')) > 0]).toEqual([429, true])
    const { errors } = (await rejected.json()) as { errors: { code: string; message: string }[] }
    expect(errors).toMatchObject([
      { code: 'TOOMANYREQUESTS', message: expect.stringMatching(/Downloads a month of .+ Ask .+/) },
    ])
    await security(true)
    expect((await v2(manifest('3.25.1'), own)).status).toBe(200)
    await security(false)
    await later()
    await limit(1)
    expect((await v2(manifest('3.25.1'), own)).status).toBe(200)
    expect(await used()).toBe(before + 1)
    await sql`delete from facet_overrides`.execute(db)
  })

  test('withdrawn downloads end pulls with tokens that were issued before, and unhold allows them again', async () => {
    const { token } = await tokenOf(acme.username, acme.secret)
    expect((await ask(manifest('3.25.1'), token)).status).toBe(200)
    await desk.call('rita', 'POST', `/api/bundles/${bundleId}/hold`, { reason: 'recall', withdrawDownloads: true })
    expect((await ask(manifest('3.25.1'), token)).status).toBe(404)
    expect((await ask(blob(layerOf(amd)), token)).status).toBe(404)
    await desk.call('rita', 'POST', `/api/bundles/${bundleId}/unhold`)
    expect((await ask(manifest('3.25.1'), token)).status).toBe(200)
  })
})

test('the certificate that a connected registry trusts is made once', async () => {
  const read = () => desk.call('uma', 'GET', '/.well-known/headend-registry.pem')
  const [first, second] = await Promise.all([read(), read()])
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/x-pem-file'])
  const certificate = new X509Certificate(first.text)
  expect([certificate.publicKey.asymmetricKeyDetails?.namedCurve, certificate.verify(certificate.publicKey)]).toEqual([
    'prime256v1',
    true,
  ])
  for (const { text } of [second, await read()]) expect(text).toBe(first.text)
})

describe('credentials', () => {
  test('a rotated credential accepts both secrets during the overlap, then the new one alone', async () => {
    const before = await credential('uma', 'acme', 'altona')
    const rotated = await desk.call('uma', 'POST', `/api/registry/credentials/${before.id}/rotate`, {
      overlapHours: 24,
    })
    expect(rotated.body).toMatchObject({ state: 'ROTATING', name: 'altona' })
    const after = await secretOf('uma', 'acme', before.id)
    expect(after.secret).not.toBe(before.secret)
    expect((await tokenOf(before.username, before.secret)).status).toBe(200)
    expect((await tokenOf(after.username, after.secret)).status).toBe(200)
    const [listed] = rowsOf(await desk.call('uma', 'GET', '/api/registry/credentials?account=acme'), 'credentials')
    expect(listed).toMatchObject({ name: 'altona', previousUsed: { address: '127.0.0.1' } })
    expect(JSON.stringify(listed)).not.toContain(after.secret)
    const ended = await desk.call('uma', 'PATCH', `/api/registry/credentials/${before.id}`, { overlapHours: 0 })
    expect(ended.body.state).toBe('ACTIVE')
    expect((await tokenOf(before.username, before.secret)).status).toBe(401)
    expect((await tokenOf(after.username, after.secret)).status).toBe(200)
  })

  test('a revoked credential pulls nothing more, not with a token that was issued before; its name is free again', async () => {
    const one = await credential('mia', 'acme', 'short')
    const { token } = await tokenOf(one.username, one.secret)
    expect((await ask(manifest('3.25.1'), token)).status).toBe(200)
    expect(
      (await desk.call('mia', 'POST', '/api/registry/credentials', { account: 'acme', name: 'short', days: 1 })).body
        .code,
    ).toBe('registry-credential-exists')
    expect((await desk.call('mia', 'DELETE', `/api/registry/credentials/${one.id}`)).status).toBe(204)
    expect((await ask(manifest('3.25.1'), token)).status).toBe(404)
    expect((await tokenOf(one.username, one.secret)).status).toBe(401)
    expect(
      (await desk.call('mia', 'POST', `/api/registry/credentials/${one.id}/rotate`, { overlapHours: 1 })).body.code,
    ).toBe('registry-credential-revoked')
    const again = await credential('mia', 'acme', 'short')
    expect(again.secret).not.toBe(one.secret)
    await sql`update registry_credentials set expires_at = now() where id = ${again.id}`.execute(desk.portal.db)
    expect((await tokenOf(again.username, again.secret)).status).toBe(401)
  })

  test('users who manage credentials are mailed 30, 7 and 1 days before one expires, each once, and after a stop only the nearest', async () => {
    const { db } = desk.portal
    const { rows: made } = await sql<{ template: number }>`
      with t as (insert into templates (name, delivery_method, title, content)
        values ('Expiring', 'BellAlert', '{{credential.name}} expires', 'On {{credential.expires}}') returning id)
      insert into template_bindings (event, template_id, type, category_id, email_copy, bound_by)
      select 'CREDENTIAL_EXPIRING', t.id, 'warning', (select min(id) from announcement_categories), false, ${desk.users.ada.id} from t
      returning template_id as template`.execute(db)
    const start = Date.now()
    const ids = new Map<string, string>()
    for (const [name, days] of [
      ['brief', 5],
      ['ending', 90],
      ['turned', 90],
      ['gone', 90],
      ['stopped', 365],
    ] as const) {
      const created = await desk.call('uma', 'POST', '/api/registry/credentials', { account: 'acme', name, days })
      expect(created.status, created.text).toBe(201)
      ids.set(name, String(created.body.id))
    }
    const turned = `/api/registry/credentials/${ids.get('turned')}/rotate`
    expect((await desk.call('uma', 'POST', turned, { overlapHours: 24 })).status).toBe(200)
    expect((await desk.call('uma', 'DELETE', `/api/registry/credentials/${ids.get('gone')}`)).status).toBe(204)
    const remindOn = (day: number) => {
      const at = new Date(start + day * 86_400_000)
      return inTransaction(db, (tx) => remindExpiring(tx, desk.portal, at))
    }
    const recorded = async () => {
      const { rows } = await sql<{ text: string }>`
        select (data->>'what') || ' ' || (data->>'days') as text from events
        where name = 'registry-credential.expiring' and subject_id = any(${[...ids.values()]}::text[]) order by id`.execute(
        db,
      )
      return rows.map(({ text }) => text)
    }
    const mails = async (name: string) => {
      const { rows } = await sql<{ recipient: string; subject: string }>`
        select recipient, subject from mail_outbox where key like ${`registry-credential.expires ${ids.get(name)} %`} order by id`.execute(
        db,
      )
      return rows
    }

    for (const day of [0, 4.5, 4.9, 59.9]) await remindOn(day)
    expect(await recorded()).toEqual(['brief 1'])
    // Two processes at once.
    await Promise.all([remindOn(60.1), remindOn(60.1), remindOn(60.2)])
    await remindOn(82.9)
    expect((await recorded()).sort()).toEqual(['brief 1', 'ending 30', 'turned 30'])
    for (const day of [83.1, 88.9, 89.1, 89.9, 90.1]) await remindOn(day)
    const ofTwo = ['ending 1', 'ending 30', 'ending 7', 'turned 1', 'turned 30', 'turned 7']
    expect((await recorded()).sort()).toEqual(['brief 1', ...ofTwo])
    const { mia, uma } = desk.users
    const both = [mia.email, uma.email].sort()
    expect((await mails('ending')).map(({ recipient }) => recipient)).toEqual([...both, ...both, ...both])
    expect(new Set((await mails('ending')).map(({ subject }) => subject))).toEqual(new Set(['ending expires']))

    const announced = async () => {
      const { rows } = await sql<{ title: string; emails: string[] }>`
        select a.title, array(select u.email from announcement_inbox i join users u on u.id = i.user_id where i.announcement_id = a.id) as emails
        from announcements a where template_id = ${made[0]!.template} and title = 'ending expires'`.execute(db)
      return rows
    }
    await expect.poll(async () => (await announced()).length, { timeout: 60_000 }).toBe(3)
    const { emails } = (await announced())[0]!
    expect(emails).toEqual(expect.arrayContaining(both))
    for (const other of [desk.users.finn, desk.users.bob]) expect(emails).not.toContain(other.email)

    // The portal was off from the 91st day to the 363rd.
    await sql`delete from template_bindings where event = 'CREDENTIAL_EXPIRING'`.execute(db)
    for (const day of [363, 363.5]) await remindOn(day)
    expect((await recorded()).slice(7)).toEqual(['stopped 7'])
    await Promise.all([remindOn(364.5), remindOn(364.5)])
    expect((await recorded()).slice(7)).toEqual(['stopped 7', 'stopped 1'])
    const subject = expect.stringMatching(/^The registry credential stopped of .+ expires on /)
    expect(await mails('stopped')).toEqual([...both, ...both].map((recipient) => ({ recipient, subject })))
    expect([await mails('gone'), (await mails('brief')).length]).toEqual([[], 2])
  })

  test('the secret is masked unless asked for, not cached, and recorded; another account is not found', async () => {
    const masked = await desk.call('uma', 'GET', '/api/ecr/credentials?account=acme&detailsType=DOCKER')
    expect([masked.body.isDecoded, masked.headers.get('cache-control')]).toEqual([false, 'no-store'])
    expect(masked.text).not.toContain(acme.secret)
    expect(masked.body.commands).toMatchObject([{ purpose: 'LOGIN', command: expect.stringMatching(/^docker login /) }])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from events where name = 'registry-credential.secret-shown' and subject_id = ${acme.id}`.execute(
      desk.portal.db,
    )
    expect(Number(rows[0]!.count)).toBeGreaterThan(0)
    expect((await desk.call('bob', 'GET', '/api/ecr/credentials?account=acme')).status).toBe(404)
    expect((await desk.call('bob', 'DELETE', `/api/registry/credentials/${acme.id}`)).status).toBe(404)
    expect((await desk.call('nora', 'GET', '/api/ecr/credentials?account=acme')).status).toBe(403)
  })
})

describe('pushes', () => {
  let pusher: { username: string; secret: string }
  beforeAll(async () => {
    pusher = { username: desk.users.rita.email, secret: desk.users.rita.token }
  })
  const push = (path: string, init: RequestInit) => v2(path, pusher, init)

  async function pushBlobOf(image: MadeImage, digest: string): Promise<number> {
    const begun = await push('team/app/blobs/uploads/', { method: 'POST' })
    const place = begun.headers.get('location')!.replace('/v2/', '')
    const bytes = image.blobs.get(digest)!
    const half = bytes.length >> 1
    const first = await push(place, { method: 'PATCH', body: new Uint8Array(bytes.subarray(0, half)) })
    expect([first.status, first.headers.get('range')]).toEqual([202, `0-${half - 1}`])
    const wrong = await push(place, {
      method: 'PATCH',
      body: new Uint8Array(bytes.subarray(half)),
      headers: { 'content-range': `1-${half}` },
    })
    expect(wrong.status).toBe(416)
    const ended = await push(`${place}?digest=sha256:${digest}`, {
      method: 'PUT',
      body: new Uint8Array(bytes.subarray(half)),
    })
    return ended.status
  }

  test('a release manager pushes blobs in pieces and a manifest; accounts and lying manifests are rejected', async () => {
    const image = imageOf('pushed')
    const bytes = image.blobs.get(image.digest)!
    const early = await push('team/app/manifests/1.0', { method: 'PUT', body: new Uint8Array(bytes) })
    expect([early.status, ((await early.json()) as { errors: { code: string }[] }).errors[0]!.code]).toEqual([
      400,
      'MANIFEST_INVALID',
    ])
    for (const digest of [...image.blobs.keys()].filter((one) => one !== image.digest))
      expect(await pushBlobOf(image, digest)).toBe(201)
    const lying = JSON.parse(bytes.toString())
    lying.layers[0].size += 1
    expect((await push('team/app/manifests/1.0', { method: 'PUT', body: JSON.stringify(lying) })).status).toBe(400)
    const stored = await push('team/app/manifests/1.0', { method: 'PUT', body: new Uint8Array(bytes) })
    expect([stored.status, stored.headers.get('docker-content-digest')]).toEqual([201, `sha256:${image.digest}`])
    expect((await push('team/app/manifests/1.0', {})).status).toBe(200)
    const mounted = await push(`team/other/blobs/uploads/?mount=sha256:${layerOf(image)}&from=team/app`, {
      method: 'POST',
    })
    expect(mounted.status).toBe(201)
    const denied = await v2('team/app/blobs/uploads/', acme, { method: 'POST' })
    expect([denied.status, ((await denied.json()) as { errors: { code: string }[] }).errors[0]!.code]).toEqual([
      403,
      'DENIED',
    ])
    expect((await v2('team/app/manifests/1.0', acme)).status).toBe(404)
    expect((await push('team/app/manifests/1.0', { method: 'DELETE' })).status).toBe(405)
  })
})

describe('at once', () => {
  const pusher = () => ({ username: desk.users.rita.email, secret: desk.users.rita.token })

  test('of many pushes of one tag the tag names one, whole', async () => {
    const images = Array.from({ length: 8 }, (_, place) => imageOf(`pushed at once ${place}`))
    const statuses = await Promise.all(
      images.map(async (image) => {
        for (const [digest, bytes] of image.blobs)
          if (digest !== image.digest)
            await v2(`team/race/blobs/uploads/?digest=sha256:${digest}`, pusher(), {
              method: 'POST',
              body: new Uint8Array(bytes),
            })
        const body = new Uint8Array(image.blobs.get(image.digest)!)
        return (await v2('team/race/manifests/1.0', pusher(), { method: 'PUT', body })).status
      }),
    )
    expect(statuses).toEqual(images.map(() => 201))
    const tagged = await v2('team/race/manifests/1.0', pusher())
    const digest = sha256(await tagged.text())
    expect(images.map((image) => image.digest)).toContain(digest)
    expect(tagged.headers.get('docker-content-digest')).toBe(`sha256:${digest}`)
    const { layers } = JSON.parse(await (await v2(`team/race/manifests/sha256:${digest}`, pusher())).text())
    const layer = await v2(`team/race/blobs/${layers[0].digest}`, pusher())
    expect(`sha256:${sha256(Buffer.from(await layer.arrayBuffer()))}`).toBe(layers[0].digest)
  })

  test('a pull while its release is deleted gets all bytes or none', async () => {
    const image = imageOf(randomBytes(300_000))
    const release = await desk.release(await bundleWith('cos/leaving:1', image))
    await desk.deliver(release)
    const { token } = await tokenOf(acme.username, acme.secret)
    const pull = async () => {
      const response = await ask(`cos/leaving/blobs/sha256:${layerOf(image)}`, token)
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.status === 200 ? sha256(bytes) : response.status
    }
    expect(await pull()).toBe(layerOf(image))
    const pulling = Promise.all(Array.from({ length: 20 }, pull))
    expect((await desk.call('ada', 'DELETE', `/api/bundle-releases/${release}`)).status).toBe(204)
    for (const result of await pulling) expect([layerOf(image), 404]).toContain(result)
    expect(await pull()).toBe(404)
  })
})

describe('the container picker', () => {
  test('a pushed image whose manifest calls a gzip layer plain is not signed, and the reason names the layer', async () => {
    const good = imageOf('mislabelled')
    const [layer, config, bytes] = [...good.blobs.values()] as [Buffer, Buffer, Buffer]
    const manifest = Buffer.from(bytes.toString().replace('.tar+gzip', '.tar'))
    const pusher = { username: desk.users.rita.email, secret: desk.users.rita.token }
    for (const blob of [layer, config]) {
      const init = { method: 'POST', body: new Uint8Array(blob) }
      await v2(`wrong/1.0/odd/blobs/uploads/?digest=sha256:${sha256(blob)}`, pusher, init)
    }
    const init = { method: 'PUT', body: new Uint8Array(manifest) }
    expect((await v2('wrong/1.0/odd/manifests/1.0', pusher, init)).status).toBe(201)
    const id = await desk.bundle()
    const container = { product: 'wrong', branch: '1.0', version: '1.0', containerName: 'odd', tag: '1.0' }
    const added = await desk.call('rita', 'POST', `/api/box/v1/${id}/upload`, { containers: [container] })
    expect(added.status, added.text).toBeLessThan(300)
    const failed = await desk.deliver(await desk.release(id))
    expect(failed.status).not.toBe('DELIVERED')
    expect(JSON.stringify(failed)).toMatch(
      /odd:1\.0: sha256:\w+ cannot be unpacked: its layer 1 .* It is gzip, and its manifest calls it application/,
    )
  })

  test('pushed images are found by product, branch and version, checked, and added to a bundle', async () => {
    const pusher = { username: desk.users.rita.email, secret: desk.users.rita.token }
    const image = imageOf('picked')
    for (const [digest, bytes] of image.blobs)
      if (digest !== image.digest)
        await v2(`cos-docsis/3.25/cli/blobs/uploads/?digest=sha256:${digest}`, pusher, {
          method: 'POST',
          body: new Uint8Array(bytes),
        })
    for (const tag of ['3.25.9', '3.25.10'])
      await v2(`cos-docsis/3.25/cli/manifests/${tag}`, pusher, {
        method: 'PUT',
        body: new Uint8Array(image.blobs.get(image.digest)!),
      })
    const api = '/api/ecr/portal/products'
    const products = rowsOf(await desk.call('rita', 'GET', api), 'products')
    expect(products).toContainEqual({ product: 'cos-docsis', branches: [{ name: '3.25', versions: 2 }] })
    const query = 'product=cos-docsis&branch=3.25'
    const versions = rowsOf(await desk.call('rita', 'GET', `${api}/versions?${query}`), 'versions')
    expect(versions).toMatchObject([
      {
        tag: '3.25.10',
        dockerImages: [
          { url: `${host}/cos-docsis/3.25/cli:3.25.10`, containerName: 'cli', platforms: ['linux/amd64'] },
        ],
      },
      { tag: '3.25.9' },
    ])
    const check = await desk.call('rita', 'GET', `${api}/check?${query}&version=3.25.10`)
    expect(check.body).toMatchObject({ isComplete: true, images: 1, missing: [] })
    expect((await desk.call('rita', 'GET', `${api}/check?${query}&version=9`)).body.code).toBe('image-not-found')
    const id = await desk.bundle()
    const container = {
      product: 'cos-docsis',
      branch: '3.25',
      version: '3.25.10',
      tag: '3.25.10',
      containerName: 'cli',
    }
    const added = await desk.call('rita', 'POST', `/api/box/v1/${id}/upload`, { containers: [container] })
    expect([added.status, added.body]).toEqual([200, { added: 1 }])
    const listed = rowsOf(await desk.call('rita', 'GET', `/api/bundle-components?bundleId=${id}`), 'components')
    expect(listed).toMatchObject([
      {
        state: 'IN_STORAGE',
        digest: image.digest,
        sourceType: 'DOCKER',
        container: {
          containerName: 'cos-docsis/3.25/cli',
          product: 'cos-docsis',
          branch: '3.25',
          productVersion: '3.25.10',
        },
      },
    ])
    const unknown = { ...container, sourceImageUrl: 'evil.example/x:1' }
    expect((await desk.call('rita', 'POST', `/api/box/v1/${id}/upload`, { containers: [unknown] })).body.code).toBe(
      'image-not-found',
    )
  })
})

describe.skipIf(!existsSync('/usr/bin/skopeo'))('skopeo', () => {
  test('lists tags, inspects and copies every platform, with equal digests, and copies back', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headend-skopeo-'))
    try {
      const image = `docker://${host}/cos/us-scheduler`
      const creds = ['--creds', `${acme.username}:${acme.secret}`, '--tls-verify=false']
      const tags = JSON.parse((await run('skopeo', ['list-tags', ...creds, image])).stdout)
      expect(tags.Tags).toEqual(['3.25.1'])
      const inspected = JSON.parse((await run('skopeo', ['inspect', ...creds, `${image}:3.25.1`])).stdout)
      expect(inspected.Digest).toBe(`sha256:${acmeImage.digest}`)
      const source = ['--src-creds', `${acme.username}:${acme.secret}`, '--src-tls-verify=false']
      await run('skopeo', [
        '--insecure-policy',
        'copy',
        '--all',
        ...source,
        `${image}@sha256:${acmeImage.digest}`,
        `oci:${folder}/kit:3.25.1`,
      ])
      const { email: username, token: secret } = desk.users.rita
      const destination = ['--dest-creds', `${username}:${secret}`, '--dest-tls-verify=false']
      await run('skopeo', [
        '--insecure-policy',
        'copy',
        '--all',
        ...destination,
        `oci:${folder}/kit:3.25.1`,
        `docker://${host}/back/us:1`,
      ])
      const back = await v2('back/us/manifests/1', { username, secret })
      expect(back.headers.get('docker-content-digest')).toBe(`sha256:${acmeImage.digest}`)
      const strange = run('skopeo', ['inspect', ...creds, `docker://${host}/cos/secret:1`])
      await expect(strange).rejects.toThrow(/manifest unknown|not found|name unknown/i)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
