export { BODY_LENGTH, DEEPEST, MOST_PAGES, TITLE_LENGTH } from './contract/page-bodies.ts'
export {
  createWikiPage,
  deleteWikiPage,
  editWikiPage,
  listWikiPages,
  listWikiVersions,
  readWikiPage,
  readWikiVersion,
} from './contract/page-calls.ts'
export {
  pageCreated,
  pageDeleted,
  pageEdited,
  staffPageCreated,
  staffPageDeleted,
  staffPageEdited,
  staffWikiMirrored,
  wikiMirrored,
} from './contract/wiki-events.ts'
export { PageAudience } from './contract/wiki-fields.ts'
export { readWiki, writeWiki } from './contract/wiki-permissions.ts'
export { wikiProblems } from './contract/wiki-problems.ts'
export type { WikiNode, WikiPage, WikiVersion, WikiVersionText } from './contract/wiki-shapes.ts'
export {
  internalSharedWikiChanged,
  internalWikiChanged,
  sharedWikiChanged,
  wikiChanged,
} from './contract/wiki-topics.ts'
