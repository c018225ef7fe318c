import { formatDateTime, formatTimestamp } from '#kit/web/time/time.ts'

/** The time of a text: the clock today, the day as well before. */
export function CommentTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatTimestamp(at)}
    </time>
  )
}
