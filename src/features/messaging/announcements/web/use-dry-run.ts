import { useDebouncedValue } from '@mantine/hooks'
import { useQueryOf } from '#kit/web/data/query.ts'
import type { Announcement } from '../contract/announcement.ts'
import { previewAnnouncement } from '../contract.ts'
import { type AnnouncementValues, announcementOf } from './announcement-values.ts'

const WAIT_MS = 400

/** The server's dry run of an announcement, while the form is edited. */
export function useDryRun(values: AnnouncementValues, storedAnnouncement: Announcement | undefined) {
  const [settledValues] = useDebouncedValue(values, WAIT_MS)
  const body = announcementOf(settledValues, storedAnnouncement)
  // Texts and their inputs do not change the recipients: missing ones get placeholders.
  const requestedBody = { ...body, inputs: {}, title: body.title?.trim() || '-', message: body.message?.trim() || '-' }
  const past =
    storedAnnouncement !== undefined &&
    Date.parse(storedAnnouncement.deliveryTime) < Date.now() &&
    body.deliveryTime === storedAnnouncement.deliveryTime
  const now = past ? { deliveryTimeType: 'NOW' as const, expirationTs: null } : {}
  return useQueryOf(previewAnnouncement, { body: { ...requestedBody, ...now } }, { keep: true })
}
