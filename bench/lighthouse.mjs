// Lighthouse, desktop, on the account dashboard and the case queue.
import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { openBrowser } from './browser.mjs'
import { freePort, openWorld } from './world.mjs'

const categories = ['performance', 'accessibility', 'best-practices']

/** The three scores of each page. */
export async function benchLighthouse() {
  const world = await openWorld({ cases: 10_000, open: true })
  const port = await freePort()
  const browser = await openBrowser({ port })
  try {
    const headers = { cookie: await world.cookie() }
    const pages = { dashboard: `/bench-1/${world.account.id}/dashboard`, 'case queue': '/support' }
    const found = []
    for (const [name, path] of Object.entries(pages)) {
      const options = { port, output: 'json', logLevel: 'error', onlyCategories: categories, extraHeaders: headers }
      const { lhr } = await lighthouse(`${world.app.url}${path}`, options, desktop)
      const scores = categories.map((category) => Math.round(lhr.categories[category].score * 100))
      found.push({
        goal: 'LH',
        what: `Lighthouse desktop on ${name}, ${categories.join(' / ')}`,
        measured: `${scores.join(' / ')}${flaws(lhr)}`,
        wanted: '≥ 95 / 100 / 100',
      })
    }
    return found
  } finally {
    await browser.close()
    await world.close()
  }
}

/** What lowered the scores other than performance. */
function flaws({ categories: { accessibility, 'best-practices': practices }, audits }) {
  const failed = [...accessibility.auditRefs, ...practices.auditRefs]
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .map(({ id }) => id)
  return failed.length ? ` (${failed.join(', ')})` : ''
}
