// Prepares a checkout: `node tools/bootstrap.mjs start|test`. Only node: modules, because it runs before npm ci has. On
// a Node that is too old it installs Node 24 from npm, and the scripts of package.json run on that one.
import { ensureBrowser } from './bootstrap/browser.mjs'
import { ensureBuild } from './bootstrap/build.mjs'
import { withLock } from './bootstrap/lock.mjs'
import { ensureNode, linkNode, pathOfNode, runsOn } from './bootstrap/node.mjs'
import { ensurePackages } from './bootstrap/packages.mjs'

const [, , purpose = 'start'] = process.argv
const { node: version } = process.versions

try {
  await withLock('.cache/bootstrap.lock', async () => {
    const node = runsOn(version) ? process.execPath : await ensureNode(24)
    if (!node) throw new Error(`Headend needs Node 22 (22.12 or later) or 24, this is ${version}`)
    await ensurePackages(purpose)
    if (node === pathOfNode(24)) linkNode(node)
    await ensureBuild(node)
    if (purpose !== 'test') return
    await ensureNode(version.startsWith('22.') ? 24 : 22)
    ensureBrowser()
  })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
