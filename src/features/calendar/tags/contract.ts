export {
  changeTag,
  createTag,
  deleteTag,
  IGNORED_COLOUR,
  listTags,
  manageTags,
  readCalendar,
  Tag,
  tagProblems,
} from './contract/tag.ts'
export { calendarTagsChanged, tagChanged, tagCreated, tagDeleted } from './contract/tag-events.ts'
