import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { text } from '#kit/web/text/kit-text.ts'
import { hasFirefox, openFirefox } from './browsers/firefox.ts'
import type { DrivenPage } from './browsers/web-driver.ts'
import { hasWebKit, openWebKit } from './browsers/webkit.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'
import { routesOf } from './routes.ts'

let stage: Stage
let paths: readonly string[]

beforeAll(async () => {
  stage = await startE2eApp()
  paths = await routesOf(stage)
})
afterAll(() => stage.close())

const browsers = [
  { name: 'Firefox', isInstalled: hasFirefox, open: openFirefox },
  { name: 'WebKit', isInstalled: hasWebKit, open: openWebKit },
]

describe.each(browsers)('$name', ({ name, isInstalled, open }) => {
  test.skipIf(!isInstalled)('a customer files a case, and sees the reply of an engineer at once', async () => {
    const customer = await opened(open)
    const engineer = await stage.openPage('engineer')
    await signIn(customer, emailOf('user'))
    const subject = `Upstream lost on node ${name}`
    await customer.press('New case')
    await customer.fill('Subject', subject)
    await customer.press('Deployment')
    await customer.pressFirst('option')
    await customer.press('High')
    await customer.fill('Description', 'All modems behind it are in partial service.')
    await customer.press('File case')
    await shows(customer, 'All modems behind it are in partial service.')

    await expect.poll(() => customer.url()).toContain('id=NORD-')
    await engineer.goto(await customer.url())
    await engineer.getByText('All modems behind it are in partial service.').waitFor()
    await engineer.getByRole('button', { name: /^Reply to/ }).click()
    await engineer.getByRole('textbox', { name: /^Reply to/ }).fill('We look at the node now.')
    await engineer.getByRole('button', { name: 'Send reply' }).click()
    // The customer's page shows it without a request of theirs.
    await shows(customer, 'We look at the node now.')
  })

  test.skipIf(!isInstalled)('every page opens without an error', async () => {
    const page = await opened(open)
    await signIn(page, emailOf('admin'))
    const failures: string[] = []
    for (const path of paths) {
      await page.goto(`${stage.app.url}${path}`)
      const drawnText = await page.drawnText()
      if (drawnText.includes(text('failed.title'))) failures.push(`${path}: ${drawnText}`)
    }
    expect(failures).toEqual([])
  })
})

/** A page of a new browser, which ends with the test. */
async function opened(open: () => Promise<DrivenPage>): Promise<DrivenPage> {
  const page = await open()
  onTestFinished(() => page.close())
  return page
}

/** Signs in by the forms, which need no script. */
async function signIn(page: DrivenPage, email: string): Promise<void> {
  await page.goto(`${stage.app.url}/signin`)
  await page.fill('E-mail address', email)
  await page.pressEnter()
  await page.fill('Password', 'Coax-42-Lantern!')
  await page.pressEnter()
  await expect.poll(() => page.url()).not.toContain('/signin')
}

async function shows(page: DrivenPage, text: string): Promise<void> {
  await expect.poll(() => page.text()).toContain(text)
}
