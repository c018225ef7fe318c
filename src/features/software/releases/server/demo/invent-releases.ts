import { type SeededRandom, seededRandom } from '#kit/server/load/seeded.ts'
import { type Bundle, DAY, YEARS } from './invent-bundles.ts'
import type { ScaleSoftware } from './scale-software.ts'

/** A generated release; without a time of delivery it waits for its approval. */
export type Release = {
  readonly id: number
  readonly bundle: Bundle
  readonly account: { readonly id: number; readonly name: string }
  readonly created: Date
  readonly delivered: Date | null
}

/** This number of releases of the bundles, oldest first, the same ones each time. */
export function* inventReleases(
  software: ScaleSoftware,
  bundles: readonly Bundle[],
  firstId: number,
): Iterable<Release> {
  const random = seededRandom(5)
  const now = Date.now()
  for (let place = 0; place < software.releases; place += 1) {
    const createdAt = now - Math.round(YEARS * 0.98 * (1 - (place + random.share()) / software.releases))
    const waits = now - createdAt < 20 * DAY && random.chance(0.3)
    const deliveredAt = new Date(Math.min(now, createdAt + (10 + random.below(4000)) * 60_000))
    const account = random.pick(software.accounts)
    yield {
      id: firstId + place,
      bundle: bundleBefore(random, bundles, createdAt),
      account,
      created: new Date(createdAt),
      delivered: waits ? null : deliveredAt,
    }
  }
}

/** One of the bundles that were new at the time. */
function bundleBefore(random: SeededRandom, bundles: readonly Bundle[], at: number): Bundle {
  const share = (at - (Date.now() - YEARS)) / YEARS
  const newest = Math.max(1, Math.min(bundles.length, Math.floor(share * bundles.length)))
  return bundles[Math.max(0, newest - 1 - random.below(Math.min(newest, 200)))]!
}
