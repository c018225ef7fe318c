// Prepares a checkout: `node tools/bootstrap.mjs start|test`. Only node: modules, because it runs before npm ci has.
import { ensureBrowser } from './bootstrap/browser.mjs'
import { ensureBuild } from './bootstrap/build.mjs'
import { withLock } from './bootstrap/lock.mjs'
import { ensureNode24 } from './bootstrap/node-24.mjs'
import { ensurePackages } from './bootstrap/packages.mjs'

const [, , purpose = 'start'] = process.argv

try {
  rejectOldNode()
  await withLock('.cache/bootstrap.lock', async () => {
    await ensurePackages(purpose)
    await ensureBuild()
    if (purpose !== 'test') return
    await ensureNode24()
    ensureBrowser()
  })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

function rejectOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Headend needs Node 20.19 or later, this is ${process.versions.node}`)
  }
}
