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
  internalSharedWikiChanged,
  internalWikiChanged,
  PageAudience,
  readWiki,
  sharedWikiChanged,
  type WikiNode,
  type WikiPage,
  type WikiVersion,
  type WikiVersionText,
  wikiChanged,
  wikiProblems,
  writeWiki,
} from './contract/wiki.ts'
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
