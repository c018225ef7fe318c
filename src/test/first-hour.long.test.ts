import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { openProduct, type Product } from './product-process.ts'
import { openBrowser, type SignedIn, signIn } from './sign-in.ts'
import { sha256, tusHeaders } from './software-app.ts'
import type { Json } from './support-app.ts'

// The first hour of a new installation for an operator: the built product without demo data, one step after the other.
const password = 'Quiet-Harbour-77'
const colleague = 'rosa.keller@vendor.example'
const customer = 'tim.falk@blue-coast.example'
const account = 'blue-coast'
let product: Product
let mailbox: Mailbox
let admin: SignedIn
let rosa: SignedIn
let tim: SignedIn
let caseKey: string
let releaseId: string

beforeAll(async () => {
  mailbox = await openMailbox()
  product = await openProduct({ DEMO: 'off', SMTP_URL: mailbox.url }, { SMTP_URL: '' })
})
afterAll(async () => {
  await product.close()
  mailbox.close()
})

test('the start prints a link, with which the first administrator chooses a password and sets up a second factor', async () => {
  const link = /https?:\S+token=\S+/.exec(product.printed)![0]
  const email = /administrator \(([^)]+)\)/.exec(product.printed)![1]!
  const first = await signIn(product.url, email, password).catch((failure: Error) => failure.message)
  expect(first).toBe('nobody is signed in')
  await choosePassword(link)
  admin = await signIn(product.url, email, password)
  expect(await get(admin, '/api/users/me')).toMatchObject({ demo: false })
})

test('mail of an invitation waits until a mail server is set, then is sent at the next start', async () => {
  await post(admin, '/api/users', { email: colleague, fullName: 'Rosa Keller', roles: ['ADMIN'] })
  const { _embedded } = await get(admin, '/api/mails')
  expect(JSON.stringify(_embedded)).toContain(colleague)
  expect(mailbox.received).toEqual([])
  await product.stop()
  await product.start()
  rosa = await activate(colleague)
})

test('the first account is requested, approved by the colleague and made, and its manager is invited', async () => {
  const { id } = await post(admin, '/api/accounts/requests', {
    requestType: 'ACCOUNT',
    name: account,
    displayName: 'Blue Coast Cable',
    region: 'EMEA',
    domains: ['blue-coast.example'],
    managerEmail: customer,
    managerName: 'Tim Falk',
    deployment: { name: 'blue-coast-1', version: 'cOS-CN-DOCSIS', stage: 'PRODUCTION' },
  })
  await post(rosa, `/api/accounts/requests/${id}/status?requestStatus=APPROVED`)
  await expect
    .poll(async () => (await get(rosa, `/api/accounts/requests/${id}`)).provisioningStatus, { timeout: 120_000 })
    .toBe('DONE')
  tim = await activate(customer)
})

test('the customer files the first case, and the vendor replies', async () => {
  const filed = await post(tim, `/api/plugins/jira/issues?account=${account}`, {
    subject: 'Modems drop at night',
    description: 'Since Monday the node resets.',
    priority: 'HIGH',
  })
  caseKey = String(filed.key)
  await post(rosa, `/api/plugins/jira/issues/comment?issueKey=${caseKey}`, { body: 'We look into it.' })
  const { _embedded } = await get(tim, `/api/plugins/jira/issues/comment?issueKey=${caseKey}`)
  expect(JSON.stringify(_embedded)).toContain('We look into it.')
})

test('the first release is made by one administrator, approved by the other, and reaches the customer', async () => {
  const bundle = await post(admin, '/api/bundles', { name: 'cOS-DOCSIS 1.22.0', deploymentType: 'DOCSIS' })
  const bytes = Buffer.from('the image')
  const file = { bundleId: String(bundle.id), fileName: 'image.bin', size: bytes.length, sha256: sha256(bytes) }
  const { uploadUrl, fileId } = await post(admin, '/api/box/file/upload/reservation', file)
  await admin.call(String(uploadUrl), { method: 'PATCH', body: bytes, headers: tusHeaders(0) })
  await expect.poll(async () => (await get(admin, `/api/box/file/upload/${fileId}/status`)).state).toBe('DONE')
  const made = await post(admin, `/api/bundle-releases?bundleId=${bundle.id}`, { name: 'Upgrade', account })
  releaseId = String(made.id)
  await post(rosa, `/api/bundle-releases/approve?bundleReleaseId=${releaseId}`)
  await expect
    .poll(async () => (await tim.call(`/api/bundle-releases/${releaseId}`)).status, { timeout: 120_000 })
    .toBe(200)
})

test('audit, users, system and search return what was done', async () => {
  expect(JSON.stringify(await get(admin, '/api/audit?size=100'))).toContain('case.created')
  const users = JSON.stringify(await get(admin, '/api/users'))
  expect([colleague, customer].filter((email) => !users.includes(email))).toEqual([])
  expect(await get(admin, '/api/cluster/system-info')).toMatchObject({ demo: false })
  expect(JSON.stringify(await get(admin, '/api/search?q=modems'))).toContain(caseKey)
})

test('a restored copy of the data directory, with its key, has everything of the time when it was made', async () => {
  const [copy, keys] = [`${product.data}-copy`, `${product.data}-keys`]
  await product.stop()
  await cp(product.data, copy, { recursive: true, dereference: true, preserveTimestamps: true })
  await rename(join(copy, 'secret.key'), keys)
  await product.start()
  await post(admin, `/api/plugins/jira/issues/comment?issueKey=${caseKey}`, { body: 'Written after the copy.' })
  await product.stop()
  await rm(product.data, { recursive: true })
  await rename(copy, product.data)
  await rename(keys, join(product.data, 'secret.key'))
  await product.start()
  const comments = JSON.stringify(await get(tim, `/api/plugins/jira/issues/comment?issueKey=${caseKey}`))
  expect([comments.includes('We look into it.'), comments.includes('after the copy')]).toEqual([true, false])
  expect(await get(tim, `/api/bundle-releases/${releaseId}`)).toMatchObject({ name: 'Upgrade' })
  expect(await get(rosa, '/api/users/me')).toMatchObject({ username: colleague })
})

async function activate(email: string): Promise<SignedIn> {
  const mails = await mailbox.mailsTo(email)
  await choosePassword(/https?:\S+token=[\w-]+/.exec(mails.map(({ text }) => text).join('\n'))![0])
  return signIn(product.url, email, password)
}

async function choosePassword(link: string): Promise<void> {
  const { pathname, searchParams } = new URL(link)
  const chosen = { token: searchParams.get('token')!, password, repeat: password }
  expect((await openBrowser(product.url).go(pathname, chosen)).text).toContain('Your password is set')
}

async function get(user: SignedIn, path: string): Promise<Json> {
  return read(path, await user.call(path))
}

async function post(user: SignedIn, path: string, json?: unknown): Promise<Json> {
  return read(path, await user.call(path, { method: 'POST', ...(json === undefined ? {} : { json }) }))
}

async function read(path: string, response: Response): Promise<Json> {
  const text = await response.text()
  expect([path, response.ok, text]).toEqual([path, true, text])
  return text === '' ? ({} as Json) : (JSON.parse(text) as Json)
}
