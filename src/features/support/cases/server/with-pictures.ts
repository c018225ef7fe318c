const ofDraft = /\/api\/plugins\/jira\/issues\/draft\/file\/(\d{1,15})\?account=[^)\s"]*/g

/** A description whose pictures come from the case's files instead of the draft's; `files` maps one id to the other. */
export function withPictures(description: string, key: string, files: ReadonlyMap<string, string>): string {
  return description.replace(ofDraft, (address, id: string) => {
    const attachmentId = files.get(id)
    if (attachmentId === undefined) return address
    return `/api/plugins/jira/issues/attachment?issueKey=${key}&attachmentId=${attachmentId}&inline=true`
  })
}
