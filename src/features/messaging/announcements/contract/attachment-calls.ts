import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { announcementId, announcementProblems, manageAnnouncements } from './announcement.ts'

const url = '/api/announcements/attachments'

/** A file that announcements can attach: by its `url` in their `attachmentsUrls`. */
export const AnnouncementFile = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.int(),
  mediaType: z.string(),
  isPicture: z.boolean(),
  url: z.string(),
})
export type AnnouncementFile = z.output<typeof AnnouncementFile>

export const uploadAnnouncementFile = endpoint({
  tag: 'Announcements',
  guard: manageAnnouncements,
  name: 'uploadAnnouncementFile',
  method: 'POST',
  url,
  summary: 'Upload a file for an announcement (multipart, one part `file`)',
  status: 201,
  media: { consumes: 'multipart/form-data' },
  limit: { count: 60, seconds: 60 },
  reply: AnnouncementFile,
  problems: [
    kitProblems['attachment-too-large'],
    kitProblems['attachment-type-not-allowed'],
    kitProblems['upload-malformed'],
  ],
})
export const downloadAnnouncementFile = endpoint({
  tag: 'Announcements',
  guard: 'signed-in',
  name: 'downloadAnnouncementFile',
  method: 'GET',
  url: `${url}/{id}/{filename}`,
  summary: 'Download a file of an announcement that is in your inbox, or that you may manage; supports Range and ETag',
  params: z.strictObject({ id: announcementId, filename: z.string().check(z.maxLength(600)) }),
  media: { produces: 'application/octet-stream' },
  problems: [announcementProblems['announcement-file-not-found'], kitProblems['range-not-satisfiable']],
})
