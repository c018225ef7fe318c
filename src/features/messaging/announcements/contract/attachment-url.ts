const pattern = /^\/api\/announcements\/attachments\/(\d{1,15})\/([^/?#]+)$/

/** The address of a file of announcements. */
export function attachmentUrl(id: string, filename: string): string {
  return `/api/announcements/attachments/${id}/${encodeURIComponent(filename)}`
}

/** The id and the name of the file that an address names; undefined for any other address. */
export function readAttachmentUrl(url: string): { readonly id: string; readonly filename: string } | undefined {
  const [, id, name] = pattern.exec(url) ?? []
  if (id === undefined || name === undefined) return undefined
  try {
    return { id, filename: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
