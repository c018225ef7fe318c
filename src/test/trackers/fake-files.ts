import type { FakeIssue, FakeProject } from './fake-project.ts'
import { type FakeRequest, type FakeResponse, missing, none, ok } from './fake-response.ts'

/** A multipart upload of one file. */
export function attach(project: FakeProject, issue: FakeIssue, { headers, body }: FakeRequest): FakeResponse {
  if (headers['x-atlassian-token'] !== 'no-check')
    return { status: 403, body: { errorMessages: ['XSRF check failed'] } }
  const text = body.toString('latin1')
  const filename = /filename="([^"]*)"/.exec(text)?.[1] ?? ''
  const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const start = text.indexOf('\r\n\r\n') + 4
  const content = body.subarray(start, text.indexOf(`\r\n--${boundary}`, start))
  const file = project.addFile(issue, { filename, content })
  return ok([{ id: file.id, filename, size: content.length }])
}

/** The bytes of a file; undefined for none. */
export function fileOf(project: FakeProject, id: string): FakeResponse {
  const file = [...project.issues.values()].flatMap(({ files }) => files).find((one) => one.id === id)
  return file ? ok(file.content) : missing('The file')
}

export function removeFile(project: FakeProject, id: string): FakeResponse {
  for (const { files } of project.issues.values()) {
    const at = files.findIndex((file) => file.id === id)
    if (at >= 0) files.splice(at, 1)
  }
  return none
}
