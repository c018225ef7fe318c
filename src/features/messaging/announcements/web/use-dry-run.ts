import { useDebouncedValue } from '@mantine/hooks'
import { useQueryOf } from '#kit/web/data/query.ts'
import type { Announcement } from '../contract/announcement.ts'
import { previewAnnouncement } from '../contract.ts'
import { type AnnouncementValues, announcementOf } from './announcement-values.ts'

const WAIT_MS = 400

/** The server's dry run of an announcement, while the form is edited. */
export function useDryRun(values: AnnouncementValues, stored: Announcement | undefined) {
  const [settled] = useDebouncedValue(values, WAIT_MS)
  const body = announcementOf(settled, stored)
  // Texts and their inputs do not change the recipients: missing ones get placeholders.
  const requested = { ...body, inputs: {}, title: body.title?.trim() || '-', message: body.message?.trim() || '-' }
  const past =
    stored !== undefined && Date.parse(stored.deliveryTime) < Date.now() && body.deliveryTime === stored.deliveryTime
  const now = past ? { deliveryTimeType: 'NOW' as const, expirationTs: null } : {}
  return useQueryOf(previewAnnouncement, { body: { ...requested, ...now } }, { keep: true })
}
