// P19: a graph of 20 lines with 2,000 points each in a browser: bytes of the library, processor time of the main thread
// until it is drawn, and of one move of the pointer over it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openBrowser } from './browser.mjs'
import { median } from './rounds.mjs'
import { openWorld } from './world.mjs'

const folder = 'dist/public'
const MINUTE = 60_000
const LINES = 20
const POINTS = 2_000

/** Measures the graph of a finding; its responses are made here. */
export async function benchCharts() {
  const world = await openWorld({ cases: 100 })
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    const [name, value] = (await world.cookie()).split('=')
    await context.addCookies([{ name, value, url: world.app.url }])
    const page = await context.newPage()
    await respond(page)
    const control = await context.newCDPSession(page)
    await control.send('Performance.enable', { timeDomain: 'threadTicks' })
    const { name: account, id } = world.account
    await page.goto(`${world.app.url}/${account}/${id}/insights/findings/1`)
    const canvas = page.locator('[role=img] canvas').first()
    await canvas.waitFor()
    return [bytes(), await drawn(page, control, canvas), await hovered(page, control, canvas)]
  } finally {
    await browser.close()
    await world.close()
  }
}

function bytes() {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const reach = (name, found = new Set()) => {
    if (found.has(name)) return found
    found.add(name)
    for (const other of manifest[name].imports ?? []) reach(other, found)
    return found
  }
  const first = new Set(
    Object.keys(manifest)
      .filter((name) => manifest[name].isEntry)
      .flatMap((name) => [...reach(name)]),
  )
  const more = [...reach('src/kit/web/chart/line-chart-canvas.tsx')].filter((name) => !first.has(name))
  const size = more.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, manifest[name].file))).length, 0)
  return {
    goal: 'P19',
    what: 'graphs beside the first page, compressed',
    measured: `${(size / 1000).toFixed(0)} kB`,
    wanted: '≤ 170 kB',
  }
}

/** Processor time of the main thread in milliseconds. */
async function busy(control) {
  const { metrics } = await control.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

async function settle(page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
}

/** From the table back to the graph: React and the library together. */
async function drawn(page, control, canvas) {
  const table = page.getByRole('button', { name: 'Show as table' })
  const times = []
  for (let round = 0; round < 7; round += 1) {
    await table.click()
    await page.getByRole('table').first().waitFor()
    await settle(page)
    const before = await busy(control)
    await table.click()
    await canvas.waitFor()
    await settle(page)
    times.push((await busy(control)) - before)
  }
  return {
    goal: 'P19',
    what: `${LINES} lines × ${POINTS} points drawn`,
    measured: `${median(times).toFixed(0)} ms of processor time`,
    wanted: '≤ 100 ms',
  }
}

async function hovered(page, control, canvas) {
  const box = await canvas.boundingBox()
  const times = []
  for (let step = 0; step < 40; step += 1) {
    const before = await busy(control)
    await page.mouse.move(box.x + 80 + step * 10, box.y + box.height / 2)
    await settle(page)
    times.push((await busy(control)) - before)
  }
  const own = median(times)
  return {
    goal: 'P19',
    what: 'a move of the pointer over them',
    measured: `${own.toFixed(1)} ms, ${(own * 4).toFixed(0)} at a quarter of this processor`,
    wanted: '≤ 16 ms at a quarter',
  }
}

async function respond(page) {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE
  const from = now - POINTS * MINUTE
  const iso = new Date(from).toISOString()
  const [category, type] = [
    { id: 'nodes', displayName: 'Nodes' },
    { id: 'incident', displayName: 'Happening now' },
  ]
  const threshold = { sense: 'above', warn: 75, crit: 85, forMinutes: 5 }
  const definition = {
    ...{
      name: 'rpd-temperature',
      displayName: 'RPD temperature',
      category,
      type,
      priority: 1,
      view: 'graph',
      unit: 'degrees',
    },
    ...{
      threshold,
      color: '#0072b2',
      why: 'Why.',
      next: 'Next.',
      grid: [],
      granularities: ['5m', '1h'],
      query: 'x',
      groupBy: ['rpd'],
    },
  }
  const finding = {
    ...{
      id: '1',
      account: 'bench-1',
      deployment: { id: '1', displayName: 'bench-1' },
      insight: definition.name,
      insightName: definition.displayName,
    },
    ...{
      category: 'nodes',
      type: 'incident',
      color: '#0072b2',
      unit: 'degrees',
      threshold,
      object: '',
      labels: {},
      state: 'OPEN',
    },
    ...{
      severity: 'WARNING',
      value: 80,
      worst: 82,
      openedAt: iso,
      clearedAt: null,
      acknowledgement: null,
      caseKey: null,
      version: 1,
    },
    ...{ definition, changes: [] },
  }
  const graph = Array.from({ length: LINES }, (_, line) => ({
    ...{ insight: definition.name, name: `RPD-${line}`, labels: {} },
    points: Array.from({ length: POINTS }, (_, at) => [from + at * MINUTE, 50 + line + 10 * Math.sin(at / 40 + line)]),
  }))
  await page.route(/\/api\/insights\/findings\/1/, (route) => route.fulfill({ json: finding }))
  await page.route(/\/api\/insights\/graph/, (route) => route.fulfill({ json: { _embedded: { graph } } }))
}
