import { currentLanguage } from '#kit/web/text/texts.ts'

/** `Sep 2026` for `2026-09`. */
export function monthName(yearMonth: string): string {
  const [year, month] = yearMonth.split('-').map(Number)
  const language = currentLanguage() === 'pseudo' ? 'en' : currentLanguage()
  return new Date(Date.UTC(year!, month! - 1, 15)).toLocaleDateString(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
