import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  section: {
    what: 'What happened',
    who: 'Who was affected',
    times: 'When',
    cause: 'Cause',
    actions: 'What was done',
    prevention: 'What prevents it',
  },
  title: 'Reason for outage',
  draft: 'Draft',
  published: 'Published',
  revision: 'revision {revision}',
  shown: 'Which report is shown',
  publishedNote: 'Published {at} by {name}. Times in the report are in {zone}.',
  draftNote: 'Saved as a draft. {account} cannot read it before it is published.',
  unsavedNote:
    'Made from the public texts of this outage. Edit and save it before it is published; {account} cannot read it yet.',
  nextNote: 'Revision {revision} is a draft. {account} reads revision {current} until it is published.',
  edit: 'Edit',
  publish: 'Publish',
  download: 'Download PDF',
  save: 'Save draft',
  saved: 'The draft was saved',
  cancel: 'Cancel',
  preview: 'Preview',
  markdown: 'Markdown',
  missing: 'No text yet',
  stale:
    'Another user changed this report in the meantime. Your text is still here; it replaces theirs when you save again.',
  confirm: {
    title: 'Publish to {account}?',
    readers:
      'Managers and users of {account} read it, and contractors who reported or watch {key}. The users whom the case concerns get a notification and a mail.',
    lasting: 'It can be read as a page and as PDF. A later change is published as the next revision.',
    action: 'Publish to {account}',
    done: 'The report was published to {account}',
  },
}

/** What the server writes. */
export const serverTexts = {
  affected: '{account}',
  deployment: 'Deployment: {deployment}',
  modems: 'Modems affected: {count}',
  start: 'Start: {at}',
  end: 'End: {at}',
  lasted: 'Duration: {minutes} minutes',
  zone: 'All times are in {zone}.',
  required: 'is required before the report is published',
  heading: 'Reason for outage: {key}',
  published: 'Revision {revision}, published {at} ({zone})',
}

/** The texts of reason-for-outage reports. */
export const { useText } = texts('outage-reports', pageTexts)
