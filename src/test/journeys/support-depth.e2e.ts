import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

/** Open customer cases of an account that were not escalated, the newest first. */
async function openCases(account = 'nordfeld-kabel'): Promise<{ key: string; path: string }[]> {
  const { rows } = await stage.app.portal.pool.query<{ key: string; name: string; id: string }>(
    `select c.key, a.name, a.id::text from cases c join accounts a on a.id = c.account_id
     where a.name = $1 and c.is_open and not c.internal and c.type = 'CASE'
       and not exists (select from rnd_issue_cases x where x.case_id = c.id) order by c.id desc`,
    [account],
  )
  return rows.map(({ key, name, id }) => ({ key, path: `/${name}/${id}/support/case/${key}` }))
}

/** A bundle of the demo with a release to the customer that waits for approval, and none to the second account. */
const FIX = 'cOS-CN-DOCSIS 3.25.0'

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a link between two cases is set by staff, seen by the customer in the other one, and removed', async () => {
  const [one, other] = await openCases()
  const engineer = await stage.openPage('engineer')
  await engineer.goto(one!.path)
  await engineer.getByRole('button', { name: 'Link a case' }).click()
  await engineer.getByRole('button', { name: 'Link', exact: true }).click()
  await engineer.getByText('Enter the key of a case.').waitFor()
  await choose(engineer, 'Link type', 'Blocks')
  await engineer.getByLabel('Case key').fill(one!.key)
  await engineer.getByRole('button', { name: 'Link', exact: true }).click()
  await engineer.getByText('must be another case').waitFor()
  await engineer.getByLabel('Case key').fill(other!.key.toLowerCase())
  await engineer.getByRole('button', { name: 'Link', exact: true }).click()
  await engineer.getByRole('region', { name: 'Linked cases' }).getByText(other!.key).waitFor()

  const customer = await stage.openPage('user')
  await customer.goto(other!.path)
  await customer.getByText('Blocked', { exact: true }).waitFor()
  await customer.getByRole('region', { name: 'Linked cases' }).getByRole('link', { name: one!.key }).click()
  await customer.waitForURL(`**${one!.path}`)
  expect(await customer.getByRole('button', { name: /^Remove the link/ }).count()).toBe(0)
  await engineer.getByRole('button', { name: `Remove the link to ${other!.key}` }).click()
  await engineer.getByText(`The link to ${other!.key} was removed`).waitFor()
  expect(stage.complaints).toEqual([])
  await engineer.context().close()
  await customer.context().close()
})

