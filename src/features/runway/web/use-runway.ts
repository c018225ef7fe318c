import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type Runway, readRunway, readRunways, runwayChanged } from '../contract.ts'

/** The account's runway, live: undefined while it is asked for, null when the person may not see it. */
export function useRunway(account: string): Runway | null | undefined {
  const sees = useAllows(readRunways, account)
  const { data, error } = useQueryOf(readRunway, { params: { account } }, { enabled: sees })
  useTopic(runwayChanged, sees && data?.complete === false ? { account } : undefined, () => void refresh(readRunway))
  return sees && !error ? data : null
}
