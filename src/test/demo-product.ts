import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { onceARun } from './once-a-run.ts'
import { openProduct, type Product } from './product-process.ts'

/**
 * Starts the product on a copy of a data directory in which the demo world is made and all its events are handled;
 * `env`
 * and `first` as of `openProduct`.
 */
export async function openDemoProduct(env: NodeJS.ProcessEnv = {}, first: NodeJS.ProcessEnv = {}): Promise<Product> {
  return openProduct(env, first, await onceARun('product', makeDemoProduct))
}

async function makeDemoProduct(directory: string): Promise<void> {
  const product = await openProduct()
  try {
    await vi.waitFor(async () => expect(await unfinished(product)).toEqual({ events: 0, jobs: 0 }), {
      timeout: 400_000,
      interval: 500,
    })
    await product.stop()
    await promisify(execFile)('cp', ['-a', product.data, directory])
  } finally {
    await product.close()
  }
}

/** What is still to be made of the demo world, in the background. */
async function unfinished(product: Product): Promise<unknown> {
  const { rows } = await product.query(`select (select count(*)::int from events where seq is null) as events,
    (select count(*)::int from graphile_worker.jobs where task_identifier like 'demo.%' or task_identifier = 'events.react') as jobs`)
  return rows[0]
}
