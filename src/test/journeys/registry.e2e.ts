import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
let path: string

beforeAll(async () => {
  stage = await startE2eApp()
  const { id, name } = await stage.app.portal.db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('name', '=', 'nordfeld-kabel')
    .executeTakeFirstOrThrow()
  path = `/${name}/${id}/software/registry`
})
afterAll(() => stage.close())

test('a customer creates a credential, sees its secret after the sign-in, rotates and revokes it', async () => {
  const page = await stage.openPage('user')
  await page.goto(path)
  await page.getByText('No credentials yet').waitFor()
  await page.getByRole('button', { name: 'New credential' }).first().click()
  await page.getByLabel('Name').fill('kiel-k8s')
  await page.getByRole('button', { name: 'Create credential' }).click()
  await page.getByText('Secret of kiel-k8s').waitFor()
  await page.getByText('nordfeld-kabel+kiel-k8s').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByText('Rotating').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No host has used the old secret').waitFor()
  await page.screenshot({ path: join(tmpdir(), 'registry.png') })
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect(stage.complaints).toEqual([])
})
