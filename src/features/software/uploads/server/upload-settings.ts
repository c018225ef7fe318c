import type { AppContext } from '#kit/server/portal.ts'
import type { Setting } from '#kit/server/settings/setting.ts'

const GIGABYTE = 1024 ** 3

/** The largest file of a bundle. */
const uploadLimit: Setting<number> = {
  key: 'uploads.limit',
  type: { kind: 'NUMBER', minimum: 1, maximum: 1024, unit: 'GB' },
  default: 20,
  environment: { name: 'UPLOAD_LIMIT_GB', valueIn: ({ uploadLimit: bytes }) => bytes / GIGABYTE },
}

/** An unfinished upload without progress for this time is discarded. */
export const abandonedAfter: Setting<number> = {
  key: 'uploads.abandoned-after',
  type: { kind: 'NUMBER', minimum: 1, maximum: 90, unit: 'DAYS' },
  default: 7,
}

/** How long a new share link is valid. */
export const shareLinkDays: Setting<number> = {
  key: 'uploads.share-link-days',
  type: { kind: 'NUMBER', minimum: 1, maximum: 90, unit: 'DAYS' },
  default: 7,
}

export const uploadSettings = [uploadLimit, abandonedAfter, shareLinkDays]

/** The largest file of a bundle in bytes. */
export function largestUpload({ settings }: Pick<AppContext, 'settings'>): number {
  return settings.valueOf(uploadLimit) * GIGABYTE
}
