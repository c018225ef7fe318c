import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openProduct } from '#test/product-process.ts'
import { smallWorld } from '#test/small-world.ts'

/** Runs in the product's process: at a signal a promise is rejected that has no handler. */
const rejecting = `data:text/javascript,process.on('SIGUSR2',()=>{Promise.reject('of the test')})`

test('rejected promises do not end the product; SIGTERM under load completes requests, loses nothing, ends with 0', async () => {
  const product = await openProduct(
    { LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DEMO: 'off' },
    { NODE_OPTIONS: `--import ${rejecting.replaceAll(' ', '%20')}` },
  )
  try {
    await product.query(smallWorld)
    const token = product.tokenOf('samuel.adeyemi@harmonic.example')
    const acknowledged: string[] = []
    const writers = Array.from({ length: 4 }, () => writeUntilRejected(product.url, token, acknowledged))
    for (let wanted = 5; wanted <= 20; wanted += 5) {
      product.process.kill('SIGUSR2')
      while (acknowledged.length < wanted) await pauseOr(writers)
    }
    const ended = once(product.process, 'exit')
    product.process.kill('SIGTERM')
    const fates = await Promise.all(writers)
    expect(await ended).toEqual([0, null])
    // No response was cut off in the middle: requests were rejected before they began, or had to be retried.
    expect(fates.filter((fate) => fate !== 'rejected')).toEqual([])

    await product.start()
    for (const subject of acknowledged)
      expect([subject, await casesWith(product.url, token, subject)]).toEqual([subject, 1])
    expect(product.run('audit', 'verify')).toContain('is intact')
  } finally {
    await product.close()
  }
})

/** A moment; a writer that ends early ends the waiting too, and fails the test later. */
function pauseOr(writers: readonly Promise<string>[]): Promise<unknown> {
  return Promise.race([
    new Promise((resolve) => setTimeout(resolve, 20)),
    ...writers.map(async (fate) => Promise.reject(new Error(await fate))),
  ])
}

async function writeUntilRejected(url: string, token: string, acknowledged: string[]): Promise<string> {
  for (;;) {
    const subject = `Term ${randomUUID()}`
    try {
      const { status } = await fetch(`${url}/api/plugins/jira/issues?account=larkspur-cable`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ subject, description: 'Under load.', priority: 'LOW' }),
      })
      if (status === 201) acknowledged.push(subject)
      else return status === 503 ? 'rejected' : `responded ${status}`
    } catch (failure) {
      const { code } = (failure as { cause: { code?: string } }).cause
      return code === 'ECONNREFUSED' || code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
        ? 'rejected'
        : `failed ${code}`
    }
  }
}

async function casesWith(url: string, token: string, subject: string): Promise<number> {
  const address = `${url}/api/plugins/jira/issues/count?subjectContains=${encodeURIComponent(subject)}`
  const { count } = (await (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).json()) as {
    count: number
  }
  return count
}
