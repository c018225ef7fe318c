import type { Tracker } from '#features/support/tracker/server/index.ts'
import type { JiraClient } from '#integrations/jira-cloud/server/index.ts'
import { DESK_API, valuesOfRequest } from './desk-values.ts'

type Note = { readonly attachments?: { readonly values?: readonly File[] } }
type File = { readonly _links?: { readonly jiraRest?: string; readonly content?: string } }

/** Files of requests: those of internal notes are internal, as in the service desk. */
export function deskFiles({ call }: JiraClient, tracker: Tracker): Pick<Tracker, 'files'> {
  return {
    async files(id) {
      const files = await tracker.files(id)
      if (files.length === 0) return files
      const path = `${DESK_API}/request/${encodeURIComponent(id)}/comment`
      const query = { public: 'false', internal: 'true', expand: 'attachment' }
      const notes = await valuesOfRequest<Note>({ call }, path, query)
      const ofNotes = new Set(notes?.flatMap(({ attachments }) => (attachments?.values ?? []).map(idOf)))
      // Customers see no file of an issue that is no request.
      return files.map((file) => ({ ...file, internal: !notes || ofNotes.has(file.id) }))
    },
  }
}

/** A file of a note has no id, but addresses with it. */
function idOf({ _links = {} }: File): string | undefined {
  return /\/attachment\/(?:content\/)?(\d+)/.exec(_links.jiraRest ?? _links.content ?? '')?.[1]
}
