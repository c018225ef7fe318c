import { products } from '#features/support/case-access/server/index.ts'
import type { DemoAuthor, DemoCase } from './demo-case.ts'
import stories from './demo-data/stories.json' with { type: 'json' }

/** The written cases of the demo. What the portal writes itself is attributed to the network operations centre. */
export function scriptedCases(): DemoCase[] {
  return stories.map((story) => ({
    ...story,
    type: story.type as DemoCase['type'],
    status: story.status as DemoCase['status'],
    product: products.find(({ id }) => id === story.product)?.name ?? null,
    thread: story.thread.map(({ afterMinutes, by, text }) => ({
      afterMinutes,
      by: by === 'system' ? 'noc' : (by as DemoAuthor),
      text,
    })),
  }))
}
