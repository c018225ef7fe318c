import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'

type Key = Parameters<ReturnType<typeof useText>>[0]

/** Formats how long ago something was, within a sentence; `now` is the sentence for the last minute. */
export function useAgo(): (at: string, ago: Key, now: Key) => string {
  const t = useText()
  const present = useCurrentMinute()
  return (at, ago, now) => {
    const recent = present - new Date(at).getTime() < 60_000
    return recent ? t(now) : t(ago, { age: formatAge(at, present) })
  }
}
