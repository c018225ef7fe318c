import { FileRow } from './file-row.tsx'
import type { Uploads } from './use-uploads.ts'

/** Uploads in progress, each with its progress or the reason why it was rejected. */
export function UploadRows<Reply>({ uploads, hideDone }: { uploads: Uploads<Reply>; hideDone?: boolean }) {
  return uploads.entries
    .filter(({ progress }) => !hideDone || progress.kind !== 'done')
    .map(({ id, name, size, progress }) => (
      <FileRow key={id} name={name} size={size} progress={progress} onRemove={() => uploads.remove(id)} />
    ))
}