test('cases of two accounts are escalated to one R&D issue; both read its milestones live, and who has the release alone reads so', async () => {
  const one = (await openCases()).at(-1)!
  const engineer = await stage.openPage('engineer')
  await engineer.goto(one.path)
  await engineer.getByRole('button', { name: 'More', exact: true }).click()
  await engineer.getByRole('menuitem', { name: 'Escalate to R&D' }).click()
  await engineer.getByLabel('Subject').fill('Kanarie of R&D')
  await engineer.getByLabel('First R&D text').fill('Kanarie text')
  await engineer.getByRole('button', { name: 'Escalate', exact: true }).click()
  const panel = engineer.getByRole('region', { name: 'Progress in R&D' })
  await panel.getByRole('link', { name: /Kanarie of R&D/ }).click()
  await engineer.getByRole('heading', { name: 'Kanarie of R&D' }).waitFor()
  await engineer.getByText('Kanarie text').waitFor()
  expect(await engineer.getByLabel('R&D text').count()).toBe(0)

  const customer = await stage.openPage('user')
  await customer.goto(one.path)
  await customer.getByRole('region', { name: 'Progress in R&D' }).getByText('Received').waitFor()
  await customer.getByText('Live', { exact: true }).waitFor()
  const admin = await stage.openPage('admin')
  await admin.goto('/support/rnd')
  await admin.getByText('Kanarie of R&D').click()
  await admin.getByLabel('R&D text').fill('Kanarie more')
  await admin.getByRole('button', { name: 'Add R&D text' }).click()
  await admin.getByText('Kanarie more').waitFor()

  // A case of another account is linked to the same issue.
  const second = (await openCases('holmewick-media'))[0]!
  await engineer.goto(second.path)
  await engineer.getByRole('button', { name: 'More', exact: true }).click()
  await engineer.getByRole('menuitem', { name: 'Link to an R&D issue' }).click()
  const dialog = engineer.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'R&D issue' }).fill('Kanarie')
  await dialog.getByRole('option', { name: /Kanarie of R&D/ }).click()
  await dialog.getByRole('button', { name: 'Link', exact: true }).click()
  await panel.getByRole('link', { name: /Kanarie of R&D/ }).waitFor()
  const other = await stage.openPage('otherUser')
  await other.goto(second.path)
  await other.getByRole('region', { name: 'Progress in R&D' }).getByText('Received').waitFor()
  await other.getByText('Live', { exact: true }).waitFor()

  const now = (page: Page, milestone: string) =>
    page.locator('[aria-current="step"]').getByText(milestone, { exact: true }).waitFor()
  await choose(admin, 'Status', 'Reproduced')
  for (const page of [customer, other]) await now(page, 'Reproduced')
  await choose(admin, 'Fix bundle', FIX)
  await admin
    .getByText(/^RND-\d+ was saved$/)
    .first()
    .waitFor()
  await choose(admin, 'Status', 'Fixed')
  for (const page of [customer, other]) {
    await now(page, 'Fix in bundle')
    await page.locator('[aria-current="step"]').getByText(FIX).waitFor()
  }

  // The release of the fix that waits for the customer is approved.
  const approver = await stage.openPage('approver')
  await approver.goto('/software/approvals')
  await approver.getByRole('button', { name: new RegExp(`${FIX}.*Nordfeld|Nordfeld.*${FIX}`) }).click()
  await approver.getByRole('button', { name: /Approve and deliver/ }).click()
  await now(customer, 'In your release')
  await customer.getByText('Answer in this case whether it is fixed.').waitFor()
  await now(other, 'Fix in bundle')
  await other.reload()
  await now(other, 'Fix in bundle')
  if (process.env.SHOTS) await customer.screenshot({ path: `${process.env.SHOTS}/in-your-release.png` })
  for (const [page, key] of [
    [customer, second.key],
    [other, one.key],
  ] as const) {
    expect(await page.content()).not.toContain('Kanarie')
    expect(await page.content()).not.toContain(key)
  }
  expect(stage.complaints).toEqual([])
  for (const page of [engineer, customer, other, admin, approver]) await page.context().close()
})

test('a case becomes an outage with a page; a public update reaches the customer, an internal entry does not', async () => {
  const one = (await openCases())[1]!
  const admin = await stage.openPage('admin')
  await admin.goto(one.path)
  await admin.getByRole('button', { name: 'More', exact: true }).click()
  await admin.getByRole('menuitem', { name: 'Convert to an outage' }).click()
  await admin.getByLabel('Modems affected').fill('12')
  await choose(admin, 'Reason', 'Fibre')
  await admin.getByRole('button', { name: 'Convert', exact: true }).click()
  await admin.getByRole('link', { name: 'Open the outage page' }).click()
  await admin.getByText('Elapsed').waitFor()

  const customer = await stage.openPage('user')
  await customer.goto(one.path.replace(/support.*/, 'support/outages'))
  await customer
    .getByRole('link', { name: new RegExp(one.key) })
    .first()
    .click()
  await customer.getByText('No entries yet').waitFor()
  await customer.getByText('Live', { exact: true }).waitFor()
  await admin.getByText('Internal', { exact: true }).click()
  await admin.getByRole('textbox', { name: 'Text' }).fill('Kanarie entry')
  await admin.getByRole('button', { name: 'Post' }).click()
  await admin.getByText('Kanarie entry').waitFor()
  await admin.getByText('Update to customer').click()
  await admin.getByRole('textbox', { name: 'Text' }).fill('Crew on site')
  await admin.getByRole('button', { name: 'Post' }).click()
  await customer.getByText('Crew on site').waitFor()
  expect(await customer.content()).not.toContain('Kanarie')

  // The board for a wall shows the new outage until Escape.
  await admin.goto('/support/outages')
  await admin.getByRole('button', { name: 'Big screen' }).click()
  const screen = admin.getByRole('region', { name: 'Big screen' })
  await screen.getByText(one.key).waitFor()
  await screen.getByText('12 modems').first().waitFor()
  await admin.keyboard.press('Escape')
  await screen.waitFor({ state: 'detached' })
  expect(stage.complaints).toEqual([])
  for (const page of [customer, admin]) await page.context().close()
})

