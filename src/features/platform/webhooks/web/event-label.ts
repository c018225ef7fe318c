import { TEST_EVENT, webhookEventNames } from '../contract.ts'
import type { useText } from '../texts.ts'

/** The display name of an event. */
export function eventLabel(t: ReturnType<typeof useText>, event: string): string {
  const known = [...webhookEventNames, TEST_EVENT].find((name) => name === event)
  return known ? t(`name.${known}`) : event
}
