import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { mapInSlices } from '#kit/server/slices.ts'
import { chunksOf, lockChunks, writeChunks } from './chunk-store.ts'
import { noSamples, rowsOf, type Sample, type SampleColumns, samplesOf } from './merge-samples.ts'
import { recentSamples } from './recent-samples.ts'
import { dayOf, timesOfWindow, windowOf } from './windows.ts'

/**
 * Adds samples to the chunks of closed windows. Returns the indexes of those whose series has another value at that
 * time. The roll-ups of their days are computed again.
 */
export async function mergeLateSamples(
  tx: Tx,
  samples: SampleColumns,
  chosenIndexes: readonly number[],
): Promise<readonly number[]> {
  const windows = groupIndexes(chosenIndexes, (index) => windowOf(samples.times[index]!))
  const conflicts: number[] = []
  for (const [startsMs, indexes] of [...windows].sort(([a], [b]) => a - b)) {
    await lockChunks(tx, startsMs)
    const bySeries = groupIndexes(indexes, (index) => samples.series[index]!)
    const ids = [...bySeries.keys()]
    const chunkOf = await chunksOf(tx, startsMs, ids)
    const recent = await recentSamples(tx, ids, timesOfWindow(startsMs))
    const mergedChunks = await mapInSlices(bySeries, ([id, own]) => {
      const storedRows = [...rowsOf(chunkOf(id)), ...rowsOf(recent.get(id) ?? noSamples)]
      const values = new Map(storedRows.map(({ at, value }) => [at, value]))
      const addedSamples: Sample[] = []
      for (const index of own) {
        const [at, value] = [samples.times[index]!, samples.values[index]!]
        const storedValue = values.get(at)
        if (storedValue === undefined) {
          values.set(at, value)
          addedSamples.push({ at, value })
        } else if (storedValue !== value && !(Number.isNaN(storedValue) && Number.isNaN(value))) conflicts.push(index)
      }
      return [id, samplesOf([...storedRows, ...addedSamples])] as const
    })
    await writeChunks(tx, startsMs, mergedChunks)
    await sql`insert into metric_stale_days (day_ms, series_id) select ${dayOf(startsMs)}::bigint, unnest(${ids}::bigint[])
      on conflict do nothing`.execute(tx)
  }
  return conflicts
}

function groupIndexes(indexes: readonly number[], keyOf: (index: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>()
  for (const index of indexes) {
    const group = groups.get(keyOf(index))
    if (group) group.push(index)
    else groups.set(keyOf(index), [index])
  }
  return groups
}
