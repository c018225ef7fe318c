import { afterAll, beforeAll, test } from 'vitest'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())
test('shots', async () => {
  const id = (
    await stage.app.portal.pool.query(
      `select s.id, a.id as aid, a.name from subscriptions s join accounts a on a.id = s.account_id where a.name = 'nordfeld-kabel'`,
    )
  ).rows[0]
  for (const look of [{}, { dark: true }, { phone: true }]) {
    const tag = Object.keys(look)[0] ?? 'light'
    const page = await stage.enter('admin', look)
    for (const [name, path] of [
      ['plans', '/admin/subscriptions/plans'],
      ['customers', '/admin/subscriptions/customers'],
      ['one', `/admin/subscriptions/customers/${id.id}`],
      ['dash', `/${id.name}/${id.aid}/dashboard`],
      ['account', `/${id.name}/${id.aid}/account#limits`],
    ] as const) {
      await page.goto(path)
      await page.waitForTimeout(2500)
      await page.screenshot({ path: `/tmp/b-web/${name}-${tag}.png` })
      if (name === 'one' && tag === 'light') {
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await page.waitForTimeout(1500)
        await page.screenshot({ path: `/tmp/b-web/edit.png` })
      }
    }
    await page.context().close()
  }
})
