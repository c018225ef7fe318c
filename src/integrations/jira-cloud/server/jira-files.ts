import type { Tracker, TrackerFile } from '#features/support/tracker/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { JiraClient } from './jira-client.ts'
import type { JiraEdition } from './jira-edition.ts'
import type { JiraFile, JiraIssue } from './jira-shapes.ts'
import { userOf } from './jira-values.ts'
import { unlessGone } from './unless-gone.ts'

/** Files of issues. Who may see an issue may see its files. */
export function jiraFiles(
  { call, download }: JiraClient,
  { api, name, fileAddress }: JiraEdition,
  issuePath: (id: string) => string,
): Pick<Tracker, 'attach' | 'files' | 'download' | 'removeFile'> {
  return {
    async attach(id, { filename, content }) {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(content)]), filename)
      const [file] = await call<readonly JiraFile[]>('POST', `${issuePath(id)}/attachments`, { form })
      if (file?.id) return file.id
      throw new IntegrationError(`${name} sent a response that cannot be read.`, { fault: 'garbled' })
    },
    files: async (id) => filesOf(await call<JiraIssue>('GET', issuePath(id), { query: { fields: 'attachment' } })),
    async download(file) {
      const bytes = await download(fileAddress(file), file.size)
      if (bytes.length === file.size) return bytes
      // A page of sign-in, or a file that broke off.
      throw new IntegrationError(`${name} sent ${file.filename} in another size than it has.`, { fault: 'garbled' })
    },
    removeFile: (fileId) => unlessGone(call('DELETE', `${api}/attachment/${encodeURIComponent(fileId)}`)),
  }
}

export function filesOf({ fields }: JiraIssue): TrackerFile[] {
  return (fields?.attachment ?? []).flatMap(({ id, filename = '', size = 0, author }) =>
    id ? [{ id, filename, size, author: userOf(author), internal: false }] : [],
  )
}
