import { texts } from '#kit/contract/texts.ts'

/** The texts of editors and files, which no first page needs. */
export const { useText, text } = texts('kit-form', {
  clash: 'Another user changed this in the meantime. Save to keep your version, or discard it to load theirs.',
  toolbar: 'Text formatting',
  mention: 'Users to mention',
  bold: 'Bold',
  italic: 'Italic',
  code: 'Code',
  bullets: 'Bulleted list',
  numbers: 'Numbered list',
  link: 'Link',
  linkAddress: 'URL of the link',
  picture: 'Image',
  markdown: 'Markdown · paste images',
  drop: 'Drop files here, or',
  choose: 'choose files',
  paste: 'paste with',
  uploaded: 'Uploaded',
  waiting: 'Waiting',
  tooLarge: 'Skipped: attachment size exceeds limit ({limit})',
  remove: 'Remove {name}',
  progress: 'Upload of {name}',
  retry: 'Try again',
  uploadFailed: 'The upload failed.',
  typeNotAllowed: 'This file type is not allowed.',
  check: {
    waiting: 'The file is being scanned. You can download it when the scan is clean.',
    quarantined:
      'The file contains {found} and is quarantined. Ask the sender for another copy. If you think that the file is clean, contact a portal operator.',
    tooLarge: 'The file is too large to scan. It was not scanned: open it with care.',
    failed: 'The file could not be scanned: open it with care.',
  },
})
