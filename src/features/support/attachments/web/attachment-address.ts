import { requestUrl } from '#kit/web/data/request-url.ts'
import { addAttachment, addDraftFile, downloadAttachment, showDraftPicture } from '../contract.ts'

/** Where a file of a case is downloaded from; `inline` shows a picture in the page. */
export function attachmentAddress(issueKey: string, attachmentId: string, inline = false): string {
  return requestUrl(downloadAttachment.url, {}, { issueKey, attachmentId, ...(inline ? { inline } : {}) })
}

/** Where files of a case are uploaded to. */
export function fileAddress(issueKey: string): string {
  return requestUrl(addAttachment.url, {}, { issueKey })
}

/** Where a picture of a draft is shown from, until its case is filed. */
export function draftPictureAddress(account: string, id: string): string {
  return requestUrl(showDraftPicture.url, { id }, { account })
}

/** Where files of a draft are uploaded to. */
export function draftFileAddress(account: string): string {
  return requestUrl(addDraftFile.url, {}, { account })
}
