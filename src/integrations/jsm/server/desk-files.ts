import type { Tracker, TrackerFile } from '#features/support/tracker/server/index.ts'
import type { JiraClient } from '#integrations/jira-cloud/server/index.ts'
import { DESK_API, valuesOfRequest } from './desk-values.ts'

type Note = { readonly attachments?: { readonly values?: readonly File[] } }
type File = { readonly _links?: { readonly jiraRest?: string; readonly content?: string } }

/** Files of requests: those of internal notes are internal, as in the service desk. */
export function deskFiles({ call }: JiraClient, tracker: Tracker) {
  return {
    async files(id: string) {
      const files = await tracker.files(id)
      const ofNotes = files.length > 0 ? await filesOfNotes(id) : null
      // Customers see no file of an issue that is no request.
      return files.map((file) => ({ ...file, internal: !ofNotes || ofNotes.has(file.id) }))
    },
    /** The files of an issue that was read; those of notes are internal. */
    async withSides(id: string, files: readonly TrackerFile[]): Promise<readonly TrackerFile[]> {
      const ofNotes = files.length > 0 ? await filesOfNotes(id) : null
      return files.map((file) => ({ ...file, internal: ofNotes?.has(file.id) ?? false }))
    },
  }

  /** Null for an issue that is no request. */
  async function filesOfNotes(id: string): Promise<ReadonlySet<string | undefined> | null> {
    const path = `${DESK_API}/request/${encodeURIComponent(id)}/comment`
    const query = { public: 'false', internal: 'true', expand: 'attachment' }
    const notes = await valuesOfRequest<Note>({ call }, path, query)
    return notes ? new Set(notes.flatMap(({ attachments }) => (attachments?.values ?? []).map(idOf))) : null
  }
}

/** A file of a note has no id, but addresses with it. */
function idOf({ _links = {} }: File): string | undefined {
  return /\/attachment\/(?:content\/)?(\d+)/.exec(_links.jiraRest ?? _links.content ?? '')?.[1]
}
