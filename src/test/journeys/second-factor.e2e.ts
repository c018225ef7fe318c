import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'
import { signOut } from './sign-out.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

test('an authenticator set up in the profile is required at the next sign-in; a recovery code works once', async () => {
  const page = await stage.openPage('manager')
  await page.goto('/me')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('The code is not correct').waitFor()
  await dialog.getByLabel('Code from the app').fill(await codeOf(secret, 0))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog', { name: 'Your recovery codes' }).waitFor()
  const recovery = await dialog.getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('Second factor on').waitFor()

  await signOut(page)
  await page.getByText('You have signed out.').waitFor()
  await stage.signIn(page, emailOf('manager'))
  const code = page.getByLabel('Six-digit code')
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('The code is not correct, or it was already used. Wait for the next one.').waitFor()
  await code.fill(await codeOf(secret, 30))
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()

  for (const outcome of ['in', 'rejected']) {
    await signOut(page)
    await stage.signIn(page, emailOf('manager'))
    await page.getByRole('link', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('Recovery code').fill(recovery[0]!)
    await page.keyboard.press('Enter')
    if (outcome === 'in') await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
    else await page.getByText('The recovery code is not correct, or it was already used.').waitFor()
  }
  expect(stage.complaints).toEqual([])
})

/** The code some seconds from now; codes of the step before and after are valid as well, each once. */
function codeOf(secret: string, seconds: number): Promise<string> {
  return generate({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })
}
