export { deleteAttachmentRow, type FileAuthor, insertAttachmentRow } from './attachment-rows.ts'
export {
  deleteDraftFileRow,
  deleteDraftRows,
  draftFilesInto,
  insertDraftFileRow,
  saveDraftRow,
} from './draft-rows.ts'
