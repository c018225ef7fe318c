import { currentLanguage } from '#kit/contract/texts.ts'

/** A month of the API, `2026-09`, as `Sep 2026`. */
export function monthName(yearMonth: string): string {
  const [year, month] = yearMonth.split('-').map(Number)
  const language = currentLanguage() === 'pseudo' ? 'en' : currentLanguage()
  return new Date(Date.UTC(year!, month! - 1, 15)).toLocaleDateString(language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
