import { webcrypto } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadX509 } from '#kit/server/x509.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let base: string

beforeAll(async () => {
  stage = await startE2eApp()
  const { rows } = await stage.app.portal.pool.query(`select id, name from accounts where name = 'nordfeld-kabel'`)
  base = `/${rows[0].name}/${rows[0].id}/infrastructure`
})
afterAll(() => stage.close())

test('a link job gives instructions, and ends on the open page when the first samples arrive', async () => {
  const page = await stage.openPage('admin')
  await page.goto(`${base}/links`)
  await page.getByRole('button', { name: 'New link job' }).click()
  await page.getByLabel('Name of the cluster').fill('two words')
  await page.getByRole('button', { name: 'Start link job' }).click()
  await page.getByText('Use 1 to 63 letters', { exact: false }).waitFor()
  await page.getByLabel('Name of the cluster').fill('east')
  await page.getByRole('button', { name: 'Start link job' }).click()
  await page.getByRole('heading', { level: 1, name: /^Link job \d+: .+, east$/ }).waitFor()
  const command = (await page.locator('pre').filter({ hasText: '/api/ingest/enrolment' }).textContent()) ?? ''
  const enrolled = await fetch(`${stage.app.url}/api/ingest/enrolment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${/hde_[\w-]+/.exec(command)?.[0]}` },
  })
  const { token } = (await enrolled.json()) as { token: string }
  await page.getByText('Enrolment token exchanged from 127.0.0.1', { exact: false }).waitFor()
  await fetch(`${stage.app.url}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain; version=0.0.4' },
    body: 'cluster_up{cluster="east"} 1\n',
  })
  await page.getByRole('heading', { name: 'Connected' }).waitFor()
  await page.getByText('Link job done.').waitFor()
  expect(stage.complaints).toEqual([])
})

test('a pasted request is explained as it is typed, signed, and its certificate is revoked with a reason', async () => {
  const x509 = await loadX509()
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=head.nordfeld-kabel.example',
    keys,
    signingAlgorithm: algorithm,
  })
  const pem = request.toString('pem')
  const page = await stage.openPage('admin')
  await page.goto(`${base}/certificates`)
  const field = page.getByLabel('Certificate request (PKCS #10, PEM)')
  await field.fill(pem.replace('\n', '\nnot base64 !\n'))
  await page.getByRole('alert').getByText('Line 2', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign', exact: true }).isDisabled()).toBe(true)
  await field.fill(pem)
  await page.getByText('Can be signed').waitFor()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByText('Certificate signed').waitFor()
  await page.getByRole('button', { name: 'Revoke head.nordfeld-kabel.example' }).click()
  await page.getByRole('button', { name: 'Revoke certificate' }).click()
  await page.getByText('Certificate revoked').waitFor()
  const { rows } = await stage.app.portal.pool.query(
    `select reason from certificates where name = 'head.nordfeld-kabel.example'`,
  )
  expect(rows).toEqual([{ reason: 'SUPERSEDED' }])
  expect(stage.complaints).toEqual([])
})
