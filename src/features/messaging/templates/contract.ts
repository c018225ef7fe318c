export {
  type BindableEvent,
  backendVariables,
  bindableEvents,
  eventVariables,
  isRecipientVariable,
  mailOnlyEvents,
  type RecipientVariable,
} from './contract/backend-variables.ts'
export { checkTemplate, placeholdersOf } from './contract/check-template.ts'
export {
  type FilledTexts,
  fillParts,
  fillTemplate,
  isPersonal,
  type Parts,
  type Values,
} from './contract/fill-template.ts'
export { dayText, inputFlaw, inputMessage } from './contract/input-value.ts'
export { link } from './contract/link-fields.ts'
export {
  type AnnouncementType,
  announcementTypes,
  type DeliveryMethod,
  deliveryMethods,
} from './contract/message-enums.ts'
export { plainLine, plainMarkdown } from './contract/plain-markdown.ts'
export {
  activateTemplate,
  createTemplate,
  deactivateTemplate,
  deleteTemplate,
  listBackendVariables,
  listTemplates,
  previewCascade,
  previewTemplate,
  readTemplate,
  updateTemplate,
} from './contract/template-calls.ts'
export {
  templateActivated,
  templateCreated,
  templateDeactivated,
  templateDeleted,
  templateUpdated,
} from './contract/template-events.ts'
export {
  type InputValues,
  inputValues,
  MESSAGE_LENGTH,
  templateId,
} from './contract/template-fields.ts'
export { manageTemplates, readTemplates } from './contract/template-permissions.ts'
export { templateProblems } from './contract/template-problems.ts'
export type { Cascade, CascadeRow, Template, TemplateTexts } from './contract/template-shapes.ts'
