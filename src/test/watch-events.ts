import * as z from 'zod/mini'
import { declaredEvents } from '#kit/contract/event.ts'
import { onEveryEvent } from '#kit/server/events/event-handler.ts'
import type { Feature } from '#kit/server/portal.ts'

/** Checks the data of every event that the product records while tests run against its declaration. */
export function watchEvents(failures: string[]): Feature {
  const shapes = new Map(declaredEvents().map(({ name, data }) => [name, z.strictObject(data)]))
  return {
    name: 'watch events',
    eventHandlers: () => [
      onEveryEvent('watch events', async ({ name, data: { imported: _, ...data } }) => {
        const shape = shapes.get(name)
        const issues = shape ? shape.safeParse(data).error?.issues : 'it is not declared'
        if (issues && !failures.some((one) => one.startsWith(`${name} `)))
          failures.push(`${name} ${JSON.stringify(data)}: ${JSON.stringify(issues)}`)
      }),
    ],
  }
}
