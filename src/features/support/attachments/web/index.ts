export { attachmentAddress, draftFileAddress, draftPictureAddress, fileAddress } from './attachment-address.ts'
export { AttachmentChips } from './attachment-chips.tsx'
export { FilesTab } from './files-tab.tsx'
