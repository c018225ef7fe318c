// P18, P20: the case list in a browser: bytes, first view cold and warm, moving through ten thousand rows with the
// keyboard.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openBrowser, slowPage } from './browser.mjs'
import { median } from './rounds.mjs'
import { openWorld } from './world.mjs'

const folder = 'dist/public'
const rows = '[role=grid] tbody tr'

/** Measures the case queue over 10,000 open cases. */
export async function benchWeb() {
  const world = await openWorld({ cases: 10_000, open: true })
  const browser = await openBrowser()
  try {
    const cookie = await world.cookie()
    const colds = []
    const warms = []
    for (let round = 0; round < 3; round += 1) {
      const page = await slowPage(browser, world.app.url, cookie)
      await page.addInitScript(watchPaint)
      colds.push(await view(page, `${world.app.url}/support`))
      warms.push(await view(page, `${world.app.url}/support`))
      if (round < 2) await page.context().close()
      else return [bytes(), ...viewRows(colds, warms), ...(await keys(page))]
    }
  } finally {
    await browser.close()
    await world.close()
  }
}

function bytes() {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const first = new Set()
  const reach = (name) => {
    if (first.has(name)) return
    first.add(name)
    manifest[name].imports?.forEach(reach)
  }
  Object.keys(manifest)
    .filter((name) => manifest[name].isEntry)
    .forEach(reach)
  const files = new Set([...first].flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])]))
  const size = (end) =>
    [...files]
      .filter((file) => file.endsWith(end))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0) / 1000
  return {
    goal: 'P18',
    what: 'first page, script and style, compressed',
    measured: `${size('.js').toFixed(0)} + ${size('.css').toFixed(0)} kB`,
    wanted: '≤ 230 + 40 kB',
  }
}

/**
 * Opens the address and waits until the list is rendered; returns the largest paint and how long tasks blocked, in
 * milliseconds. It checks only when the page is idle: polling a slow page in each frame would itself cause the delay.
 */
async function view(page, url) {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForTimeout(7_000)
  await page.locator(rows).nth(5).waitFor()
  return page.evaluate(() => globalThis.painted)
}

/** Runs in the page. */
function watchPaint() {
  const seen = { paint: 0, blocked: 0 }
  globalThis.painted = seen
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

function viewRows(colds, warms) {
  const ms = (views, name) => `${median(views.map((one) => one[name])).toFixed(0)} ms`
  const at = 'case list at 1.6 Mbit/s, 150 ms, CPU ÷ 4 (by the clock, median of 3)'
  return [
    { goal: 'P18', what: `LCP cold, ${at}`, measured: ms(colds, 'paint'), wanted: '≤ 3000 ms' },
    { goal: 'P18', what: `LCP warm, ${at}`, measured: ms(warms, 'paint'), wanted: '≤ 700 ms' },
    { goal: 'P18', what: `blocking time cold, ${at}`, measured: ms(colds, 'blocked'), wanted: '≤ 200 ms' },
    { goal: 'P18', what: `blocking time warm, ${at}`, measured: ms(warms, 'blocked'), wanted: '≤ 200 ms' },
  ]
}

/** Moves through the rows; Event Timing measures from the key to the next paint. */
async function keys(page) {
  await page.evaluate(() => {
    globalThis.slowest = {}
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name !== 'keydown') continue
        const { key, slowest } = globalThis
        slowest[key] = Math.max(slowest[key] ?? 0, duration)
      }
    }).observe({ type: 'event', durationThreshold: 16 })
  })
  await page.locator('[role=grid]').focus()
  const most = { rows: await page.locator(rows).count() }
  for (const key of ['j', 'j', 'j', 'k', 'k', 'End', 'k', 'j', 'Home', 'j', 'End', 'Home', 'PageDown', 'PageUp']) {
    await page.evaluate((name) => {
      globalThis.key = name
    }, key)
    await page.keyboard.press(key)
    await page.waitForTimeout(1_200)
    most.rows = Math.max(most.rows, await page.locator(rows).count())
  }
  const slowest = await page.evaluate(() => globalThis.slowest)
  return [
    { goal: 'P20', what: '10,000 rows: most rows in the tree', measured: String(most.rows), wanted: '≤ 200' },
    {
      goal: 'P20',
      what: '10,000 rows: slowest interaction of each key at CPU ÷ 4 (by the clock, Event Timing)',
      measured: Object.entries(slowest)
        .map(([key, took]) => `${key} ${took} ms`)
        .join(', '),
      wanted: '≤ 200 ms',
    },
  ]
}
