import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  test.skipIf(!isInstalled)('a case goes from the customer to an engineer and back', async () => {
    const customer = await open()
    const engineer = await open()
    await signIn(customer, emailOf('user'))
    await signIn(engineer, emailOf('engineer'))
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
    await shows(engineer, 'All modems behind it are in partial service.')
    await engineer.press('Reply to')
    await engineer.fill('Reply to', 'We look at the node now.')
    await engineer.press('Send reply')
    // The customer's page shows it without a request of theirs.
    await shows(customer, 'We look at the node now.')
    await engineer.close()
    await customer.close()
  })

  test.skipIf(!isInstalled)('every page opens without an error', async () => {
    const page = await open()
    await signIn(page, emailOf('admin'))
    const empty: string[] = []
    for (const path of paths) {
      await page.goto(`${stage.app.url}${path}`)
      await expect.poll(() => page.text()).not.toBe('')
      if (/Something went wrong|could not be shown/i.test(await page.text())) empty.push(path)
    }
    expect(empty).toEqual([])
    await page.close()
  })
})

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
