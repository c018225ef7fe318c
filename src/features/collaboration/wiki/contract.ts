export { DEEPEST, MOST_PAGES } from './contract/page-bodies.ts'
export {
  createWikiPage,
  deleteWikiPage,
  editWikiPage,
  listWikiPages,
  listWikiVersions,
  readWikiPage,
  readWikiVersion,
} from './contract/page-calls.ts'
export type { PageAudience } from './contract/wiki-enums.ts'
export {
  pageCreated,
  pageDeleted,
  pageEdited,
  staffPageCreated,
  staffPageDeleted,
  staffPageEdited,
} from './contract/wiki-events.ts'
export { readWiki, writeWiki } from './contract/wiki-permissions.ts'
export { wikiProblems } from './contract/wiki-problems.ts'
export type { WikiNode, WikiPage, WikiVersion, WikiVersionText } from './contract/wiki-shapes.ts'
export {
  internalSharedWikiChanged,
  internalWikiChanged,
  sharedWikiChanged,
  wikiChanged,
} from './contract/wiki-topics.ts'
