// Loaded into the product before it starts (`--import`): returns to the parent process the longest turn of the event loop, and
// the processor time that the process has used, since it was last asked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

// Workers begin with the same options and have no parent to answer to.
if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let before = process.cpuUsage()
  process.on('message', (what) => {
    const { user, system } = process.cpuUsage(before)
    process.send({ longest: delay.max / 1e6, cpu: (user + system) / 1e3 })
    if (what !== 'reset') return
    delay.reset()
    before = process.cpuUsage()
  })
}
