import { writeClock, writeMoment } from '#kit/web/time/time.ts'

/** When something was written: the clock today, the day as well before. */
export function CommentTime({ at }: { at: string }) {
  const today = new Date(at).toDateString() === new Date().toDateString()
  return (
    <time dateTime={at} title={writeMoment(at)}>
      {today ? writeClock(at) : writeMoment(at)}
    </time>
  )
}
