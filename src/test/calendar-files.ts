/** A calendar file of events, each given by its lines. */
export function calendarFile(...events: readonly (readonly string[])[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
}

/** Imports a calendar file into an account; `url` is that of the portal. */
export async function importCalendar(
  url: string,
  as: { readonly headers: Readonly<Record<string, string>> },
  { accountId, text, query = '' }: { accountId: number | string; text: string; query?: string },
) {
  const response = await fetch(`${url}/api/plugins/calendar/import?accountId=${accountId}${query}`, {
    method: 'POST',
    headers: { ...as.headers, 'content-type': 'text/calendar' },
    body: text,
  })
  return { status: response.status, body: await response.json() }
}
