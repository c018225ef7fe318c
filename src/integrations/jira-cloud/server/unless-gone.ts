import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** What is gone already needs no removal. */
export async function unlessGone(call: Promise<unknown>): Promise<void> {
  await call.catch((failure: unknown) => {
    if (!(failure instanceof IntegrationError) || failure.fault !== 'missing') throw failure
  })
}
