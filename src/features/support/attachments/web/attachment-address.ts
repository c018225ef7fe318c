import { requestUrl } from '#kit/web/data/request-url.ts'
import { addAttachment, addDraftFile, downloadAttachment, downloadOriginal, showDraftPicture } from '../contract.ts'

/** The address to download a file of a case; `inline` shows a picture in the page. */
export function attachmentAddress(issueKey: string, attachmentId: string, inline = false): string {
  return requestUrl(downloadAttachment.url, {}, { issueKey, attachmentId, ...(inline ? { inline } : {}) })
}

/** The address of a file with its secrets. */
export function originalAddress(issueKey: string, attachmentId: string): string {
  return requestUrl(downloadOriginal.url, {}, { issueKey, attachmentId })
}

/** The address to upload files of a case. */
export function fileAddress(issueKey: string): string {
  return requestUrl(addAttachment.url, {}, { issueKey })
}

/** The address of a picture of a draft, until its case is filed. */
export function draftPictureAddress(account: string, id: string): string {
  return requestUrl(showDraftPicture.url, { id }, { account })
}

/** The address to upload files of a draft. */
export function draftFileAddress(account: string): string {
  return requestUrl(addDraftFile.url, {}, { account })
}
