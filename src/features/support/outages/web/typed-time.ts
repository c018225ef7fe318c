/** A time as it is typed: in UTC, to the minute. */
export const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

export function timeText(at: string | null): string {
  return at ? at.slice(0, 16).replace('T', ' ') : ''
}

export function wire(typedTime: string): string {
  return `${typedTime.trim().replace(' ', 'T')}:00.000Z`
}