test('service down becomes an outage with updates, a report, an SLA figure with its receipt, a dispute and revision 2', async () => {
  const customer = await stage.openPage('user')
  const { pathname } = new URL(customer.url())
  const account = pathname.split('/').slice(0, 3).join('/')
  await customer.goto(`${account}/support/new`)
  await customer.getByText('Service down', { exact: true }).click()
  await customer.getByLabel('Subject').fill('No light in Kiel')
  await customer.getByRole('button', { name: 'Deployment' }).click()
  await customer.getByRole('option').first().click()
  await customer.getByRole('textbox', { name: 'Description' }).click()
  await customer.keyboard.type('All of Kiel is offline.')
  await customer
    .getByRole('button', { name: /^File case/ })
    .first()
    .click()
  await customer.getByRole('heading', { name: 'No light in Kiel' }).waitFor()
  const key = new URL(customer.url()).searchParams.get('id')!
  await customer.goto(`${account}/support/case/${key}`)

  // The NOC takes it, and makes it an outage.
  const noc = await stage.openPage('noc')
  await noc.goto(`${account}/support/case/${key}`)
  await noc.getByRole('heading', { name: 'No light in Kiel' }).waitFor()
  await noc.getByRole('button', { name: 'More', exact: true }).click()
  await noc.getByRole('menuitem', { name: 'Convert to an outage' }).click()
  await noc.getByLabel('Modems affected').fill('1200')
  await choose(noc, 'Reason', 'Core')
  await noc.getByRole('button', { name: 'Convert', exact: true }).click()
  await noc.getByRole('link', { name: 'Open the outage page' }).click()
  await noc.getByText('Elapsed').waitFor()
  await customer.getByRole('link', { name: 'Open the outage page' }).click()
  await customer.getByText('No entries yet').waitFor()
  await customer.getByText('Live', { exact: true }).waitFor()

  // Three updates; the second one is late.
  const post = async (text: string) => {
    await noc.getByRole('textbox', { name: 'Text' }).fill(text)
    await noc.getByRole('button', { name: 'Post' }).click()
    await customer.getByText(text).waitFor()
  }
  await post('A line card restarts.')
  await noc.getByText(/^due at /).waitFor()
  await stage.app.portal.pool.query(
    `update outages set started_at = started_at - interval '2 hours', last_update_at = now() - interval '61 minutes' where case_id = (select id from cases where key = $1)`,
    [key],
  )
  for (const page of [noc, customer]) {
    await page.reload()
    await page.getByText(/^overdue since /).waitFor()
  }
  await customer.getByText('Live', { exact: true }).waitFor()
  if (process.env.SHOTS) await noc.screenshot({ path: `${process.env.SHOTS}/overdue.png`, fullPage: true })
  await post('The card is replaced.')
  for (const page of [noc, customer]) await page.getByText(/^due at /).waitFor()
  await post('All modems are back.')

  // Closed: the report is drafted from public texts, edited and published.
  await noc.getByRole('button', { name: 'Edit', exact: true }).first().click()
  const now = new Date().toISOString().slice(0, 16).replace('T', ' ')
  await noc.getByLabel('End (UTC)').fill(now)
  await noc.getByRole('button', { name: 'Save', exact: true }).click()
  await noc.getByText('The outage is over').waitFor()
  await noc.getByText(/^Made from the public texts of this outage/).waitFor()
  const report = noc
    .locator('form, section, div')
    .filter({ has: noc.getByText('Reason for outage') })
    .last()
  await report.getByRole('button', { name: 'Edit', exact: true }).click()
  await noc.getByLabel('What prevents it').fill('Line cards are checked each night.')
  await noc.getByRole('button', { name: 'Save draft' }).click()
  await noc.getByRole('button', { name: 'Publish', exact: true }).click()
  await noc.getByRole('button', { name: /^Publish to/ }).click()
  const link = customer.getByRole('link', { name: 'Download PDF' })
  await link.waitFor()
  await customer.getByText('Line cards are checked each night.').waitFor()
  const [download] = await Promise.all([customer.waitForEvent('download'), link.click()])
  const pdf = await readFile(await download.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')

  // Two months later: its month is counted, and closed by the job.
  const { rows } = await stage.app.portal.pool.query<{ month: string }>(laterOn, [key])
  const { month } = rows[0]!
  await stage.app.portal.pool.query(reopenMonth, [key, month])
  await addJob(stage.app.portal.db, defineJob('support.close-sla-months'), {})
  const revision = (number: number) =>
    expect
      .poll(
        async () =>
          (
            await stage.app.portal.pool.query(
              `select from signed_sla_months g join cases c on c.account_id = g.account_id where c.key = $1 and g.month = $2 and g.revision = $3`,
              [key, month, number],
            )
          ).rowCount,
      )
      .toBe(1)
  await revision(1)

  const manager = await stage.openPage('manager')
  await manager.goto(`${account}/support/sla`)
  await manager.getByText('Blended', { exact: true }).click()
  await manager.getByRole('button', { name: new RegExp(`^Show the outages behind .* in ${monthName(month)}$`) }).click()
  await manager.getByText('The sum').waitFor()
  await manager.getByRole('button', { name: `Dispute the line of ${key}` }).click()
  await manager.getByLabel('What is wrong with this line?').fill('Only half of Kiel was down.')
  await manager.getByRole('button', { name: 'Open the case' }).click()
  await manager.getByRole('link', { name: /^Dispute [A-Z]+-[0-9]+/ }).waitFor()

  const admin = await stage.openPage('admin')
  await admin.goto(`${account}/support/sla?view=blended&month=${month}`)
  await admin.getByRole('link', { name: /^Dispute [A-Z]+-[0-9]+/ }).waitFor()
  await admin.getByRole('button', { name: 'Edit with reason' }).click()
  await choose(admin, 'Outage', new RegExp(key))
  await admin.getByLabel('Modems counted').fill('600')
  await admin.getByLabel('Reason').fill('Half of Kiel was down')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('dialog').waitFor({ state: 'detached' })
  await revision(2)
  await manager.reload()
  await manager.getByText(/Half of Kiel was down · /).waitFor()
  await manager.getByText('of 1,200').waitFor()
  const signed = manager.getByRole('table', { name: 'Signed months' })
  await signed.getByText('Half of Kiel was down').waitFor()
  if (process.env.SHOTS) await manager.screenshot({ path: `${process.env.SHOTS}/sla-revision.png`, fullPage: true })
  expect(stage.complaints).toEqual([])
  for (const page of [customer, noc, manager, admin]) await page.context().close()
})

/** Moves an outage back by two months, and lets it last half an hour. */
const laterOn = `
  update outages o set started_at = o.started_at - interval '2 months', ended_at = o.started_at - interval '2 months' + interval '30 minutes'
  from cases c join accounts a on a.id = c.account_id where c.id = o.case_id and c.key = $1
  returning to_char(o.started_at at time zone a.time_zone, 'YYYY-MM') as month`
/** Makes a month of the account of a case one that is not closed yet. */
const reopenMonth = `
  with gone as (delete from signed_sla_months g using cases c where c.account_id = g.account_id and c.key = $1 and g.month = $2),
  revisions as (delete from sla_revisions r using cases c where c.account_id = r.account_id and c.key = $1 and r.month = $2)
  update sla_months s set closed_at = null, revision = 0 from cases c where c.account_id = s.account_id and c.key = $1 and s.month = $2`
/** A month as a button of the report names it: Chromium and Node abbreviate September differently. */
function monthName(month: string): string {
  const date = new Date(`${month}-15T00:00:00Z`)
  return `${date.toLocaleDateString('en', { month: 'short', timeZone: 'UTC' })}\\w* ${date.getUTCFullYear()}`
}

test('a saved reply is written once and inserted by keyboard, with its variables filled as text', async () => {
  const one = (await openCases())[0]!
  await stage.app.portal.pool.query(`update cases set subject = '**Down** <b>' where key = $1`, [one.key])
  const engineer = await stage.openPage('engineer')
  await engineer.goto('/support/saved-replies')
  await engineer.getByText('No saved replies yet').waitFor()
  await engineer.getByRole('button', { name: 'New saved reply' }).click()
  const dialog = engineer.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByLabel('Name').fill('Log files')
  await dialog.getByLabel('Text in Markdown').fill('Please attach the log of {{case.subjet}} to ')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('There is no variable case.subjet.').waitFor()
  await dialog.getByLabel('Text in Markdown').fill('Please attach the log of {{case.subject}} to ')
  await dialog.getByRole('button', { name: 'Key of the case' }).click()
  await dialog.getByText('Please attach the log of Modems flap on node 7 to NORD-1042').waitFor()
  if (process.env.SHOTS) await engineer.screenshot({ path: `${process.env.SHOTS}/saved-reply.png` })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await engineer.getByRole('table', { name: 'Saved replies' }).getByText('Log files').waitFor()

  await engineer.goto(one.path)
  await engineer.getByRole('button', { name: 'Insert a saved reply' }).waitFor()
  await engineer.getByRole('textbox', { name: /^Reply to/ }).click()
  await engineer.keyboard.press('/')
  await engineer.getByRole('combobox', { name: 'Search saved replies' }).waitFor()
  await engineer.getByRole('option', { name: /^Log files/ }).waitFor()
  if (process.env.SHOTS) await engineer.screenshot({ path: `${process.env.SHOTS}/insert-reply.png` })
  await engineer.keyboard.type('log')
  await engineer.keyboard.press('Enter')
  const written = `Please attach the log of **Down** <b> to ${one.key}`
  await expect.poll(() => engineer.locator('.ProseMirror').textContent()).toBe(written)
  await engineer.keyboard.press('Control+Enter')
  await engineer.getByText(written).first().waitFor()
  const customer = await stage.openPage('user')
  await customer.goto(one.path)
  await customer.getByText(written).first().waitFor()
  expect(stage.complaints).toEqual([])
  for (const page of [engineer, customer]) await page.context().close()
})

test('a case is printed as a document with every comment that the customer may read', async () => {
  const one = (await openCases())[0]!
  const staff = await stage.openPage('admin')
  await staff.goto(one.path)
  await staff.getByRole('button', { name: 'More', exact: true }).click()
  await staff.getByRole('menuitem', { name: 'Print' }).click()
  await staff.getByRole('heading', { level: 1, name: new RegExp(one.key) }).waitFor()
  await staff.getByText('Internal comments are left out.').waitFor()
  await staff.emulateMedia({ media: 'print' })
  expect(await staff.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
  expect(await staff.getByRole('navigation').first().isVisible()).toBe(false)
  expect(stage.complaints).toEqual([])
  await staff.context().close()
})
