import { TEST_EVENT, webhookEventNames } from '../contract.ts'
import type { useText } from '../texts.ts'

/** The display name of an event. */
export function eventLabel(t: ReturnType<typeof useText>, event: string): string {
  const eventName = [...webhookEventNames, TEST_EVENT].find((name) => name === event)
  return eventName ? t(`name.${eventName}`) : event
}
